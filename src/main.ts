#!/usr/bin/env node
/**
 * The program. The only file that ends the process.
 *
 * @module
 */
import { writeSync } from 'node:fs'
import { VERSION } from './version.ts'

const KNOWN_FAILURES: Readonly<Record<string, number>> = {
  UsageError: 2,
  FixtureError: 2,
  StateFileError: 2,
  LockedError: 1,
  ListenError: 1,
}

/** Runs one verb; answers the exit code. */
async function run(args: readonly string[]): Promise<number> {
  const [verb = 'start', ...rest] = args
  if (args.includes('--help') || verb === 'help') {
    const { helpText } = await import('./cli/help.ts')
    process.stdout.write(helpText())
    return 0
  }
  if (verb === '--version' || verb === 'version') {
    process.stdout.write(`${VERSION}\n`)
    return 0
  }
  if (verb === 'start' || verb.startsWith('-')) {
    const { runStart } = await import('./cli/start.ts')
    return runStart(verb === 'start' ? rest : args)
  }
  if (verb === 'validate') return (await import('./cli/validate.ts')).runValidate(rest)
  if (verb === 'health') return (await import('./cli/health.ts')).runHealth(rest)
  process.stderr.write(`understay: there is no "${verb}"; there are start, validate and health. understay --help tells more\n`)
  return 2
}

/** Says what went wrong; answers the exit code. */
function tellFailure(error: unknown): number {
  const name = error instanceof Error ? error.name : ''
  const code = KNOWN_FAILURES[name]
  const text =
    code === undefined && error instanceof Error
      ? (error.stack ?? error.message)
      : error instanceof Error
        ? error.message
        : String(error)
  writeSync(2, `understay: ${text}\n`)
  return code ?? 1
}

void run(process.argv.slice(2)).catch(tellFailure).then(process.exit)
