import { Histogram } from '../base/metrics.ts'

/** Upper bounds in milliseconds. */
const FLUSH_BOUNDS = [0.5, 1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 5000]

/** The durations of flushes; each stores a batch of changes. */
export const flushTimes = (): Histogram =>
  new Histogram(
    'understay_storage_flush_duration_seconds',
    'How long a batch of changes took to be stored for good: a commit of PostgreSQL, or fsync with --fsync.',
    FLUSH_BOUNDS,
  )
