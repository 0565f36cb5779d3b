/** `understay --help`, and `--help` behind a verb. */

import type { Flag } from '../config/setting-declaration.ts'
import { CONFIG_FLAG, NAMES, settingOf } from '../config/settings.ts'
import { FLAGS, VERB_SETTINGS } from './verb-flags.ts'
import { VERB_NAMES, type VerbName, verbOf } from './verbs.ts'

const GENERAL_NOTES = [
  'Precedence: flags, environment (UNDERSTAY_PORT, UNDERSTAY_DATA ..., then PORT), configuration file, defaults.',
  '`understay VERB --help` shows the help of a verb.',
  'Exit codes: 0 success, 1 runtime error, 2 wrong usage or invalid file, 3 the client failed,',
  '  4 with --strict the run is inconclusive; `run` and `record` end with the code of their command if it is not 0.',
]

export const helpText = (verb?: VerbName): string => (verb ? verbHelp(verb) : programHelp())

function programHelp(): string {
  return joinLines([
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
    ...GENERAL_NOTES,
  ])
}

function verbHelp(name: VerbName): string {
  const { takes, about, more = [], settings, examples } = verbOf(name)
  const flags = flagsOf(name)
  return joinLines([
    `Usage: understay ${name} ${takes}`,
    '',
    `  ${about}`,
    ...(more.length > 0 ? ['', ...more] : []),
    ...(flags.length > 0 ? ['', 'Flags:', ...flags.map(flagLine)] : []),
    ...(settings === 'all' ? ['', flags.length > 0 ? 'Flags of the server:' : 'Flags:', ...allSettings(name).map(flagLine)] : []),
    ...(settings === 'address' ? ['', 'Use the flags of start, such as --port and --host, to name the server.'] : []),
    '',
    'Examples:',
    ...examples.map((example) => `  ${example}`),
  ])
}

/** Its own flags, and the few settings that it reads. */
function flagsOf(verb: VerbName): readonly Flag[] {
  const settings = (VERB_SETTINGS[verb]?.only ?? []).map(settingOf)
  return [...FLAGS[verb], ...settings.filter(({ flag }) => !FLAGS[verb].some((own) => own.flag === flag))]
}

function allSettings(verb: VerbName): readonly Flag[] {
  const { without = {}, instead = {}, defaults = {} } = VERB_SETTINGS[verb] ?? {}
  const taken = NAMES.filter((name) => without[name] === undefined && (instead[name] === undefined || settingOf(name).value))
  const own = { ...defaults, ...instead }
  return [...taken.map((name): Flag => ({ ...settingOf(name), default: own[name] ?? settingOf(name).default })), CONFIG_FLAG]
}

function flagLine({ flag, value, many, default: fallback = value ? 'none' : 'off', help }: Flag): string {
  const name = `--${flag}${value ? ` ${value}` : ''}${many ? ' ...' : ''}`
  return `  ${name.padEnd(36)}${help} [${fallback}]`
}

const joinLines = (lines: readonly string[]): string => `${lines.join('\n')}\n`
