import { existsSync } from 'node:fs'

/** True where a data folder is locked by the kernel. */
export const HAS_KERNEL_LOCK = process.platform === 'linux' && existsSync('/usr/bin/flock')
