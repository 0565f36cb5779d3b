/** How a channel manager sends changes. */
import { DAY_MS, MINUTE_MS } from '../../base/duration.ts'
import { groupBy } from '../../base/group-by.ts'
import {
  callName,
  type Exchange,
  formField,
  isAfter,
  isAnswered,
  isCarriedOut,
  isFormCut,
  isRead,
  isSameCall,
  isSentBefore,
  keyOf,
  TOKEN_OPERATION,
} from '../exchange.ts'
import { callList, type Finding, type Findings, idsOf, type Rule, type Run, SYNC_KINDS } from '../rule.ts'
import { isRemovalOf } from './completion.ts'

const MAX_EQUAL_WRITES = 2

const isWrite = (one: Exchange): boolean =>
  !isRead(one) && one.operation !== undefined && one.operation !== TOKEN_OPERATION && one.method !== 'OPTIONS'

function checkDelta({ exchanges }: Run): Findings {
  const writes = exchanges.filter((one) => (one.method === 'PUT' || one.operation === 'updateTariff') && isAnswered(one))
  const offences = [...groupBy(writes, keyOf).values()].flatMap((same) => {
    const [first] = same
    const within = same.filter((one) => one.at - first.at < DAY_MS)
    const last = within.at(-1) ?? first
    const isOther = (one: Exchange): boolean =>
      isWrite(one) && isAnswered(one) && one.property === first.property && !isSameCall(one, first)
    const changes = exchanges.some((one) => isOther(one) && isSentBefore(first, one) && isSentBefore(one, last))
    if (changes || within.length <= MAX_EQUAL_WRITES) return []
    return [{ entries: idsOf(...within), what: `${callName(first)} was sent ${within.length} times with the same values` }]
  })
  return { exercised: writes.length > 0, offences }
}

const TARIFF_FIELDS = ['rate_title', 'roomclass_uid', 'minpeople', 'maxpeople'] as const

/** Equal for writes that create the same thing. */
function creationKey(one: Exchange): string | undefined {
  const { operation, property, subject } = one
  if (isFormCut(one)) return undefined
  if (operation === 'createTariff')
    return JSON.stringify([property, ...TARIFF_FIELDS.map((name) => formField(one, name)), subject?.nights])
  return operation === 'createGuest' && subject?.guest ? `${property} ${subject.guest}` : undefined
}

function checkDuplicateCreations({ exchanges }: Run): Findings {
  const made = exchanges.filter((one) => creationKey(one) !== undefined && isAnswered(one))
  const offences = [...groupBy(made, creationKey).values()].flatMap((twins) => {
    const [first, second] = twins
    if (!second) return []
    const isRemoval = (one: Exchange): boolean => one.method === 'DELETE' && isCarriedOut(one) && one.property === first.property
    if (exchanges.some((one) => isRemoval(one) && one.real >= first.real && one.real <= second.real)) return []
    return [{ entries: idsOf(...twins), what: `${callList(twins)} all created ${first.subject?.guest ?? 'the same row'}` }]
  })
  return { exercised: made.length > 0, offences }
}

function checkReplaceGap({ exchanges, programs }: Run): Findings {
  const changes = exchanges.filter((one) => REPLACING.has(one.operation ?? '') && isAnswered(one))
  const isNear = (one: Exchange, other: Exchange): boolean => other.real - one.real < MINUTE_MS && other.at - one.at < MINUTE_MS
  const offences: Finding[] = []
  for (const calls of groupBy(changes, (one) => `${programs.of(one)} ${one.property}`).values()) {
    // tariffs that were created and replace none yet, and those that were deleted and are not replaced yet
    const spare: Exchange[] = []
    const gone: Exchange[] = []
    for (const one of calls) {
      const isDeletion = one.operation === 'deleteTariff'
      const pairs = isDeletion ? spare : gone
      const at = pairs.findIndex((other) => isNear(other, one) && (isDeletion ? !isRemovalOf(one, other) : isAfter(one, other)))
      const [other] = at < 0 ? [] : pairs.splice(at, 1)
      if (!other) (isDeletion ? gone : spare).push(one)
      else if (!isDeletion)
        offences.push({
          entries: idsOf(other, one),
          what: `${callName(other)} deleted a tariff and ${callName(one)} created one afterwards: in between the room type had no price`,
        })
    }
  }
  return { exercised: changes.some(({ operation }) => operation === 'deleteTariff'), offences }
}

const REPLACING: ReadonlySet<string> = new Set(['createTariff', 'deleteTariff'])

export const SYNC_WRITE_RULES: readonly Rule[] = [
  {
    id: 'sync/delta-only',
    severity: 'should',
    title: 'Only changes are sent',
    measure: `The same update is sent at most ${MAX_EQUAL_WRITES} times within 24 hours without another write to the property in between.`,
    remedy: 'Store the values that were sent last, and send only differences.',
    source: 'common practice: delta updates',
    risk: 'A nightly job that sends all values on purpose.',
    kinds: SYNC_KINDS,
    needs: ['forms'],
    check: checkDelta,
  },
  {
    id: 'sync/twin-create',
    severity: 'must',
    title: 'Nothing is created twice',
    measure:
      'A property gets no two tariffs with the same title, room type, numbers of people and nights, and no two guests with the same e-mail address, unless something was deleted in between.',
    remedy: 'List tariffs or guests first, and update an existing one.',
    source: 'RFC 9110 section 9.2.2',
    risk: 'Families that share an e-mail address.',
    kinds: SYNC_KINDS,
    needs: ['forms'],
    check: checkDuplicateCreations,
  },
  {
    id: 'sync/replace-gap',
    severity: 'must',
    title: 'A tariff is replaced without a gap',
    measure:
      'A program does not delete a tariff and create another one of the same property within the next minute, unless it created one for it in the minute before.',
    remedy: 'Update the tariff, or create the new one first.',
    source: 'spec "Tariffs"',
    risk: 'Tariffs of different room types.',
    kinds: SYNC_KINDS,
    check: checkReplaceGap,
  },
]
