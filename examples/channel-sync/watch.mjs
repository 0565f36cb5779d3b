import { setTimeout as sleep } from 'node:timers/promises'

const PAUSE_SECONDS = 5

/** Looks once, and again every five seconds until so many seconds have passed. */
export async function watch(seconds, look) {
  await look()
  for (let passed = 0; passed < seconds; passed += PAUSE_SECONDS) {
    await sleep(PAUSE_SECONDS * 1000)
    await look()
  }
}
