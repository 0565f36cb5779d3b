import { codeOf } from './caught-error.ts'

/** True for a process of this machine that has not ended, also one of another user. */
export function processExists(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}
