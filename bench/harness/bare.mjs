/**
 * Starts the bare server that Understay is compared with.
 *
 * @module
 */
import { startModule } from './child.mjs'

/** @param world the first message, see `bare-server.mjs` */
export async function startBare(world) {
  const child = startModule(new URL('./bare-server.mjs', import.meta.url))
  const ready = new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', () => reject(new Error('the bare server ended before it listened')))
  })
  child.send(world)
  const { port } = await ready
  return { child, pid: child.pid, port }
}
