/** The settings with their names and defaults, derived from the table in `setting-table.ts`. */
import { CONFIG_FILES } from '../base/config-files.ts'
import type { DeclarationWithFallback, Flag } from './setting-declaration.ts'
import { type Name, SETTINGS, type SettingValues } from './setting-table.ts'
import type { SettingType } from './setting-types.ts'

interface Parsing<V> {
  readonly type: { readonly parse: (texts: readonly string[]) => V }
  readonly fallback: V
}
const PARSING: { readonly [N in Name]: Parsing<SettingValues[N]> } = SETTINGS

/** The value of a setting: its default, or the parsed texts. @throws InvalidSetting */
export function parsedSetting<N extends Name>(name: N, texts: readonly string[] | undefined): SettingValues[N] {
  const { type, fallback } = PARSING[name]
  return texts === undefined ? fallback : type.parse(texts)
}

const isComplete = (values: Partial<SettingValues>): values is SettingValues => NAMES.every((name) => name in values)

/** The value of every setting. @param read returns the value of one */
export function allValues(read: <N extends Name>(name: N) => SettingValues[N]): SettingValues {
  const values: { -readonly [N in Name]?: SettingValues[N] } = {}
  const set = <N extends Name>(name: N): void => {
    values[name] = read(name)
  }
  for (const name of NAMES) set(name)
  if (!isComplete(values)) throw new Error('a setting has no value')
  return values
}

export interface Setting extends Flag {
  readonly name: Name
  readonly default: string
  readonly type: SettingType<unknown>
  readonly fallback: unknown
  /** The key in a configuration file: `token_lifetime`. */
  readonly key: string
  /** The environment variable: `UNDERSTAY_TOKEN_LIFETIME`. */
  readonly variable: string
  /** An environment variable to read when {@link variable} is not set. */
  readonly otherVariable: string | undefined
  /** The default of the library's option; undefined when the library has none. */
  readonly library: { readonly default: string; readonly differs: boolean } | undefined
}

export const PREFIX = 'UNDERSTAY_'
const isName = (name: string): name is Name => Object.hasOwn(SETTINGS, name)
/** Every setting, in the order of the help. */
export const NAMES: readonly Name[] = Object.keys(SETTINGS).filter(isName)

function described(name: Name): Setting {
  const declared: DeclarationWithFallback<unknown, unknown> = SETTINGS[name]
  const { type, fallback, help, value, many, library } = declared
  const key = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const flagName = declared.flag ?? key.replaceAll('_', '-')
  const fallbackText = declared.default ?? (typeof fallback === 'boolean' ? 'off' : String(fallback ?? '') || 'none')
  return {
    name,
    type,
    fallback,
    key,
    flag: flagName,
    variable: `${PREFIX}${flagName.toUpperCase().replaceAll('-', '_')}`,
    otherVariable: declared.variable,
    default: fallbackText,
    help,
    ...(value !== undefined && { value }),
    ...(many && { many }),
    library: library === false ? undefined : { default: library?.default ?? fallbackText, differs: library !== undefined },
  }
}

const DESCRIBED = new Map(NAMES.map((name) => [name, described(name)]))

export function settingOf(name: Name): Setting {
  const found = DESCRIBED.get(name)
  if (!found) throw new Error(`no setting ${name}`)
  return found
}

/** Settings without effect on a world that is continued from storage. */
export const NEW_WORLD_ONLY = ['fixtures', 'seed', 'at', 'freeze'] as const satisfies readonly Name[]
export const CONFIG_FLAG: Flag = {
  flag: 'config',
  value: 'FILE',
  default: `${CONFIG_FILES[0]}, if there is one`,
  help: 'settings from a file',
}
