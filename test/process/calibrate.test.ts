import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from './program.ts'
import { runShared } from './shared-process.ts'

test('a recording without a call of the interface leaves nothing behind', async () => {
  const folder = newFolder()
  const [file, out] = [join(folder, 'empty.har'), join(folder, 'twin')]
  writeFileSync(file, JSON.stringify({ log: { version: '1.2', entries: [] } }))
  const { code, err } = await runShared(['calibrate', file, '--out', out])
  expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining('no call of the interface was recorded') })
  expect(existsSync(out)).toBe(false)
  const entry = {
    startedDateTime: '2026-11-20T15:00:00Z',
    request: { method: 'GET', url: 'https://host.example/hotel/api/core/report', headers: [] },
    response: { status: 200, headers: [], content: {} },
  }
  writeFileSync(file, JSON.stringify({ log: { version: '1.2', entries: [entry] } }))
  expect((await runShared(['calibrate', file, '--out', out])).err).toContain('is it --product hotel?')
})

test('a recording without the bodies of its responses is refused', async () => {
  const [file, out] = [join(newFolder(), 'calls.har'), join(newFolder(), 'twin')]
  const request = { method: 'GET', url: 'https://host.example/service/api/search/stars/4', headers: [] }
  const response = { status: 200, headers: [], content: { mimeType: 'application/json', size: 60 } }
  const entry = { startedDateTime: '2026-11-20T15:00:00Z', request, response }
  writeFileSync(file, JSON.stringify({ log: { version: '1.2', entries: [entry] } }))
  const { code, err } = await runShared(['calibrate', file, '--out', out])
  expect({ code, err }).toMatchObject({
    code: 2,
    err: expect.stringContaining('responses have no bodies, or compressed ones: save it with content'),
  })
  expect(existsSync(out)).toBe(false)
})

test('what is no folder is named by its flag', async () => {
  const [file, out] = [join(newFolder(), 'calls.har'), join(newFolder(), 'none')]
  const request = { method: 'GET', url: 'https://host.example/service/api/search/stars/4', headers: [] }
  const entry = { startedDateTime: '2026-11-20T15:00:00Z', request, response: { status: 200, headers: [], content: {} } }
  writeFileSync(file, JSON.stringify({ log: { version: '1.2', entries: [entry] } }))
  const check = `understay: --check: there is no ${join(out, 'understay.config.yaml')}; name the folder that calibrate --out wrote\n`
  expect(await runShared(['calibrate', file, '--check', out])).toMatchObject({ code: 2, err: check })
  const isFile = `understay: --out: cannot write to ${file}: it is a file, and a folder is needed\n`
  expect(await runShared(['calibrate', file, '--out', file])).toMatchObject({ code: 1, err: isFile })
})

test('recordings of two hosts are told, since they may be of two deployments', async () => {
  const folder = newFolder()
  const files = ['one.example', 'two.example'].map((host, index) => {
    const entry = {
      startedDateTime: `2026-11-20T15:0${index}:00Z`,
      request: { method: 'GET', url: `https://${host}/service/api/search/stars/4`, headers: [] },
      response: { status: 200, headers: [], content: { text: '{"data":{"properties":[]},"meta":{"code":200}}' } },
    }
    writeFileSync(join(folder, `${host}.har`), JSON.stringify({ log: { version: '1.2', entries: [entry] } }))
    return join(folder, `${host}.har`)
  })
  const out = join(folder, 'twin')
  const { code, err } = await runShared(['calibrate', ...files.toReversed(), '--out', out])
  expect(JSON.parse(readFileSync(join(out, 'calibration.json'), 'utf8')).numbered).toEqual([
    { call: '#1', file: files[0], entry: 0, operation: 'searchByStars' },
    { call: '#2', file: files[1], entry: 0, operation: 'searchByStars' },
  ])
  expect({ code, err }).toEqual({
    code: 0,
    err: 'understay: the recordings are of one.example and two.example, taken for one deployment; if they are not, calibrate each alone\n',
  })
})

test('a recording whose credentials a browser left out is no ground for drift', async () => {
  const folder = newFolder()
  const entry = (headers: object[], status: number) => ({
    startedDateTime: '2026-11-20T15:00:00Z',
    request: { method: 'GET', url: 'https://host.example/service/api/tariffs/1', headers },
    response: { status, headers: [], content: { text: '{"meta":{"code":404,"error_message":"no such property"}}' } },
  })
  const write = (name: string, ...entries: object[]): string => {
    writeFileSync(join(folder, name), JSON.stringify({ log: { version: '1.2', entries } }))
    return join(folder, name)
  }
  const bearer = { name: 'Authorization', value: 'Bearer 1234567890' }
  const [whole, sanitized] = [write('whole.har', entry([bearer], 404), entry([], 404)), write('sanitized.har', entry([], 404))]
  const out = join(folder, 'twin')
  expect(await runShared(['calibrate', whole, '--out', out])).toMatchObject({ code: 0, err: '' })
  const said =
    'no call has an Authorization header (browsers export it with sensitive data only), so the client of 1 call is not known'
  const checked = await runShared(['calibrate', sanitized, '--check', out])
  expect(checked).toMatchObject({ code: 2, out: '', err: `understay: ${sanitized}: ${said}: what differs may be no drift\n` })
  const taken = await runShared(['calibrate', sanitized, '--out', join(folder, 'other')])
  expect(taken).toMatchObject({ code: 0, err: `understay: ${said}; the one that asked for a token last is assumed\n` })
})

test('a check knows the product of the calibration', async () => {
  const folder = newFolder()
  const [file, out] = [join(folder, 'calls.har'), join(folder, 'twin')]
  const entry = {
    startedDateTime: '2026-11-20T15:00:00Z',
    request: { method: 'GET', url: 'https://host.example/hotel/api/core/report', headers: [] },
    response: { status: 404, headers: [], content: {} },
  }
  writeFileSync(file, JSON.stringify({ log: { version: '1.2', entries: [entry] } }))
  expect(await runShared(['calibrate', file, '--out', out, '--product', 'hotel'])).toMatchObject({ code: 0 })
  const checked = await runShared(['calibrate', file, '--check', out])
  expect(checked).toMatchObject({ code: 0, out: expect.stringContaining('of 1 calls answered equally') })
  writeFileSync(join(out, 'calibration.json'), '{}')
  const damaged = await runShared(['calibrate', file, '--check', out])
  expect(damaged).toMatchObject({ code: 2, err: expect.stringContaining('is not of a calibration: write it again with --out') })
})

test('the answer of a choice that was not decided is no ground for drift', async () => {
  const folder = newFolder()
  const [file, out] = [join(folder, 'calls.har'), join(folder, 'twin')]
  const entry = {
    startedDateTime: '2026-11-20T15:00:00Z',
    request: { method: 'GET', url: 'https://host.example/service/api/search/stars/4', headers: [] },
    response: { status: 200, headers: [], content: { text: '{"data":{"search_results":[]},"meta":{"code":200}}' } },
  }
  writeFileSync(file, JSON.stringify({ log: { version: '1.2', entries: [entry] } }))
  await runShared(['calibrate', file, '--out', out])
  const [config, evidence] = [join(out, 'understay.config.yaml'), join(out, 'calibration.json')]
  writeFileSync(config, readFileSync(config, 'utf8').replace(/meta_site: .*/, 'meta_site: included'))
  expect(await runShared(['calibrate', file, '--check', out])).toMatchObject({
    code: 3,
    out: expect.stringContaining('drift: meta_site is left_out now, was included (#1)'),
  })
  const calibration = JSON.parse(readFileSync(evidence, 'utf8'))
  const choices = calibration.choices.map((one: object) => ({ ...one, state: 'undecided' }))
  writeFileSync(evidence, JSON.stringify({ ...calibration, choices }))
  expect(await runShared(['calibrate', file, '--check', out])).toMatchObject({
    code: 0,
    out: expect.stringContaining('known now: meta_site is left_out, included was assumed (#1)'),
  })
})

test('of several recordings, the one that cannot be read is named', async () => {
  const folder = newFolder()
  const [sound, broken] = [join(folder, 'sound.har'), join(folder, 'broken.har')]
  writeFileSync(sound, '{"log":{"version":"1.2","entries":[]}}')
  writeFileSync(broken, '{"log":')
  expect(await runShared(['calibrate', sound, broken, '--out', join(folder, 'twin')])).toMatchObject({
    code: 2,
    err: expect.stringMatching(`^understay: ${broken}: line 1, column 8: `),
  })
})
