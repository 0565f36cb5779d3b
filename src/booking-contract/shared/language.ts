/** The languages of the service's texts, and the language codes it knows. */
export const LANGUAGES = ['en-GB', 'fr-FR', 'de-DE'] as const
/** A language with translated texts. */
export type Language = (typeof LANGUAGES)[number]

/** A text in every language. */
export type Translated = Readonly<Record<Language, string>>

const LONG =
  'ar-AA ar-AR az-AZ bg-BG ca-ES cs-CZ da-DK de-CH de-DE el-GR en-CA en-GB en-US es-ES fa-IR fr-FR he-IL hr-HR hu-HU hy-AM it-IT ja-JP lv-LV nb-NO nl-NL pl-PL pt-BR pt-PT ro-RO ru-RU sk-SK sl-SI sr-YU sv-SE th-TH tr-TR uk-UA zh-CN'
const SHORT: Readonly<Record<string, string>> = {
  ch: 'de-CH',
  br: 'pt-BR',
  no: 'nb-NO',
  en: 'en-GB',
  de: 'de-DE',
  ar: 'ar-AA',
  pt: 'pt-PT',
}

const CODES: ReadonlyMap<string, string> = new Map([
  ...LONG.split(' ')
    .map((code) => [code.slice(0, 2), code] as const)
    .reverse(),
  ...Object.entries(SHORT),
  ...LONG.split(' ').map((code) => [code.toLowerCase(), code] as const),
])

/** A requested language, as resolved. */
export interface SentLanguage {
  /** The language of texts: English if there is no translation. */
  readonly language: Language
  /** The full code, such as `es-ES`; `en-GB` when unknown. */
  readonly code: string
  readonly known: boolean
}

const ENGLISH: SentLanguage = { language: 'en-GB', code: 'en-GB', known: true }

/** Reads a language segment or field; empty means English. */
export function readLanguage(sent: string): SentLanguage {
  if (sent === '' || sent === 'en-GB') return ENGLISH
  const code = CODES.get(sent.toLowerCase())
  if (!code) return { ...ENGLISH, known: false }
  const language = LANGUAGES.find((own) => own.slice(0, 2) === code.slice(0, 2)) ?? 'en-GB'
  return { language, code, known: true }
}
