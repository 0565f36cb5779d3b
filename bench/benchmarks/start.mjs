import { request } from 'node:http'
import { startNode, stop, whenPrinted } from '../harness/child.mjs'
import { BenchmarkError } from '../harness/errors.mjs'
import { cpuMicros, hasProc } from '../harness/process-figures.mjs'
import { atMost } from '../harness/report.mjs'
import { median, range } from '../harness/statistics.mjs'
import { ADDRESS, needProgram, OPEN_PATH, PROGRAM } from '../harness/understay.mjs'
import { QUIET } from '../harness/world.mjs'

/** From the command to the first response, with the bundled world, as a multiple of `node -e 0`. */
export const start = {
  about: 'start to the first 200 with the baseline world, as a multiple of node -e 0',
  async run({ rounds }) {
    needProgram()
    const nothing = { times: [], cpu: [] }
    const understay = { times: [], cpu: [] }
    for (let i = -1; i < rounds; i++) {
      const starts = [await nodeAlone(), await firstAnswer()]
      if (i < 0) continue
      for (const [kept, { time, cpu }] of [
        [nothing, starts[0]],
        [understay, starts[1]],
      ]) {
        kept.times.push(time)
        kept.cpu.push(cpu)
      }
    }
    const share = understay.times.map((time, i) => time / nothing.times[i])
    return [
      {
        what: 'start to first 200, times node -e 0',
        goal: atMost(2.1, '×'),
        value: median(share),
        details: explain(share, nothing, understay),
      },
    ]
  },
}

function explain(share, nothing, understay) {
  const ms = (values) => `${median(values).toFixed(0)} ms`
  const lines = [`${ms(understay.times)} against ${ms(nothing.times)}; ${share.length} starts, ${range(share)}`]
  if (hasProc) {
    const byCpu = median(understay.cpu.map((cpu, i) => cpu / nothing.cpu[i])).toFixed(2)
    lines.push(`by processor time ${byCpu} (${ms(understay.cpu)} against ${ms(nothing.cpu)})`)
  }
  return lines
}

/** Time from start to exit; the processor time is reported by the process itself before it exits. */
async function nodeAlone() {
  const started = performance.now()
  await ended(startNode(['-e', '0']))
  const time = performance.now() - started
  const telling = startNode(['-e', 'const { user, system } = process.cpuUsage(); console.log(user + system)'])
  await ended(telling)
  return { time, cpu: Number(telling.printed) / 1000 }
}

const ended = (child) => new Promise((resolve) => child.once('close', resolve))

/** Time from start to the end of the first response. */
async function firstAnswer() {
  const started = performance.now()
  const child = startNode([PROGRAM, 'start', '--port', '0', '--memory', ...QUIET])
  const [, port] = await whenPrinted(child, ADDRESS, { name: 'understay start' })
  const status = await statusOf(`http://127.0.0.1:${port}${OPEN_PATH}`)
  const time = performance.now() - started
  const cpu = (cpuMicros(child.pid) ?? 0) / 1000
  if (status !== 200) throw new BenchmarkError(`the first answer was ${status}`)
  await stop(child)
  return { time, cpu }
}

function statusOf(url) {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent: false }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode))
    })
    asked.once('error', reject)
    asked.end()
  })
}
