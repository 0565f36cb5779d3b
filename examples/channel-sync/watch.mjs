import { setTimeout as sleep } from 'node:timers/promises'

const PAUSE_SECONDS = 5

/** Calls a function now, and every five seconds for a number of seconds. */
export async function watch(seconds, look) {
  await look()
  for (let passed = 0; passed < seconds; passed += PAUSE_SECONDS) {
    await sleep(PAUSE_SECONDS * 1000)
    await look()
  }
}
