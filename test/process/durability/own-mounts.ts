/**
 * A folder on a small disk in memory, seen by those processes only that are started in it.
 *
 * @module
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** True where the system lets this user mount a file system of its own: as root, or in a user namespace. */
export const MAY_MOUNT =
  process.platform === 'linux' && spawnSync('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs none /mnt']).status === 0

/** A file system of its own. */
export class OwnDisk {
  readonly folder = mkdtempSync(join(tmpdir(), 'understay-disk-'))
  readonly #holder: ChildProcess

  private constructor(holder: (folder: string) => ChildProcess) {
    this.#holder = holder(this.folder)
  }

  static async of(size: string): Promise<OwnDisk> {
    const disk = new OwnDisk((folder) =>
      spawn('unshare', ['-rm', 'sh', '-c', `mount -t tmpfs -o size=${size} tmpfs "$0" && echo mounted && exec cat`, folder], {
        stdio: ['pipe', 'pipe', 'inherit'],
      }),
    )
    await new Promise<void>((resolve, reject) => {
      disk.#holder.stdout?.once('data', () => resolve())
      disk.#holder.once('exit', () => reject(new Error('the disk could not be mounted')))
    })
    return disk
  }

  /** What a command line has to begin with to see the disk. */
  get entrance(): readonly [string, ...string[]] {
    return ['nsenter', '-t', String(this.#holder.pid), '-U', '-m', '--preserve-credentials', '--']
  }

  /** Runs a shell command that sees the disk as `$0`. @returns what it prints */
  sh(command: string): string {
    const [program, ...args] = this.entrance
    return execFileSync(program, [...args, 'sh', '-c', command, this.folder], { encoding: 'utf8' })
  }

  end(): void {
    this.#holder.kill('SIGKILL')
    rmSync(this.folder, { recursive: true, force: true })
  }
}
