import { appendFileSync } from 'node:fs'
import { test } from 'vitest'
import { CORRECT } from './behaviour.ts'
import { comparingServer } from './comparing-setup.ts'
import { playCase, rulesWith, unmetOf } from './scenario-case.ts'
import { SCENARIO_CASES } from './scenario-cases.ts'

const server = comparingServer([])
test('x', async () => {
  const c = SCENARIO_CASES.find(({ scenario }) => scenario === 'writes-fail-at-gateway')
  if (!c) return
  const all = [{ does: 'correct', mistake: {}, caughtBy: [] as readonly string[], also: [] as readonly string[] }, ...c.faulty]
  let n = 0
  const hog = setInterval(() => { const end = Date.now() + Math.random() * 400; while (Date.now() < end); }, 200)
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      for (let i = 0; i < 6; i++)
        for (const one of all) {
          const { report } = await playCase(c, server(), `z${++n}`, { ...CORRECT, ...one.mistake } as never)
          const found = [...unmetOf(report), ...rulesWith(report, 'failed')]
          const missing = one.caughtBy.filter((x) => !found.includes(x))
          const more = found.filter((x) => !one.caughtBy.includes(x) && !(one.also ?? []).includes(x))
          if (missing.length + more.length > 0)
            appendFileSync('/tmp/s-verdict/zz.txt', `${JSON.stringify({ does: one.does, missing, more, verdict: report.verdict, reasons: report.reasons, calls: [] })}\n`)
        }
    }),
  )
  clearInterval(hog)
  appendFileSync('/tmp/s-verdict/zz.txt', `done ${n}\n`)
}, 560_000)
