import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ports that systems give to servers that ask for any: nobody is given such a port after it was found free. */
const [FIRST, LAST] = [20_000, 30_000]

/** A port of 127.0.0.1 at which nothing listens, and that no other server is given by chance. */
export async function freePort(): Promise<number> {
  const port = randomInt(FIRST, LAST)
  const probe = createServer()
  const isFree = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => resolve(true))
  })
  if (!isFree) return await freePort()
  await new Promise((resolve) => probe.close(resolve))
  return port
}
