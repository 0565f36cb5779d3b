/**
 * Money as text: an amount with two decimals and a currency symbol.
 * @source spec "Conventions" 6; facts "Money strings"
 */
import type { Minor } from '../../../base/money.ts'
import type { Choices } from '../../../booking-contract/choices/choices.ts'
import type { Property } from '../../../domain/property/properties.ts'
import { isOn, setting } from '../../../domain/property/settings.ts'

interface Symbol {
  readonly text: string
  /** True when `by_currency` puts it after the amount. */
  readonly behind: boolean
}

const behind = (text: string): Symbol => ({ text, behind: true })
const before = (text: string): Symbol => ({ text, behind: false })

const SYMBOLS: ReadonlyMap<string, Symbol> = new Map(
  Object.entries({
    EUR: behind('€'),
    CZK: behind(' Kč'),
    DKK: behind('kr'),
    EEK: behind('kr'),
    ISK: behind('kr'),
    NOK: behind('kr'),
    SEK: behind('kr'),
    GEL: behind('ლ'),
    PLN: behind('zł'),
    RON: behind('lei'),
    THB: behind('฿'),
    TJS: behind('TJS'),
    XPF: behind('F'),
    GBP: before('£'),
    USD: before('$'),
    AUD: before('$'),
    CAD: before('$'),
    NZD: before('$'),
    SGD: before('$'),
    MXN: before('$'),
    CHF: before('CHF'),
    JPY: before('¥'),
    CNY: before('¥'),
    BRL: before('R$'),
    ZAR: before('R'),
    INR: before('Rs'),
    HUF: before('Ft'),
  }),
)

interface Separators {
  readonly thousands: string
  readonly decimal: string
}

const FORMATS: ReadonlyMap<string, Separators> = new Map(
  Object.entries({
    '1': { thousands: '.', decimal: ',' },
    '2': { thousands: ',', decimal: '.' },
    '3': { thousands: '', decimal: '.' },
    '4': { thousands: '&nbsp;', decimal: '.' },
    '5': { thousands: '&nbsp;', decimal: ',' },
    '6': { thousands: '', decimal: '' },
  }),
)
const ENGLISH: Separators = { thousands: ',', decimal: '.' }

/** The digits of an amount: grouped by thousands, with two decimals unless the property omits them. */
function digits(amount: Minor, property: Property): string {
  const small = amount < 100
  const { thousands, decimal } = small ? ENGLISH : (FORMATS.get(setting(property, 'cformat')) ?? ENGLISH)
  const text = String(Math.abs(amount)).padStart(3, '0')
  const whole = text.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, thousands)
  const cut = !small && (decimal === '' || isOn(property, 'cformat_strip_decimals'))
  return `${amount < 0 ? '-' : ''}${whole}${cut ? '' : `${decimal}${text.slice(-2)}`}`
}

/**
 * An amount with its currency symbol: `1,234.50€`.
 *
 * @param currency ISO 4217; an unknown one is written as its code
 */
export function moneyText(amount: Minor, currency: string, property: Property, side: Choices['money_symbol']): string {
  const symbol = SYMBOLS.get(currency) ?? before(currency)
  const usual = side === 'suffix' || symbol.behind
  const swapped = side === 'by_currency' && isOn(property, 'currency_symbol_swap')
  const number = digits(amount, property)
  return usual !== swapped ? `${number}${symbol.text}` : `${symbol.text}${number}`
}
