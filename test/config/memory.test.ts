import { expect, test } from 'vitest'
import { configFile, readConfig } from '../support/start-config.ts'

test('keeps everything in memory with --memory, also when the environment names a folder', async () => {
  expect((await readConfig(['--memory'], {})).data).toBeUndefined()
  expect((await readConfig(['--memory'], { UNDERSTAY_DATA: '/data' })).data).toBeUndefined()
  expect((await readConfig([], { UNDERSTAY_MEMORY: 'true' })).data).toBeUndefined()
  expect((await readConfig(['--config', configFile('data: d')], { UNDERSTAY_MEMORY: 'true' })).data).toBeUndefined()
  expect((await readConfig(['--data', 'd'], { UNDERSTAY_MEMORY: 'true' })).data).toBe('d')
})

test('tells which of memory, data and store has no effect: that of the weaker source', async () => {
  const file = configFile('store: postgres://x/y\nadvertise: http://10.0.0.5:4010\nidle: 5m\n')
  const filed = `${file}:1:1 store`
  const env = { UNDERSTAY_MEMORY: 'true' }
  const inMemory = { data: undefined, store: undefined, advertise: undefined, idle: undefined }
  const args = ['--config', file]
  expect(await readConfig([...args, '--memory'], {})).toMatchObject({
    ...inMemory,
    overruled: `${filed}: no effect, because of --memory`,
  })
  expect(await readConfig(args, env)).toMatchObject({
    ...inMemory,
    overruled: `${filed}: no effect, because of UNDERSTAY_MEMORY`,
  })
  expect(await readConfig(['--data', 'd'], env)).toMatchObject({
    data: 'd',
    overruled: 'UNDERSTAY_MEMORY: no effect, because of --data',
  })
  expect(await readConfig(['--memory'], {})).toMatchObject({ ...inMemory, overruled: undefined })
  expect((await readConfig(['--data', 'd'], { UNDERSTAY_MEMORY: 'false' })).overruled).toBeUndefined()
})

test('tells that fsync has no effect in memory', async () => {
  const env = { UNDERSTAY_MEMORY: 'true', UNDERSTAY_FSYNC: 'true', UNDERSTAY_DATA: '/data' }
  const unused = async (args: readonly string[], given: Readonly<Record<string, string>>) =>
    (await readConfig(args, given)).overruled
  expect(await unused(['--memory'], env)).toBe('UNDERSTAY_DATA, UNDERSTAY_FSYNC: no effect, because of --memory')
  expect(await unused([], { ...env, UNDERSTAY_DATA: '' })).toBe('UNDERSTAY_FSYNC: no effect, because of UNDERSTAY_MEMORY')
  expect(await unused(['--memory'], { UNDERSTAY_FSYNC: 'false' })).toBeUndefined()
  const inFile = ['--config', configFile('memory: true\nfsync: true\n')]
  await expect(readConfig(inFile, {})).rejects.toThrow(/:1:1 memory and \S+:2:1 fsync cannot be combined$/)
  expect(await readConfig([...inFile, '--data', 'd'], {})).toMatchObject({ data: 'd', fsync: true })
})

test('keeps the settings of replicas beside memory alone, so that start refuses them', async () => {
  const replica = { UNDERSTAY_MEMORY: 'true', UNDERSTAY_ADVERTISE: 'http://10.0.0.5:4010', UNDERSTAY_IDLE: '5m' }
  expect(await readConfig([], replica)).toMatchObject({ advertise: 'http://10.0.0.5:4010', idle: 300_000 })
})

test('takes what stores when the environment, which may be that of an image, has both', async () => {
  const env = { UNDERSTAY_MEMORY: 'true', UNDERSTAY_DATA: '/data' }
  expect(await readConfig([], env)).toMatchObject({
    data: '/data',
    overruled: 'UNDERSTAY_MEMORY: no effect, because of UNDERSTAY_DATA',
  })
})

test.each(['data: d', 'store: postgres://x/y'])('refuses memory beside "%s" in one file', async (line) => {
  const reading = readConfig(['--config', configFile(`memory: true\n${line}\n`)], {})
  await expect(reading).rejects.toThrow(/:1:1 memory and \S+:2:1 (data|store) cannot be combined$/)
})
