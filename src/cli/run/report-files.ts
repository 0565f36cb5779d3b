/** The files of `understay run --report FOLDER`: those of the run, and a folder `@name` for each named sandbox. */
import { accessSync, constants, existsSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { orThrow } from '../../base/caught-error.ts'
import { UsageError } from '../../config/usage-error.ts'
import { makeFolder } from '../../store/files/disk.ts'

/** File names by format. */
export const FILES = {
  html: 'report.html',
  md: 'report.md',
  json: 'report.json',
  junit: 'junit.xml',
  har: 'journal.har',
} as const

/** The texts of the files; undefined ones are not written. */
export type FileTexts = Readonly<Partial<Record<keyof typeof FILES, string | undefined>>>

/**
 * Prepares a folder for reports before the run: removes the files of an earlier run and nothing else.
 *
 * @throws UsageError when it cannot be written to
 */
export function prepareFolder(folder: string): void {
  orThrow(UsageError, `--report: cannot write to ${folder}`, () => {
    makeFolder(folder)
    accessSync(folder, constants.W_OK)
    removeFiles(folder)
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const inside = join(folder, entry.name)
      if (!entry.isDirectory() || !entry.name.startsWith('@') || !existsSync(join(inside, FILES.json))) continue
      removeFiles(inside)
      if (readdirSync(inside).length === 0) rmdirSync(inside)
    }
  })
}

function removeFiles(folder: string): void {
  for (const file of Object.values(FILES)) rmSync(join(folder, file), { force: true })
}

/** Writes files into a folder, which is created if needed. */
export function writeFiles(folder: string, texts: FileTexts): void {
  makeFolder(folder)
  for (const kind of ['html', 'md', 'json', 'junit', 'har'] as const) {
    const text = texts[kind]
    if (text !== undefined) writeFileSync(join(folder, FILES[kind]), text)
  }
}
