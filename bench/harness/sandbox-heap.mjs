/**
 * Prints the bytes of heap that each of many sandboxes holds after one call. Needs `node --expose-gc`.
 * Arguments: how many sandboxes, and the path of the call.
 *
 * @module
 */
import { startUnderstay } from '../../dist/index.mjs'

const [, , count = '500', path = '/'] = process.argv
const understay = await startUnderstay({ log: 'off' })

async function use(name) {
  const { status } = await understay.fetch(`/@${name}${path}`)
  if (status !== 200) throw new Error(`${path} was answered with ${status}`)
}

/** Bytes in use after garbage collections. */
function heap() {
  for (let again = 0; again < 5; again++) globalThis.gc()
  return process.memoryUsage().heapUsed
}

for (let n = 0; n < 50; n++) await use(`warm-${n}`)
const before = heap()
for (let n = 0; n < Number(count); n++) await use(`w${n}`)
process.stdout.write(String((heap() - before) / Number(count)))
await understay.close()
