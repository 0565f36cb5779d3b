import { expect, test } from 'vitest'
import { productOf } from '../../src/api/product.ts'
import { choicesOf } from '../../src/booking-contract/choices/choices.ts'
import { calibrate } from '../../src/calibration/calibrate.ts'
import { checkDrift, checkText } from '../../src/calibration/check.ts'
import { evidenceOf } from '../../src/calibration/evidence.ts'
import { readRecordings } from '../../src/calibration/recording.ts'
import { reportMarkdown } from '../../src/calibration/report.ts'
import { worldOf } from '../../src/calibration/world.ts'
import { resolveConfig } from '../../src/config/config.ts'
import { randomWorld, recordDeployment } from './deployment.ts'

const PRODUCT = productOf('service')
const choices = choicesOf('documented')
const asked = (...targets: readonly string[]) =>
  targets.map((t) => ({ m: t.split(' ')[0] ?? '', t: t.split(' ')[1] ?? '', as: 'full' }))
const worldIn = (...texts: readonly string[]) => worldOf(readRecordings(texts, PRODUCT).calls, { at: 0, keepSecrets: false })

test('properties with different tax rates keep them, and nobody is said to have changed one', async () => {
  const data = await randomWorld(5)
  const properties = [data['properties']]
    .flat()
    .map((row) =>
      Object(row).id === 4 ? { ...Object(row), settings: { ...Object(row).settings, accommodation_tax_code: '9' } } : row,
    )
  const taxes = [...[data['tax_rates']].flat(), { id: 9, code: 'ISS', description: 'Imposto', rate: 5 }]
  const session = (property: number) => ({ m: 'GET', t: `/booking/initialise/${property}/en-GB`, s: `visit-${property}` })
  const deployment = { choices, data: { ...data, properties, tax_rates: taxes } }
  const [har = ''] = await recordDeployment(deployment, [[session(1), session(4), session(1)]])
  const world = await worldIn(har)
  expect([world.data['tax_rates']].flat().map((row) => Object(row).rate)).toEqual([20, 5])
  expect([world.data['properties']].flat().find((row) => Object(row).id === 4)).toMatchObject({
    settings: { accommodation_tax_code: '2' },
  })
  expect(world.others).toEqual([])
})

test('what a recorded call changed, or another recording of the same first world lacks, was not changed by others', async () => {
  const deployment = { choices, data: await randomWorld(5) }
  const list = ['GET /listbooking/1', 'GET /listinvoices/1', 'GET /guests/1/list']
  const before = await recordDeployment(deployment, [asked(...list)])
  const after = await recordDeployment(deployment, [asked(...list, 'DELETE /guests/1/1', ...list)])
  expect((await worldIn(...before, ...after, ...before)).others).toEqual([])
})

test('the calls of a file count once where another file has all of them', async () => {
  const targets = asked('GET /properties/all', 'GET /tariffs/1', 'GET /listbooking/4')
  const [text = ''] = await recordDeployment({ choices, data: await randomWorld(5) }, [targets])
  const file = JSON.parse(text)
  const withEntries = (entries: readonly object[]) => JSON.stringify({ log: { ...file.log, entries } })
  const part = withEntries(file.log.entries.slice(0, 3))
  const once = readRecordings([text], PRODUCT).calls.length
  for (const texts of [
    [text, text],
    [part, text],
    [text, part, text],
  ]) {
    const { calls, skipped } = readRecordings(texts, PRODUCT)
    expect(calls).toHaveLength(once)
    expect(new Set(skipped.map(({ reason }) => reason))).toEqual(new Set(['another file has all calls of this one']))
    expect(skipped.some((one) => calls.some((call) => call.file === one.file))).toBe(false)
  }
  const later = withEntries(file.log.entries.map((one: object) => ({ ...one, startedDateTime: '2026-12-01T10:00:00Z' })))
  expect(readRecordings([text, later], PRODUCT).calls).toHaveLength(2 * once)
})

test('rooms of a property of which no call showed one are told to be assumed', async () => {
  const deployment = { choices, data: await randomWorld(5) }
  const [har = ''] = await recordDeployment(deployment, [asked('GET /properties/all', 'GET /tariffs/1', 'GET /listbooking/4')])
  const found = await calibrate([har], { config: resolveConfig({}), keepSecrets: false })
  expect(found.world.assumedRooms).toContain(1)
  expect(found.world.assumedRooms).not.toContain(4)
  const said = `no call showed rooms of property ${found.world.assumedRooms.join(', ')}: theirs are assumed`
  expect(reportMarkdown(evidenceOf(found, ['run.har']))).toContain(said)
})

test('a token of which the response was not recorded is of the client that asked for it', async () => {
  const data = await randomWorld(5)
  const [har = ''] = await recordDeployment({ choices, data }, [asked('GET /properties/all', 'GET /listbooking/1')])
  const file = JSON.parse(har)
  for (const { request, response } of file.log.entries)
    if (request.url.endsWith('/oauth/token')) response.content = { size: 90, mimeType: 'application/json' }
  const bare = JSON.stringify(file)
  expect(readRecordings([bare], PRODUCT).calls.map(({ client }) => client)).toEqual(['full', 'full', 'full'])
  expect([(await worldIn(bare)).data['clients']].flat().map((row) => Object(row).id)).toEqual(['full'])
})

test.each([
  ['the journal names', { client: 'full' }, 'full'],
  ['nothing names', undefined, undefined],
])('a token request with a masked Basic header is of the client that %s', async (_, note, client) => {
  const data = await randomWorld(5)
  const [har = ''] = await recordDeployment({ choices, data }, [asked('GET /properties/all')])
  const file = JSON.parse(har)
  const [entry] = file.log.entries
  entry.request.headers.push({ name: 'Authorization', value: 'Basic [masked]' })
  entry.request.postData.text = 'grant_type=client_credentials'
  entry._understay = note
  expect(readRecordings([JSON.stringify(file)], PRODUCT).calls[0]?.client).toBe(client)
})

test('a check that sees less tells no changed rows: what is assumed was not read', async () => {
  const data = await randomWorld(5)
  const few = asked('GET /properties/all', 'GET /listbooking/1')
  const [whole = '', part = ''] = await recordDeployment({ choices, data }, [
    [...few, ...asked('GET /tariffs/1', 'GET /search/stars/4')],
    few,
  ])
  const before = { choices, data: (await worldIn(whole)).data, assumed: [], known: [] }
  const options = { config: resolveConfig({}), keepSecrets: false }
  expect((await checkDrift([part], before, options)).rows).toEqual([])
  const guests = [data['guests']].flat().map((row) => ({ ...Object(row), firstname: 'Other' }))
  const [other = ''] = await recordDeployment({ choices, data: { ...data, guests } }, [few])
  expect((await checkDrift([other], before, options)).rows).toContain('guests 1: firstname')
})

test('a field that the deployment answers newly is told as new, one that it leaves out as gone', async () => {
  const deployment = { choices, data: await randomWorld(5) }
  const [har = ''] = await recordDeployment(deployment, [asked('GET /properties/all', 'GET /listbooking/1')])
  const before = { choices, data: (await worldIn(har)).data, assumed: [], known: [] }
  const other = har.replaceAll('\\"special_reqs\\":', '\\"uses\\":5,\\"wishes\\":')
  const { shapes } = await checkDrift([other], before, { config: resolveConfig({}), keepSecrets: false })
  expect(shapes).toEqual([
    'listBookings data.listbooking.*.special_reqs: missing now, was string',
    'listBookings data.listbooking.*.uses: number now, was missing',
    'listBookings data.listbooking.*.wishes: string now, was missing',
  ])
})

test('a shape that an earlier response had is no drift, although the rows that were known then did not show it', async () => {
  const deployment = { choices, data: await randomWorld(5) }
  const [har = ''] = await recordDeployment(deployment, [asked('GET /properties/all', 'GET /listbooking/1')])
  const options = { config: resolveConfig({}), keepSecrets: false }
  const newer = har.replaceAll('\\"special_reqs\\":', '\\"uses\\":{\\"spa\\":1},\\"special_reqs\\":')
  const known = (text: string) => calibrate([text], options).then((found) => evidenceOf(found, []).known)
  // The list of the twin was empty.
  const texts = (await known(newer)).filter((text) => !text.includes('recorded map, now missing'))
  const before = { choices, data: (await worldIn(har)).data, assumed: [], known: texts }
  expect((await checkDrift([newer], before, options)).shapes).toEqual([])
  expect((await checkDrift([newer], { ...before, known: await known(har) }, options)).shapes).toHaveLength(1)
})

test('keys that are no names of fields are not kept: they may be names of people or addresses', async () => {
  const deployment = { choices, data: await randomWorld(5) }
  const [har = ''] = await recordDeployment(deployment, [asked('GET /properties/all', 'GET /listbooking/1')])
  const options = { config: resolveConfig({}), keepSecrets: false }
  const uses = JSON.stringify({ 'Anna "Spooner"': { n: 1 }, 'anna@example.com': { n: 2 } })
  const newer = har.replaceAll('\\"special_reqs\\":', `${JSON.stringify(`"uses":${uses},`).slice(1, -1)}\\"special_reqs\\":`)
  const { known } = evidenceOf(await calibrate([newer], options), [])
  expect(known).toContain('listBookings data.listbooking.*.uses.*.n: number')
  expect(known.join('\n')).not.toMatch(/Anna|Spooner/i)
  const before = { choices, data: (await worldIn(har)).data, assumed: [], known }
  expect((await checkDrift([newer], before, options)).shapes).toEqual([])
})

test('fields with other values, which no choice explains, are named with their calls, and are no drift', async () => {
  const deployment = { choices, data: await randomWorld(5) }
  const [har = ''] = await recordDeployment(deployment, [asked(...Array(3).fill('GET /listbooking/1'), 'GET /properties/all')])
  const before = { choices, data: (await worldIn(har)).data, assumed: [], known: [] }
  const file = JSON.parse(har)
  for (const { response } of file.log.entries.slice(2))
    response.content.text = response.content.text.replaceAll('"special_reqs":"', '"special_reqs":"late')
  const listed = JSON.parse(file.log.entries[4].response.content.text)
  listed.data.ids.reverse()
  file.log.entries[4].response.content.text = JSON.stringify(listed)
  // a new row is no field with another value
  const last = JSON.parse(file.log.entries[3].response.content.text)
  last.data.listbooking.push({ ...last.data.listbooking[0], contract_uid: 9999 })
  file.log.entries[3].response.content.text = JSON.stringify(last)
  const checked = await checkDrift([JSON.stringify(file)], before, { config: resolveConfig({}), keepSecrets: false })
  const values = ['listBookings data.listbooking.*.special_reqs (#3, #4)', 'listProperties data.ids.* (#5)']
  expect(checked).toMatchObject({ drifts: [], shapes: [], values })
  expect(checkText(checked)).toContain('other value: listBookings data.listbooking.*.special_reqs (#3, #4)\n')
})
