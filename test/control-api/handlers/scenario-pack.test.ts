import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startUnderstay, type Understay } from '../../../src/index.ts'

let server: Understay
beforeAll(async () => {
  server = await startUnderstay({ listen: false })
})
afterAll(() => server.close())

const ask = async (path: string, body?: string) => {
  const answer = await server.fetch(`/_understay/${path}`, body === undefined ? {} : { method: 'POST', body })
  return { status: answer.status, body: JSON.parse(await answer.text()) }
}

describe('the bundled scenarios', () => {
  test('are listed, and the text of each is valid', async () => {
    const { body: pack } = await ask('scenarios')
    expect(pack.length).toBeGreaterThan(10)
    for (const { name, about, bundled } of pack) {
      expect(bundled).toBe(true)
      const { body } = await ask(`scenarios/${name}`)
      expect(body).toEqual({ name, about, text: expect.stringContaining(`name: ${name}`) })
      expect((await ask('scenario/check', body.text)).body).toEqual({ problems: [] })
    }
  })

  test.each(['nothing', '..%2Fschema', 'constructor'])('do not include %s', async (name) => {
    const { status, body } = await ask(`scenarios/${name}`)
    expect([status, body.error]).toEqual([404, expect.stringContaining('GET /_understay/scenarios lists them')])
  })
})

describe('the scenarios in folders named at start', () => {
  const OWN = 'name: own-day\nabout: One slow answer.\nfaults:\n  - { on: { operation: listBookings }, network: { delay: 1s } }\n'
  const ROWS = 'users:\n  - { id: 900, name: Ada, email: ada@example.com }\n'

  test('are listed before the bundled ones and played by the listed name; fixtures are not listed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'understay-scenarios-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    writeFileSync(join(folder, 'own.yaml'), OWN)
    writeFileSync(join(folder, 'sent.json'), JSON.stringify({ about: 'As JSON.', name: 'sent-day', seed: 2 }))
    writeFileSync(join(folder, 'unsound.yaml'), `${OWN}fautls: []\n`)
    writeFileSync(join(folder, 'rows.yaml'), ROWS)
    const later = join(folder, 'later')
    mkdirSync(later)
    writeFileSync(join(later, 'own.yaml'), OWN.replace('own-day', 'hidden-day'))
    const started = await startUnderstay({ listen: false, scenarios: [folder, later] })
    const list = JSON.parse(await (await started.fetch('/_understay/scenarios')).text())
    const own = list.slice(
      0,
      list.findIndex(({ bundled }: { readonly bundled: boolean }) => bundled),
    )
    expect(own).toEqual([
      { name: 'own.yaml', about: 'One slow answer.', bundled: false },
      { name: 'sent.json', about: 'As JSON.', bundled: false },
      { name: 'unsound.yaml', about: 'One slow answer.', bundled: false },
    ])
    const play = (name: string) => started.fetch('/_understay/scenario', { method: 'PUT', body: JSON.stringify({ name }) })
    expect(await (await play('own.yaml')).json()).toMatchObject({ scenario: { name: 'own-day' } })
    expect(await (await play('sent.json')).json()).toMatchObject({ scenario: { name: 'sent-day' } })
    expect(await (await play('unsound.yaml')).json()).toMatchObject({ error: expect.stringContaining('fautls') })
    const page = await (await started.fetch('/_understay/console/scenario')).text()
    expect(page).toContain('aria-label="Play own.yaml"')
    expect(page).toContain('<div>own.yaml<br><small>One slow answer.</small></div>')
    await started.close()
  })
})

describe('a scenario that is validated', () => {
  test('is returned with every problem, line, column and field, and is not run', async () => {
    const text =
      'name: own\nfaults:\n  - on: { operation: listBooking }\n    network: { status: 503 }\n  - on: {}\n    token: old\n'
    const { status, body } = await ask('scenario/check', text)
    expect(status).toBe(200)
    expect(body.problems.length).toBeGreaterThan(0)
    for (const problem of body.problems)
      expect(problem).toMatchObject({
        line: expect.any(Number),
        column: expect.any(Number),
        field: expect.stringMatching(/^faults/),
      })
    const { body: first } = await ask('scenario/check', text.replace('token: old', 'token: expired'))
    expect(first.problems).toMatchObject([
      { line: 3, field: 'faults[0].on.operation', message: expect.stringContaining('listBookings') },
    ])
    expect((await ask('scenario')).body.scenario).toBeNull()
  })

  test('is returned with problems of meaning beside those of form', async () => {
    const text = `name: own
clock: { run: backwards }
faults:
  - { on: { operation: listBooking }, network: { status: 503 } }
traffic:
  - { id: guests, do: guest_books, evry: 1h }
expect:
  - { id: all, each: guests, within: 10m, operation: listBookings }
`
    const { body } = await ask('scenario/check', text)
    const fields = body.problems.map(({ line, field }: { readonly line: number; readonly field: string }) => [line, field])
    expect(fields).toEqual(
      expect.arrayContaining([
        [2, 'clock.run'],
        [4, 'faults[0].on.operation'],
      ]),
    )
    expect(fields.some(([, field]: readonly [number, string]) => field.startsWith('traffic[0]'))).toBe(true)
    expect(fields.every(([, field]: readonly [number, string]) => !field.startsWith('expect'))).toBe(true)
    const lines = fields.map(([line]: readonly [number]) => line)
    expect(lines).toEqual([...lines].sort((a, b) => a - b))
  })

  test.each([
    ['nothing', '  \n', 400],
    ['what is no YAML', 'name: [', 200],
  ])('%s is reported', async (_, text, status) => {
    const answer = await ask('scenario/check', text)
    expect(answer.status).toBe(status)
    expect(answer.body.error ?? answer.body.problems[0].message).toEqual(expect.any(String))
  })
})
