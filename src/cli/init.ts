/** `understay init`: writes a configuration file, a fixture and a scenario, with their schemas. */
import { existsSync, linkSync, lstatSync, mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { messageOf } from '../base/caught-error.ts'
import { CONFIG_FILES } from '../base/config-files.ts'
import { UserError } from '../base/user-error.ts'
import { parseFlags } from '../config/flags.ts'
import { UsageError } from '../config/usage-error.ts'
import { bundledScenarios } from '../scenario/load.ts'
import { initialFiles, NEXT_STEPS, type NewFile } from './init-files.ts'
import { removeLeftovers, temporaryPath } from './temporary-path.ts'
import { FLAGS } from './verb-flags.ts'

/** Writes the files into the current folder, all or none. @throws UsageError when one exists, unless `--force` is given, UserError */
export async function runInit(args: readonly string[]): Promise<number> {
  const { force } = parseFlags(args, FLAGS.init, 'init')
  const files = initialFiles(schemaText)
  const [used, other] = CONFIG_FILES
  if (existsSync(other)) throw new UsageError(`${other}: already there, so nothing was written: call it ${used}, or remove it`)
  const existing = files.map(({ path }) => path).filter((path) => existsSync(path))
  if (existing.length > 0 && !force)
    throw new UsageError(
      `${existing.join(', ')}: already there, so nothing was written; --force writes over ${existing.length === 1 ? 'it' : 'them'}`,
    )
  writeAll(files)
  // Without --force, a file of an earlier call may be the only one with its text.
  for (const { path } of files) removeLeftovers(path, force ? ['new', 'old'] : ['new'])
  process.stdout.write(`${files.map(({ path }) => `written: ${path}\n`).join('')}\n${NEXT_STEPS}`)
  return 0
}

/** The schema of the files in a folder. It is copied so that editors find it independently of the installation. */
function schemaText(folder: string): string {
  const [first] = bundledScenarios()
  if (!first) throw new Error('the bundled scenarios are missing: install understay again')
  const schema: unknown = JSON.parse(readFileSync(join(dirname(first.file), '..', folder, 'schema.json'), 'utf8'))
  return `${JSON.stringify(schema, null, 2)}\n`
}

/** Writes temporary files, then renames them; a failure leaves everything as it was. @throws UserError that names what it did not */
function writeAll(files: readonly NewFile[]): void {
  const undo: (() => unknown)[] = []
  try {
    for (const { path, text } of files) {
      const folder = dirname(path)
      if (!existsSync(folder)) {
        mkdirSync(folder)
        undo.push(() => rmdirSync(folder))
      }
      undo.push(() => rmSync(temporaryPath(path), { force: true }))
      writeFileSync(temporaryPath(path), text)
    }
    for (const { path } of files) {
      const earlier = lstatSync(path, { throwIfNoEntry: false })
      if (earlier?.isDirectory()) throw new Error(`${path} is a folder`)
      if (earlier) keepEarlier(path)
      // To rename one name of a file to another one leaves both.
      undo.push(() => rmSync(earlierPath(path), { force: true }))
      undo.push(() => (earlier ? renameSync(earlierPath(path), path) : rmSync(path, { force: true })))
      renameSync(temporaryPath(path), path)
    }
  } catch (error) {
    const problems = undo.reverse().flatMap((step) => problemOf(step))
    throw new UserError([`nothing was written: ${messageOf(error)}`, ...problems].join('\n'))
  }
  for (const { path } of files) rmSync(earlierPath(path), { force: true })
}

/** Keeps a file under another name. Where there are hard links it stays in its place, also when this process is killed. */
function keepEarlier(path: string): void {
  try {
    linkSync(path, earlierPath(path))
  } catch {
    renameSync(path, earlierPath(path))
  }
}

/** The problem of a step that fails. */
function problemOf(step: () => unknown): readonly string[] {
  try {
    step()
    return []
  } catch (error) {
    return [`not undone: ${messageOf(error)}`]
  }
}

const earlierPath = (path: string): string => temporaryPath(path, 'old')
