/**
 * Processor time and memory of a process, read from /proc on Linux; undefined on other systems.
 *
 * @module
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** True where /proc is available. */
export const hasProc = existsSync('/proc/self/stat')

/**
 * Processor time of a process in microseconds, all threads included. Precise to the nanosecond where the kernel has scheduler
 * statistics, else to 10 ms.
 */
export function cpuMicros(pid) {
  if (!hasProc) return undefined
  return schedulerMicros(pid) ?? tickMicros(pid)
}

function schedulerMicros(pid) {
  try {
    let nanos = 0
    for (const task of readdirSync(`/proc/${pid}/task`)) {
      nanos += Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0])
    }
    return nanos > 0 ? nanos / 1000 : undefined
  } catch {
    return undefined
  }
}

function tickMicros(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

/** Resident memory of a process, in megabytes of 1,000,000 bytes. */
export function residentMegabytes(pid) {
  if (!hasProc) return undefined
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return kibibytes === undefined ? undefined : (Number(kibibytes) * 1024) / 1_000_000
}

/** Peak resident memory of a process, in megabytes of 1,000,000 bytes. */
export function peakMegabytes(pid) {
  if (!hasProc) return undefined
  const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return kibibytes === undefined ? undefined : (Number(kibibytes) * 1024) / 1_000_000
}
