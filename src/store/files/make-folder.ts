import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder and its missing parents. `mkdirSync` with `recursive` never returns on a file system that answers ENOENT for
 * a folder whose parent exists, as `/proc` does.
 *
 * @throws the error of the file system
 */
export function makeFolder(path: string): void {
  const parent = dirname(path)
  if (parent !== path && !existsSync(parent)) makeFolder(parent)
  try {
    mkdirSync(path)
  } catch (error) {
    if (!isFolder(path)) throw error
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
