/**
 * A disk that is full, and one that cannot be written any more.
 *
 * @module
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Stream } from '../../../src/simulation/randomness.ts'
import { Program } from '../program.ts'
import { MAY_MOUNT, OwnDisk } from './own-mounts.ts'
import { IS_LONG, report, Writers } from './writers.ts'

const FULL_ROUNDS = IS_LONG ? 40 : 3
const READ_ONLY_ROUNDS = IS_LONG ? 20 : 2
const LIMIT_MS = IS_LONG ? 600_000 : 60_000

interface Started {
  readonly program: Program
  readonly url: string
}

describe.runIf(MAY_MOUNT)('the program on its own disk (needs root, or user namespaces)', () => {
  let disk: OwnDisk
  beforeEach(async () => {
    disk = await OwnDisk.of('8m')
    disk.sh('mkdir "$0/data"')
  })
  afterEach(() => disk.end())

  async function start(): Promise<Started> {
    const args = ['start', '--port', '0', '--data', `${disk.folder}/data`, '--token-lifetime', '1000000']
    const program = new Program(args, {}, '.', disk.entrance)
    return { program, url: await program.listening() }
  }

  const control = (url: string, method: string, path: string, body?: object) =>
    fetch(`${url}/_understay/${path}`, { method, ...(body && { body: JSON.stringify(body) }) })

  test(
    'when it is full: calls are refused with 507 and instructions, nothing else changes, and they succeed once there is room',
    async () => {
      const sizes = new Stream('room that is left')
      const writers = new Writers()
      let { program, url } = await start()
      await writers.enter(url)
      await writers.work(url, 4, 10)
      for (let round = 0; round < FULL_ROUNDS; round++) {
        disk.sh('head -c 8m /dev/zero > "$0/ballast" 2>/dev/null || true')
        // a little room, so that a write ends anywhere in a line
        disk.sh(`truncate -s -${4096 * sizes.integer(0, 3)} "$0/ballast"`)
        const refused = writers.refused
        await writers.work(url, 5, 12)
        expect(writers.refused).toBeGreaterThan(refused)
        await writers.verify(url)
        const snapshot = await control(url, 'POST', 'snapshots', { name: `s${round}` })
        expect(snapshot.status).toBe(507)
        expect(await snapshot.text()).toContain('is full; make room on it')
        expect(await (await control(url, 'GET', 'snapshots')).json()).toEqual([])
        if (round % 2 === 1) {
          await program.stop('SIGKILL')
          ;({ program, url } = await start())
          await writers.verify(url)
        }
        disk.sh('rm "$0/ballast"')
        expect(await writers.change(url)).toBe(200)
        await writers.verify(url)
      }
      await program.stop('SIGKILL')
      ;({ program, url } = await start())
      await writers.verify(url)
      expect((await program.stop()).code).toBe(0)
      report(`full disk: ${FULL_ROUNDS} rounds, ${writers.acknowledged} acknowledged, ${writers.refused} refused, 0 lost`)
    },
    LIMIT_MS,
  )

  test(
    'when it is read-only: changes are refused with 507, and acknowledged ones survive a restart',
    async () => {
      const writers = new Writers()
      let { program, url } = await start()
      await writers.enter(url)
      for (let round = 0; round < READ_ONLY_ROUNDS; round++) {
        await writers.work(url, 4, 5)
        // a restart, so that the change log is opened with the next change
        if (round % 2 === 1) {
          await program.stop()
          ;({ program, url } = await start())
        }
        disk.sh('mount --bind "$0/data" "$0/data" && mount -o remount,bind,ro "$0/data"')
        const reset = await control(url, 'POST', 'reset')
        expect(reset.status).toBe(507)
        expect(await reset.text()).toMatch(/cannot be written \(EROFS\); make it writable/)
        // a change log that is open can still be written: whatever is acknowledged has to be in it
        const [acknowledged, refused] = [writers.acknowledged, writers.refused]
        await writers.work(url, 4, 5)
        expect(writers.acknowledged + writers.refused - acknowledged - refused).toBe(20)
        if (round % 2 === 1) expect(writers.acknowledged).toBe(acknowledged)
        await writers.verify(url)
        disk.sh('umount "$0/data"')
        expect(await writers.change(url)).toBe(200)
        await program.stop('SIGKILL')
        ;({ program, url } = await start())
        await writers.verify(url)
      }
      await program.stop()
      report(
        `read-only disk: ${READ_ONLY_ROUNDS} rounds, ${writers.acknowledged} acknowledged, ${writers.refused} refused, 0 lost`,
      )
    },
    LIMIT_MS,
  )
})
