/** Formats of forms, amounts, days and languages. */
import { groupBy } from '../../base/group-by.ts'
import { dayOfInstant } from '../../base/instant.ts'
import { callName, type Exchange, formOf, isRead, sessionOf, TOKEN_OPERATION } from '../exchange.ts'
import { type Findings, idsOf, judgeEach, type Rule, type Run } from '../rule.ts'
import { BARE_PERCENT } from './data.ts'

const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i
const AMOUNT_PATTERN = /^-?\d+(\.\d{1,2})?$/
/** Path parameters and form fields that hold an amount. */
const AMOUNTS: ReadonlySet<string> = new Set(['amount', 'variance', 'price_low', 'price_high', 'discount'])
const PRICE_FIELD = /^tariffinput\[/
/** Minimum number of calls to judge which day a client means by today. */
const ENOUGH_DAYS = 3

function checkFormType({ exchanges, operations }: Run): Findings {
  const withForm = new Set<string | undefined>(operations.flatMap(({ form, id }) => (form && id !== TOKEN_OPERATION ? id : [])))
  const judged = exchanges.filter((one) => withForm.has(one.operation) && one.method !== 'OPTIONS' && one.request !== undefined)
  return judgeEach(judged, (one) => {
    const type = one.requestHeaders['content-type']
    const wrong = one.refusalCode === 'content_type_wrong' || !FORM.test(type ?? '')
    return wrong ? `${callName(one)} was sent as ${type ?? 'no content type'}, not as a form` : undefined
  })
}

function checkUtf8({ exchanges }: Run): Findings {
  const judged = exchanges.filter(
    ({ operation, request, target, refusalCode }) =>
      (operation !== undefined && (request !== undefined || target.includes('%'))) ||
      (refusalCode === 'encoding_broken' && !BARE_PERCENT.test(target)),
  )
  return judgeEach(judged, (one) => {
    const broken = one.refusalCode === 'encoding_broken' || one.refusalCode === 'body_broken'
    const replaced =
      Object.values(one.path ?? {}).some((value) => value.includes('\u{FFFD}')) || /%EF%BF%BD|\u{FFFD}/u.test(one.request ?? '')
    return broken || replaced
      ? `${callName(one)} holds bytes that are not UTF-8: encode text as UTF-8 first, so that é is %C3%A9, not %E9`
      : undefined
  })
}

function amountsOf(one: Exchange): readonly (readonly [string, string])[] {
  const inPath = Object.entries(one.path ?? {}).filter(([name, value]) => AMOUNTS.has(name) && value.trim() !== '')
  return [...inPath, ...formOf(one).filter(([name]) => PRICE_FIELD.test(name))]
}

function checkMoney({ exchanges }: Run): Findings {
  const judged = exchanges.filter((one) => amountsOf(one).length > 0)
  return judgeEach(judged, (one) => {
    const wrong = amountsOf(one).find(([, value]) => !AMOUNT_PATTERN.test(value))
    return wrong && `${callName(one)} sent ${wrong.join('=')}: an amount has digits, a decimal point and at most two decimals`
  })
}

function checkServiceDay({ exchanges }: Run): Findings {
  const starts = exchanges.flatMap((one) => {
    const from = one.subject?.nights?.from
    const [service, machine] = [dayOfInstant(one.at), dayOfInstant(one.real)]
    return from !== undefined && isRead(one) && service !== machine ? [{ one, from, service, machine }] : []
  })
  const ofMachine = starts.filter(({ from, machine }) => from === machine)
  const ofService = starts.some(({ from, service }) => from === service)
  const [first] = ofMachine.length >= ENOUGH_DAYS && !ofService ? ofMachine : []
  const what =
    first && `${callName(first.one)} begins on ${first.machine}, today on this machine; today at the service is ${first.service}`
  const entries = idsOf(...ofMachine.map(({ one }) => one))
  return { exercised: starts.length >= ENOUGH_DAYS, offences: what === undefined ? [] : [{ entries, what }] }
}

function checkLanguage({ exchanges, programs }: Run): Findings {
  const languageOf = ({ path }: Exchange): string | undefined => path?.['language']
  const spoken = exchanges.filter(languageOf)
  const byProgram = groupBy(spoken, (one) => `${programs.of(one)} ${sessionOf(one) ?? ''}`)
  const offences = [...byProgram.values()].flatMap((calls) => {
    const [first] = calls
    const isAlike = (one: Exchange): boolean => one.operation === first.operation && one.property === first.property
    const other = calls.find((one) => isAlike(one) && languageOf(one) !== languageOf(first))
    if (!other) return []
    const what = `${callName(first)} requested the language ${languageOf(first)}, ${callName(other)} ${languageOf(other)}`
    return [{ entries: idsOf(first, other), what }]
  })
  return { exercised: spoken.length > 0, offences }
}

export const FORM_RULES: readonly Rule[] = [
  {
    id: 'data/form-type',
    severity: 'must',
    title: 'Forms are sent as forms',
    measure:
      'Calls with a body, of operations that take a form, are sent as application/x-www-form-urlencoded or multipart/form-data.',
    remedy: 'Encode the body as a form; the service does not read JSON.',
    source: 'spec "Conventions"',
    risk: 'Tests that send JSON on purpose.',
    check: checkFormType,
  },
  {
    id: 'data/utf8',
    severity: 'must',
    title: 'Text is sent as UTF-8',
    measure: 'No URL and no form contains bytes that are not UTF-8, or the replacement character.',
    remedy: 'Encode text as UTF-8 before percent-encoding it.',
    source: 'spec "Conventions"; RFC 3986 section 2.5',
    risk: 'None known.',
    check: checkUtf8,
  },
  {
    id: 'data/money-plain',
    severity: 'should',
    title: 'Amounts are plain numbers',
    measure: 'Amounts in paths and tariff calendars have digits, a decimal point, and at most two decimals.',
    remedy: 'Format amounts independently of the locale: 1250.00, not 1.250,00.',
    source: 'spec "Conventions"',
    risk: 'Currencies with three decimals.',
    needs: ['forms'],
    check: checkMoney,
  },
  {
    id: 'data/service-day',
    severity: 'should',
    title: 'Today is the day of the service, not of the machine',
    measure: `Broken if, while both differ, ${ENOUGH_DAYS} or more reads begin on the day of the machine and none on that of the service.`,
    remedy: 'Take the day from the Date header of responses.',
    source: 'RFC 9110 section 6.6.1',
    risk: 'Fixed dates that are that day by chance.',
    needs: ['sandbox-clock'],
    check: checkServiceDay,
  },
  {
    id: 'data/language-kept',
    severity: 'info',
    title: 'A program uses one language',
    measure: 'The same operation of the same property, or in the same session, is called in one language.',
    remedy: 'Pass the language of the visitor to every call.',
    source: 'spec "Conventions"',
    risk: 'Only reported: a site may store texts in several languages.',
    check: checkLanguage,
  },
]
