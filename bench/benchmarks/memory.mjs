import { setTimeout as pause } from 'node:timers/promises'
import { RequirementError } from '../harness/errors.mjs'
import { hasProc, residentMegabytes } from '../harness/process-figures.mjs'
import { atMost } from '../harness/report.mjs'
import { median, range } from '../harness/statistics.mjs'
import { startUnderstay } from '../harness/understay.mjs'
import { QUIET } from '../harness/world.mjs'

const STARTS = 5
const REST_MS = 2000

/** Resident memory of an idle server. */
export const memory = {
  about: 'memory at rest after a start with the baseline world (Linux)',
  async run({ quick }) {
    if (!hasProc) throw new RequirementError('needs Linux: it reads /proc')
    const measured = await Promise.all(Array.from({ length: quick ? 1 : STARTS }, atRest))
    return [
      {
        what: 'resident memory at rest',
        goal: atMost(70, 'MB', 0),
        value: median(measured),
        details: [`${measured.length} starts, ${range(measured, 1)} MB, ${REST_MS / 1000} s after one answer`],
      },
    ]
  },
}

/** Starts a server, sends one request and waits for two seconds. */
async function atRest() {
  const understay = await startUnderstay(['--memory', ...QUIET])
  await understay.firstAnswer()
  await pause(REST_MS)
  const megabytes = residentMegabytes(understay.pid)
  await understay.stop()
  return megabytes
}
