/** Finds the choices under which a world answers recorded calls as they were answered. */
import { createHash, type Hash } from 'node:crypto'
import {
  CHOICE_IDS,
  type ChoiceId,
  type Choices,
  choice,
  choicesOf,
  PROFILES,
  type Profile,
} from '../booking-contract/choices/choices.ts'
import type { Played } from './play.ts'

/** Plays all calls to a new world with these choices. */
export type PlayAll = (choices: Choices) => Promise<readonly Played[]>

/** What the calls say about one choice. */
export interface ChoiceEvidence {
  readonly id: ChoiceId
  /** The answer in force. */
  readonly answer: string
  readonly state: 'decided' | 'undecided' | 'not exercised'
  /** Numbers of the calls that another answer would change: for the worse, and for the better. */
  readonly worse: readonly number[]
  readonly better: readonly number[]
}

/** The choices that were found. */
export interface Solution {
  readonly profile: Profile
  readonly choices: Choices
  readonly played: readonly Played[]
  readonly evidence: readonly ChoiceEvidence[]
  readonly replays: number
}

/** Another answer to one choice. */
interface Flip {
  readonly id: ChoiceId
  readonly answer: string
}

/** A flip and the calls whose responses it changes. */
interface Effect extends Flip {
  /** Calls with an equal response that it makes differ, and the reverse. */
  readonly worse: readonly number[]
  readonly better: readonly number[]
  /** Calls whose response differs either way, but in more or fewer places: by these alone a choice is decided when all agree. */
  readonly farther: readonly number[]
  readonly nearer: readonly number[]
  /** The change of the cost. */
  readonly delta: number
  /** The choices that the changed calls read then which differ: another answer of theirs may go with it. */
  readonly opens: ReadonlySet<ChoiceId>
}

/** Rounds of descent; each must lower the cost. */
const MAX_ROUNDS = 12
/** Replays for pairs of choices, of which neither helps alone. */
const MAX_PAIR_REPLAYS = 20
/** The weight of a pair of which one choice has no effect alone, for each differing call that the other one changes. */
const SILENT = 1000
/** Flips that one replay does not tell apart are tried again up to so many replays; after that, they stay open. */
const MAX_REPLAYS = 146
/** Evidence for an answer must outweigh evidence against it by this factor. */
const CLEAR = 3
/** So many calls that differ either way decide a choice when all agree; one alone may differ for another reason. */
const MANY = 2

/** Finds the choices. The descent starts from the nearer profile, whose answers the undecided choices keep. */
export async function solve(playAll: PlayAll): Promise<Solution> {
  const search = new Search(playAll)
  await search.start()
  await search.descend()
  if (await search.tryPairs()) await search.descend()
  return search.solution()
}

/** A choice that has another answer now, and the calls that show it. */
export interface Drift {
  readonly id: ChoiceId
  readonly before: string
  readonly now: string
  readonly calls: readonly number[]
}

/** Finds the choices that changed since they were found, and how the calls are answered with the new ones. */
export async function findDrift(
  playAll: PlayAll,
  choices: Choices,
): Promise<{ readonly drifts: readonly Drift[]; readonly played: readonly Played[] }> {
  const search = new Search(playAll)
  const before = await search.startAt(choices)
  await search.descend()
  const { choices: now, played } = search
  const drifts = CHOICE_IDS.flatMap((id) => {
    if (now[id] === choices[id]) return []
    const calls = played.flatMap(({ call, cost, reads }, index) =>
      reads.has(id) && cost < (before[index]?.cost ?? 0) ? [call.number] : [],
    )
    return [{ id, before: choices[id], now: now[id], calls }]
  })
  return { drifts, played }
}

const costOf = (played: readonly Played[]): number => played.reduce((sum, { cost }) => sum + cost, 0)

class Search {
  readonly #playAll: PlayAll
  #profile: Profile = 'documented'
  #choices: Choices = choicesOf('documented')
  #played: readonly Played[] = []
  #replays = 0
  /** Effects by flip and the state of the calls that read its choice. */
  readonly #known = new Map<string, Effect>()
  /** The effects of the last exact round. */
  #effectsNow: readonly Effect[] = []
  /** Flips that change what calls write. */
  readonly #spreading = new Set<string>()

  constructor(playAll: PlayAll) {
    this.#playAll = playAll
  }

  async start(): Promise<void> {
    let best = Number.POSITIVE_INFINITY
    for (const profile of PROFILES) {
      const choices = choicesOf(profile)
      const played = await this.#play(choices)
      const cost = costOf(played)
      if (cost >= best) continue
      best = cost
      this.#profile = profile
      this.#choices = choices
      this.#played = played
    }
  }

  /** @returns the calls as they are answered with these choices */
  async startAt(choices: Choices): Promise<readonly Played[]> {
    this.#choices = choices
    this.#played = await this.#play(choices)
    return this.#played
  }

  get choices(): Choices {
    return this.#choices
  }

  get played(): readonly Played[] {
    return this.#played
  }

  /** Takes flips as long as they lower the cost: of choices that differing calls read, then of those that only other calls read. */
  async descend(): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS && costOf(this.#played) > 0; round++)
      if (!((await this.#takeHelpful(false)) || (await this.#takeHelpful(true)))) return
  }

  /** Takes every flip that lowers the cost. @returns false when none does */
  async #takeHelpful(exact: boolean): Promise<boolean> {
    const read = new Set(this.#played.flatMap(({ cost, reads }) => (exact || cost > 0 ? [...reads] : [])))
    const effects = await this.#effects(flipsOf(this.#choices, read), exact)
    if (exact) this.#effectsNow = effects
    const helpful = bestOfEach(effects.filter(({ delta }) => delta < 0))
    if (helpful.length > 0 && (await this.#take(helpful))) return true
    for (const flip of helpful) if (await this.#take([flip])) return true
    return false
  }

  /** Tries pairs of choices: a flip of differing calls and one without effect alone, then those that the same call reads. */
  async tryPairs(): Promise<boolean> {
    const differing = this.#played.filter(({ cost }) => cost > 0)
    const pairs = new Map<string, { readonly flips: readonly Flip[]; weight: number }>()
    const add = (one: Flip, other: Flip, weight: number): void => {
      const key = `${one.id}=${one.answer} ${other.id}=${other.answer}`
      pairs.set(key, { flips: [one, other], weight: (pairs.get(key)?.weight ?? 0) + weight })
    }
    const effective = new Set(this.#effectsNow.filter((effect) => countsOf(effect) > 0).map(({ id }) => id))
    for (const { opens, better, farther, nearer, ...flip } of this.#effectsNow) {
      const silent = flipsOf(this.#choices, opens).filter(({ id }) => id !== flip.id && !effective.has(id))
      for (const other of silent) add(flip, other, SILENT * (better.length + farther.length + nearer.length))
    }
    for (const { cost, reads } of differing) {
      const flips = flipsOf(this.#choices, reads)
      for (const one of flips) for (const other of flips) if (one.id < other.id) add(one, other, cost / flips.length)
    }
    const likely = [...pairs.values()].sort((one, other) => other.weight - one.weight).slice(0, MAX_PAIR_REPLAYS)
    let helped = false
    for (const { flips } of likely) if (await this.#take(flips)) helped = true
    return helped
  }

  async solution(): Promise<Solution> {
    const flips = flipsOf(this.#choices, new Set(this.#played.flatMap(({ reads }) => [...reads])))
    const effects = await this.#effects(flips, true)
    const evidence = CHOICE_IDS.map((id) => {
      const own = effects.filter((effect) => effect.id === id)
      const all = own.length === flips.filter((flip) => flip.id === id).length
      return evidenceOf(id, this.#choices[id], own, all)
    })
    return { profile: this.#profile, choices: this.#choices, played: this.#played, evidence, replays: this.#replays }
  }

  /** Takes flips if they lower the cost together. */
  async #take(flips: readonly Flip[]): Promise<boolean> {
    const choices = flipped(this.#choices, flips)
    const played = await this.#play(choices)
    if (costOf(played) >= costOf(this.#played)) return false
    this.#choices = choices
    this.#played = played
    return true
  }

  /**
   * What each flip changes. Flips of choices that no call reads together are tried in one replay. A flip is tried again only
   * when the responses of the calls that read its choice have changed since.
   *
   * @param exact true to try flips again that one replay does not tell apart, because one of them changed what calls write
   */
  async #effects(flips: readonly Flip[], exact: boolean): Promise<readonly Effect[]> {
    const states = statesOf(this.#played)
    const keyOf = ({ id, answer }: Flip): string => `${id}=${answer} ${states.get(id)}`
    const rough = new Map<Flip, Effect>()
    const unknown = flips.filter((flip) => !this.#known.has(keyOf(flip)))
    const batches = this.#batchesOf(unknown, exact)
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      if (exact && this.#replays >= MAX_REPLAYS) break
      const after = await this.#play(flipped(this.#choices, batch))
      const { mixed, spreading } = mixedIn(batch, this.#played, after)
      for (const { id, answer } of spreading) this.#spreading.add(`${id}=${answer}`)
      for (const flip of batch) {
        const effect = effectOf(flip, this.#played, after, batch.length === 1)
        if (mixed.includes(flip)) rough.set(flip, effect)
        else this.#known.set(keyOf(flip), effect)
      }
      const half = Math.ceil(mixed.length / 2)
      if (exact && spreading.length > 0) batches.push(...this.#batchesOf(mixed, true))
      else if (exact && half > 0) batches.push(mixed.slice(0, half), mixed.slice(half))
    }
    return flips.flatMap((flip) => this.#known.get(keyOf(flip)) ?? (exact ? [] : (rough.get(flip) ?? [])))
  }

  #play(choices: Choices): Promise<readonly Played[]> {
    this.#replays++
    return this.#playAll(choices)
  }

  /**
   * Groups flips so that no call reads two choices of a group.
   *
   * @param exact true to leave those alone that change what calls write
   */
  #batchesOf(flips: readonly Flip[], exact: boolean): (readonly Flip[])[] {
    const readersOf = ({ id }: Flip): readonly Played[] => this.#played.filter(({ reads }) => reads.has(id))
    const isAlone = ({ id, answer }: Flip): boolean => exact && this.#spreading.has(`${id}=${answer}`)
    const batches: { readonly flips: Flip[]; readonly calls: Set<Played> }[] = []
    const together = flips.filter((flip) => !isAlone(flip)).map((flip) => ({ flip, own: readersOf(flip) }))
    for (const { flip, own } of together.sort((one, other) => other.own.length - one.own.length)) {
      let batch = batches.find(({ calls }) => !own.some((call) => calls.has(call)))
      if (!batch) batches.push((batch = { flips: [], calls: new Set() }))
      batch.flips.push(flip)
      for (const call of own) batch.calls.add(call)
    }
    return [...batches.map((batch) => batch.flips), ...flips.filter(isAlone).map((flip) => [flip])]
  }
}

const flipped = (choices: Choices, flips: readonly Flip[]): Choices =>
  choicesOf('documented', { ...choices, ...Object.fromEntries(flips.map(({ id, answer }) => [id, answer])) })

/** Every other answer of these choices. */
const flipsOf = (choices: Choices, ids: ReadonlySet<ChoiceId>): readonly Flip[] =>
  CHOICE_IDS.filter((id) => ids.has(id)).flatMap((id) =>
    Object.keys(choice(id).answers).flatMap((answer) => (answer === choices[id] ? [] : [{ id, answer }])),
  )

/** The responses of the calls that read each choice, as a hash. */
function statesOf(played: readonly Played[]): ReadonlyMap<ChoiceId, string> {
  const hashes = new Map<ChoiceId, Hash>()
  for (const { call, reads, differences } of played) {
    const state = `${call.number} ${JSON.stringify(differences)}`
    for (const id of reads) {
      const hash = hashes.get(id) ?? createHash('sha256')
      hashes.set(id, hash.update(state))
    }
  }
  return new Map([...hashes].map(([id, hash]) => [id, hash.digest('hex')]))
}

const isChanged = (one: Played, other: Played | undefined): boolean =>
  other !== undefined && JSON.stringify(one.differences) !== JSON.stringify(other.differences)

/**
 * The flips of a batch whose effects are not told apart: those that the first call reads which writes other rows, and those
 * with changes after it; and those that one changed call reads together.
 */
function mixedIn(batch: readonly Flip[], before: readonly Played[], after: readonly Played[]) {
  const mixed = new Set<Flip>()
  let spreading: readonly Flip[] | undefined
  for (const [index, one] of before.entries()) {
    const now = after[index]
    if (!now) continue
    const read = batch.filter(({ id }) => one.reads.has(id) || now.reads.has(id))
    if (spreading === undefined && one.writes !== now.writes) spreading = read
    if (isChanged(one, now) && (spreading !== undefined || read.length > 1)) for (const flip of read) mixed.add(flip)
  }
  for (const flip of spreading ?? []) mixed.add(flip)
  return { mixed: batch.length === 1 ? [] : [...mixed], spreading: spreading ?? [] }
}

const emptyEffect = (): Record<'worse' | 'better' | 'farther' | 'nearer', number[]> => ({
  worse: [],
  better: [],
  farther: [],
  nearer: [],
})

/** @param alone true when nothing else was flipped: every change is an effect of it */
function effectOf({ id, answer }: Flip, before: readonly Played[], after: readonly Played[], alone: boolean): Effect {
  const effect = emptyEffect()
  let delta = 0
  const opens = new Set<ChoiceId>()
  for (const [index, { call, cost, reads, differences }] of before.entries()) {
    const other = after[index]
    if (!other || !(alone || reads.has(id) || other.reads.has(id))) continue
    if (JSON.stringify(differences) === JSON.stringify(other.differences)) continue
    delta += other.cost - cost
    if (other.cost > 0) for (const read of other.reads) opens.add(read)
    if (cost === 0) effect.worse.push(call.number)
    else if (other.cost === 0) effect.better.push(call.number)
    else (other.cost >= cost ? effect.farther : effect.nearer).push(call.number)
  }
  return { id, answer, ...effect, delta, opens }
}

/** The best flip of each choice, the best first. */
function bestOfEach(effects: readonly Effect[]): readonly Effect[] {
  const best = new Map<ChoiceId, Effect>()
  for (const effect of [...effects].sort((one, other) => one.delta - other.delta))
    if (!best.has(effect.id)) best.set(effect.id, effect)
  return [...best.values()]
}

/** @param all true when every other answer was tried */
function evidenceOf(id: ChoiceId, answer: string, effects: readonly Effect[], all: boolean): ChoiceEvidence {
  const numbers = (lists: readonly (readonly number[])[]): number[] => [...new Set(lists.flat())].sort((a, b) => a - b)
  const state =
    all && effects.every((effect) => countsOf(effect) === 0)
      ? 'not exercised'
      : all && effects.every(isClear)
        ? 'decided'
        : 'undecided'
  const better = numbers(effects.map((effect) => [...effect.better, ...effect.nearer]))
  return { id, answer, state, worse: numbers(effects.map((effect) => [...effect.worse, ...effect.farther])), better }
}

const countsOf = ({ worse, better, farther, nearer }: Effect): number =>
  worse.length + better.length + farther.length + nearer.length

/** True when the calls speak for the answer in force, and none or few against it. */
const isClear = ({ worse, better, farther, nearer, delta }: Effect): boolean =>
  worse.length > 0
    ? worse.length >= CLEAR * better.length
    : farther.length >= MANY && better.length + nearer.length === 0 && delta > 0
