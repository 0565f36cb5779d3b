/** Reads settings from environment variables. */
import { didYouMean } from '../base/spelling.ts'
import { type RawSettings, SETTING_LEVELS } from './raw-settings.ts'
import { NAMES, PREFIX, settingOf } from './settings.ts'
import { UsageError } from './usage-error.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Variables that `understay run` sets for its command, `start --detach` for its server, Kubernetes for a service named
 * understay, and the pipelines of GitHub and GitLab for their scripts; and the secret of `probe`.
 */
const OTHER_VARIABLES =
  /^UNDERSTAY_(?:URL|BASE_URL|API_URL|TOKEN_URL|CLIENT_ID|CLIENT_SECRET|DETACHED|SERVICE_.*|PORT_.*|ACTION_.*|CI_COMMAND|PROBE_SECRET)$/

/** How similar to a setting a variable is that is refused. Others may be those of a script: `REPORT` is no `PORT`, but `TSL` is `TLS`. */
const misspeltFrom = ({ length }: string): number => (length > PREFIX.length + 3 ? 0.75 : 0.6)

export function readEnvironment(env: Environment): RawSettings {
  const raw: RawSettings = {}
  // `run` reports its scenario to its command in UNDERSTAY_SCENARIO; that is not a setting for a server inside the command.
  const insideRun = env['UNDERSTAY_TOKEN_URL'] !== undefined
  for (const name of NAMES) {
    if (name === 'scenario' && insideRun) continue
    const { variable, otherVariable, many } = settingOf(name)
    const own = env[variable]?.startsWith('tcp://') ? '' : env[variable]
    const text = own || (otherVariable && env[otherVariable])
    if (!text) continue
    // One of blanks is refused, a list of commas is one without parts.
    const texts = many && text.trim() !== '' ? partsOf(text) : [text]
    if (texts.length === 0) continue
    raw[name] = { texts, from: (!own && otherVariable) || variable, level: SETTING_LEVELS.environment }
  }
  return raw
}

/** The warning of variables that are no settings. */
export const ignoredText = (ignored: readonly string[]): string => `${ignored.join(', ')}: ignored, there is no such setting`

/** The parts of a list; a comma too many adds none. */
const partsOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** Variables with the prefix of settings that are no settings. @throws UsageError for a misspelt setting */
export function unknownVariables(env: Environment): readonly string[] {
  const known = new Set(NAMES.map((name) => settingOf(name).variable))
  const unknown = Object.keys(env).filter((key) => key.startsWith(PREFIX) && !known.has(key) && !OTHER_VARIABLES.test(key))
  const behindPrefix = [...known].map((variable) => variable.slice(PREFIX.length))
  const misspelt = unknown.flatMap((variable) => {
    const near = didYouMean(variable.slice(PREFIX.length), behindPrefix, misspeltFrom(variable))
    return near === undefined ? [] : [`${variable}: there is no such setting; did you mean ${PREFIX}${near}?`]
  })
  if (misspelt.length > 0) throw new UsageError(misspelt.join('\n'))
  return unknown
}
