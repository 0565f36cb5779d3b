/** The files in the folder of `--report`: those of a run, and a folder `@name` for each named sandbox. */
import { accessSync, constants, existsSync, openSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { orThrow } from '../../base/caught-error.ts'
import { UserError } from '../../base/user-error.ts'
import { UsageError } from '../../config/usage-error.ts'
import { makeFolder } from '../../store/files/disk.ts'

const RUN_FILES = ['report.html', 'report.md', 'report.json', 'junit.xml', 'journal.har'] as const
const CERTIFICATE_FILES = ['certificate.html', 'certificate.md', 'certificate.json', 'junit.xml', 'badge.svg'] as const

/** The texts of files by their names; undefined ones are not written. */
type FileTexts<Name extends string> = Readonly<Record<Name, string | undefined>>
export type RunFiles = FileTexts<(typeof RUN_FILES)[number]>
type CertificateFiles = FileTexts<(typeof CERTIFICATE_FILES)[number]>

/**
 * Prepares a folder for reports before the run: removes the files of an earlier run and nothing else.
 *
 * @throws UsageError when it cannot be written to
 */
export function prepareFolder(folder: string, names: readonly string[] = RUN_FILES): void {
  orThrow(UsageError, `--report: cannot write to ${folder}`, () => {
    makeFolder(folder)
    accessSync(folder, constants.W_OK)
    removeFiles(folder, names)
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const inside = join(folder, entry.name)
      if (!entry.isDirectory() || !entry.name.startsWith('@') || !existsSync(join(inside, 'report.json'))) continue
      removeFiles(inside, RUN_FILES)
      if (readdirSync(inside).length === 0) rmdirSync(inside)
    }
  })
}

/** Where the files of a report are. */
export const writtenText = (folder: string): string =>
  `The whole report: ${join(folder, 'report.html')}, and beside it as Markdown, JSON and JUnit, with the calls as HAR.`

/** {@link prepareFolder} for the folder of a certificate. */
export const prepareCertificate = (folder: string): void => prepareFolder(folder, [...RUN_FILES, ...CERTIFICATE_FILES])

function removeFiles(folder: string, names: readonly string[]): void {
  for (const name of names) rmSync(join(folder, name), { force: true })
}

/** Writes files into a folder, which is created if needed. @throws UserError */
export function writeFiles(folder: string, texts: RunFiles | CertificateFiles): void {
  inFolder(folder, () => {
    for (const [name, text] of Object.entries(texts)) if (text !== undefined) writeFileSync(join(folder, name), text)
  })
}

/** Opens the file beside the reports that receives the output of the command. @throws UserError */
export const openCommandLog = (folder: string): number => inFolder(folder, () => openSync(join(folder, 'command.log'), 'w'))

const inFolder = <T>(folder: string, write: () => T): T =>
  orThrow(UserError, `--report: cannot write to ${folder}`, () => {
    makeFolder(folder)
    return write()
  })
