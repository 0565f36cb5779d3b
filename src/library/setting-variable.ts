import { suggestion } from '../base/spelling.ts'
import { readEnvironment } from '../config/environment.ts'
import { InvalidSetting } from '../config/setting-types.ts'
import { NAMES, parsedSetting, settingOf } from '../config/settings.ts'
import { UsageError } from '../config/usage-error.ts'

/**
 * A setting as an environment variable, for a server in another process or in a container.
 *
 * @param flag the name of its flag: `token-lifetime`
 * @returns `isList` when the variable takes several values, separated by commas
 * @throws UsageError naming the most similar setting, or what is wrong with the value
 *
 * @example
 * const { variable, text } = settingVariable('token-lifetime', 60)
 * console.log(`${variable}=${text}`) // UNDERSTAY_TOKEN_LIFETIME=60
 */
export function settingVariable(
  flag: string,
  value: string | number | boolean,
): { readonly variable: string; readonly text: string; readonly isList: boolean } {
  const flags = NAMES.map((name) => settingOf(name).flag)
  const name = NAMES[flags.indexOf(flag)]
  if (name === undefined) throw new UsageError(`there is no setting "${flag}"${suggestion(flag, flags)}`)
  const { variable, many: isList = false } = settingOf(name)
  const text = String(value)
  try {
    parsedSetting(name, readEnvironment({ [variable]: text })[name]?.texts)
  } catch (error) {
    throw error instanceof InvalidSetting ? new UsageError(`${flag}: ${error.message}`) : error
  }
  return { variable, text, isList }
}
