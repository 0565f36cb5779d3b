/** The settings with their names and defaults, derived from the table in `setting-table.ts`. */
import { CONFIG_FILES } from '../base/config-files.ts'
import { getOrInsert } from '../base/get-or-insert.ts'
import { keysOf } from '../base/keys-of.ts'
import type { DeclarationWithFallback, Flag } from './setting-declaration.ts'
import { type Name, SETTINGS } from './setting-table.ts'
import type { SettingType } from './setting-types.ts'

/** The value of a setting: its default, or the parsed texts. @throws InvalidSetting */
export function parsedSetting(name: Name, texts: readonly string[] | undefined): unknown {
  const { type, fallback } = settingOf(name)
  return texts === undefined ? fallback : type.parse(texts)
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
/** Every setting, in the order of the help. */
export const NAMES = keysOf(SETTINGS)

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

const DESCRIBED = new Map<Name, Setting>()

export const settingOf = (name: Name): Setting => getOrInsert(DESCRIBED, name, () => described(name))

export const CONFIG_FLAG: Flag = {
  flag: 'config',
  value: 'FILE',
  default: `${CONFIG_FILES[0]}, if there is one`,
  help: 'settings from a file',
}
