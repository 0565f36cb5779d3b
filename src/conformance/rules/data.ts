import { countText } from '../../base/count-text.ts'
import { parseDay } from '../../base/day.ts'
import { isMidnight, isoInstant } from '../../base/instant.ts'
import type { BookingOperation } from '../../booking-contract/shared/operation.ts'
import { callName, type Exchange, formOf, isAnswered } from '../exchange.ts'
import { type Findings, idsOf, isProbe, judgeEach, type Rule, type Run, SYNC_KINDS } from '../rule.ts'

const DAY_FIELDS: ReadonlySet<string> = new Set(['arrivalDate', 'departureDate'])

type NamedValue = readonly [name: string, value: string]

function daysOf(exchange: Exchange, operation: BookingOperation | undefined): readonly NamedValue[] {
  const inPath = Object.entries(exchange.path ?? {}).filter(([name]) => operation?.params[name]?.schema['format'] === 'date')
  return [...inPath, ...formOf(exchange).filter(([name]) => DAY_FIELDS.has(name))]
}

function checkDays({ exchanges, operations }: Run): Findings {
  const byId = new Map(operations.map((operation) => [operation.id, operation]))
  const sent = exchanges.flatMap((one) => daysOf(one, byId.get(one.operation ?? '')).map((day) => ({ one, day })))
  const wrong = sent.filter(({ day: [, value] }) => parseDay(value) === undefined)
  const offences = wrong.map(({ one, day }) => ({
    entries: idsOf(one),
    what: `${callName(one)} sent ${day.join('=')}, which is not a day in the format YYYY-MM-DD`,
  }))
  return { exercised: sent.length > 0, offences }
}

const ESCAPE_LEFT = /%[0-9A-Fa-f]{2}/
/** A % that begins no escape; the escapes of bytes that are not UTF-8 are for `data/utf8`. */
export const BARE_PERCENT = /%(?![0-9A-Fa-f]{2})/
const PATH_HINT = /^(nearest is|the path begins)/

function badAddress({ path, refusalCode, operation, hint, ...rest }: Exchange): string | undefined {
  const name = callName({ path, refusalCode, operation, hint, ...rest })
  if (refusalCode === 'operation_unknown' && PATH_HINT.test(hint ?? '')) return `${name} is not an operation: ${hint}`
  if (refusalCode === 'segment_blank') return `${name} (${rest.target}) has an empty path segment`
  if (refusalCode === 'encoding_broken' && operation === undefined && BARE_PERCENT.test(rest.target))
    return `${name} has a % that is not an escape: encode it as %25`
  const twice = Object.entries(path ?? {}).find(([, value]) => ESCAPE_LEFT.test(value))
  return twice && `${name} sent ${twice[0]} encoded twice: it arrived as ${twice[1]}`
}

function checkAddresses({ exchanges }: Run): Findings {
  const judged = exchanges.filter((one) => !isProbe(one))
  const unlike = judged.filter(({ refusalCode, hint }) => refusalCode === 'operation_unknown' && !PATH_HINT.test(hint ?? ''))
  return {
    ...judgeEach(judged, badAddress),
    remarks: unlike.map((one) => ({ entries: idsOf(one), what: `${callName(one)} requested a URL that resembles no operation` })),
  }
}

function checkUnread({ exchanges }: Run): Findings {
  const judged = exchanges.filter((one) => isAnswered(one) && one.unread !== undefined)
  return judgeEach(judged, (one) =>
    one.unread?.length ? `${callName(one)} sent fields that the operation does not read: ${one.unread.join(', ')}` : undefined,
  )
}

const CALENDAR_FIELD = /^(tariffinput|mindaysinput)\[(\d{1,12})\]$/

/** The keys of the days of a tariff, Unix seconds as sent. */
const epochsOf = (exchange: Exchange): readonly string[] =>
  formOf(exchange).flatMap(([name]) => CALENDAR_FIELD.exec(name)?.[2] ?? [])

function checkEpochs({ exchanges }: Run): Findings {
  const judged = exchanges.filter((one) => epochsOf(one).length > 0)
  return judgeEach(judged, (one) => {
    const off = [...new Set(epochsOf(one))].filter((epoch) => !isMidnight(Number(epoch) * 1000))
    return off.length > 0
      ? `${callName(one)} has ${countText(off.length, 'key')} other than 00:00 UTC, such as ${off[0]} (${isoInstant(Number(off[0]) * 1000)})`
      : undefined
  })
}

/** Warnings that another rule reports. */
const EPOCH_WARNING = /00:00 UTC/

function checkWarnings({ exchanges }: Run): Findings {
  const { offences } = judgeEach(exchanges, (one) => {
    const others = one.warnings?.filter((text) => !EPOCH_WARNING.test(text)) ?? []
    return others.length > 0 ? `${callName(one)}: ${others.join('; ')}` : undefined
  })
  return { exercised: exchanges.some((one) => one.operation !== undefined && isAnswered(one)), offences }
}

export const DATA_RULES: readonly Rule[] = [
  {
    id: 'data/date-format',
    severity: 'must',
    title: 'Days have the format YYYY-MM-DD',
    measure: 'Every day in a path, and arrivalDate and departureDate in a form, is a valid day in the format YYYY-MM-DD.',
    remedy: 'Format days with leading zeros and hyphens. Responses contain YYYY/MM/DD: convert a day before you send it.',
    source: 'spec "Conventions" 4',
    risk: 'Tests that send an invalid day on purpose.',
    check: checkDays,
  },
  {
    id: 'data/path-segments',
    severity: 'must',
    title: 'URLs have the right path segments, each encoded once',
    measure:
      'Every URL is that of an operation (method, words, number of segments), no required segment is empty, every % is part of an escape, and no value is encoded twice.',
    remedy:
      'Take paths from GET /_understay/openapi.json, and encode each value once (encodeURIComponent, rawurlencode, quote with safe="").',
    source: 'spec "Conventions" 1, 2',
    risk: 'Tests that request a URL that does not exist.',
    needs: ['refusal-codes'],
    check: checkAddresses,
  },
  {
    id: 'data/unread-fields',
    severity: 'should',
    title: 'Forms contain only fields that are read',
    measure: 'Forms of successful calls contain no field that the operation does not read.',
    remedy: 'Check the spelling against GET /_understay/openapi.json, or leave the field out.',
    source: 'the contract of each operation',
    risk: 'A field that another version of the service reads.',
    needs: ['unread-fields'],
    check: checkUnread,
  },
  {
    id: 'data/tariff-midnight',
    severity: 'should',
    title: 'The days of a tariff are keyed by midnight UTC',
    measure: 'Every key of tariffinput and mindaysinput is the Unix time of 00:00 UTC, in seconds.',
    remedy: 'Compute the key from the date in UTC, not in the time zone of the machine or the property.',
    source: 'spec "Tariffs"',
    risk: 'None known.',
    kinds: SYNC_KINDS,
    needs: ['forms'],
    check: checkEpochs,
  },
  {
    id: 'data/service-warnings',
    severity: 'info',
    title: 'Everything that is sent has an effect',
    measure: 'Lists successful calls with a warning: an unknown language, an unknown coupon, a field that is not stored.',
    remedy: 'Read the warning: the call succeeded, but a part of it had no effect.',
    source: 'header X-Understay-Hint',
    risk: 'Only reported.',
    needs: ['warnings'],
    check: checkWarnings,
  },
]
