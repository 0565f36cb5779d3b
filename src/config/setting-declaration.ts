import type { SettingType } from './setting-types.ts'

/** A flag, as help and documents show it. */
export interface Flag {
  /** Without dashes. */
  readonly flag: string
  /** Placeholder of its value; undefined for a flag without a value. */
  readonly value?: string
  /** True for a flag that may be repeated. */
  readonly many?: true
  /** The default as shown; `none` where it has none, or `off` for a flag without a value. */
  readonly default?: string
  readonly help: string
  /** Flags of other verbs for what this one does here. */
  readonly instead?: readonly string[]
}

/** The declaration of a setting, without its fallback. */
interface Declaration<T> extends Pick<Flag, 'help' | 'value' | 'many'> {
  readonly type: SettingType<T>
  /** The default as shown in documents, when it is neither the fallback itself nor `none`. */
  readonly default?: string
  /** The flag, when it is not the name in kebab case. */
  readonly flag?: string
  /** An environment variable to read when the setting's own is not set. */
  readonly variable?: string
  /** False when the library has no such option; `default` when the library has another default. */
  readonly library?: false | { readonly default: string }
}

export interface DeclarationWithFallback<T, F> extends Declaration<T> {
  /** The value of a setting that is not given. */
  readonly fallback: F
}

/** A setting with a default value. */
export const setting = <T>(declaration: DeclarationWithFallback<T, NoInfer<T>>): DeclarationWithFallback<T, T> => declaration

/** A setting that is undefined by default. */
export const optional = <T>(declaration: Declaration<T>): DeclarationWithFallback<T, undefined> => ({
  ...declaration,
  fallback: undefined,
})
