/**
 * Texts without control characters: databases refuse some of them, and no form sends them.
 * @source choices `input_values`, `tariff_validation`, `session_checks`
 */
const CONTROL = { line: /\p{Cc}/u, lines: /[^\P{Cc}\t\n\r]/u } as const

export const NO_CONTROL_CHARACTERS = 'must not hold control characters'

/** @param form `lines` for a text that may have line ends and tabs */
export const hasControlCharacter = (text: string, form: keyof typeof CONTROL = 'line'): boolean => CONTROL[form].test(text)
