/**
 * `understay --help`.
 *
 * @module
 */
import { SETTINGS, type Setting } from '../settings.ts'

const VERBS = [
  ['start', 'run the server (the default)'],
  ['validate [FIXTURES]', 'check fixture files: every error with file, line, column and field'],
  ['health', 'ask a running server; exit code 0 when it is ready'],
] as const

/** The help, as plain text. */
export function helpText(): string {
  const settings: readonly Setting[] = Object.values(SETTINGS)
  const flags = settings.map(({ flag, value, many, default: fallback, help }) => {
    const name = `--${flag}${value ? ` ${value}` : ''}${many ? ' ...' : ''}`
    return `  ${name.padEnd(36)}${help} [${fallback}]`
  })
  return [
    'Usage: understay [start] [FLAGS] | validate [NAME|FILE|FOLDER ...] | health [FLAGS]',
    '',
    ...VERBS.map(([verb, what]) => `  ${verb.padEnd(22)}${what}`),
    '',
    'Flags of start:',
    ...flags,
    `  ${'--config FILE'.padEnd(36)}settings from a file [understay.config.yaml, if there is one]`,
    '',
    'A flag goes before the environment (UNDERSTAY_PORT, UNDERSTAY_DATA ..., then PORT), that before the file.',
    'Exit codes: 0 ok, 1 runtime, 2 usage or invalid file.',
    '',
  ].join('\n')
}
