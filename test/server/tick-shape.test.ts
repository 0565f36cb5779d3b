import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const MODULE = resolve('src/server/tick-shape.ts')

/** Prints whether two objects of `process.nextTick` have the same shape, one from before five collections and one from after them. */
const SCRIPT = `
  import { createHook } from 'node:async_hooks'
  import { setTimeout as pause } from 'node:timers/promises'
  import { keepTickShape } from ${JSON.stringify(MODULE)}
  const kept = keepTickShape()
  await pause(10)
  for (let count = 0; count < 5; count++) gc()
  let latest
  const hook = createHook({ init: (id, type, trigger, resource) => { if (type === 'TickObject') latest = resource } }).enable()
  process.nextTick(() => {})
  hook.disable()
  console.log(JSON.stringify({ isSameShape: %HaveSameMap(kept, latest), isOther: kept !== latest, again: keepTickShape() === kept }))
`

test('objects of process.nextTick have one shape before and after garbage collections', async () => {
  const flags = ['--expose-gc', '--allow-natives-syntax', '--import', 'tsx', '--input-type=module', '--eval', SCRIPT]
  const { stdout } = await run(process.execPath, flags)
  expect(JSON.parse(stdout)).toEqual({ isSameShape: true, isOther: true, again: true })
})
