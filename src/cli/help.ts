/**
 * `understay --help`, and `--help` behind a verb.
 *
 * @module
 */
import { CONFIG_FLAG, type Flag, NAMES, settingOf } from '../config/settings.ts'
import { INSTEAD_FOR_RUN, NOT_FOR_RUN, VERB_NAMES, type VerbName, verbOf } from './verbs.ts'

const ORDER = [
  'A flag goes before the environment (UNDERSTAY_PORT, UNDERSTAY_DATA ..., then PORT), that before the file.',
  '`understay VERB --help` tells more about a verb.',
  'Exit codes: 0 ok, 1 runtime, 2 usage or invalid file, 3 a client that failed its report.',
]

/** The help on everything, or on one verb, as plain text. */
export const helpText = (verb?: VerbName): string => (verb ? verbHelp(verb) : wholeHelp())

function wholeHelp(): string {
  return text([
    'Usage: understay [VERB] [FLAGS]',
    '',
    ...VERB_NAMES.map((name) => `  ${name.padEnd(12)}${verbOf(name).about}`),
    '',
    'Flags of start:',
    ...allSettings('start').map(flagLine),
    '',
    'Examples:',
    ...VERB_NAMES.flatMap((name) => verbOf(name).examples.slice(0, 1)).map((example) => `  ${example}`),
    '',
    ...ORDER,
  ])
}

function verbHelp(name: VerbName): string {
  const { takes, about, more = [], flags = [], settings, examples } = verbOf(name)
  return text([
    `Usage: understay ${name} ${takes}`,
    '',
    `  ${about}`,
    ...(more.length > 0 ? ['', ...more] : []),
    ...(flags.length > 0 ? ['', 'Flags:', ...flags.map(flagLine)] : []),
    ...(settings === 'all' ? ['', flags.length > 0 ? 'Flags of the server:' : 'Flags:', ...allSettings(name).map(flagLine)] : []),
    ...(settings === 'address' ? ['', 'The flags of start, such as --port and --host, say where the server is.'] : []),
    '',
    'Examples:',
    ...examples.map((example) => `  ${example}`),
  ])
}

/** The settings a verb takes, as it takes them. */
function allSettings(verb: VerbName): readonly Flag[] {
  if (verb !== 'run') return [...NAMES.map(settingOf), CONFIG_FLAG]
  const taken = NAMES.filter((name) => NOT_FOR_RUN[name] === undefined && name !== 'memory')
  const ofRun = taken.map((name): Flag => ({ ...settingOf(name), default: INSTEAD_FOR_RUN[name] ?? settingOf(name).default }))
  return [...ofRun, CONFIG_FLAG]
}

function flagLine({ flag, value, many, default: fallback, help }: Flag): string {
  const name = `--${flag}${value ? ` ${value}` : ''}${many ? ' ...' : ''}`
  return `  ${name.padEnd(36)}${help} [${fallback}]`
}

const text = (lines: readonly string[]): string => `${lines.join('\n')}\n`
