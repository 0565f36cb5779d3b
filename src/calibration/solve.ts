/** Finds the choices under which a world answers recorded calls as they were answered. */
import { createHash } from 'node:crypto'
import { CHOICE_IDS, type Choices, choice, choicesOf, PROFILES, type Profile } from '../booking-contract/choices/choices.ts'
import { costOf, type Effect, effectOf, evidenceOf, type Flip, mixedIn } from './effects.ts'
import type { Earlier, Played } from './play.ts'

/** Plays all calls to a new world with these choices. @param earlier responses with other answers to some of them */
export type PlayAll = (choices: Choices, earlier?: Earlier) => Promise<readonly Played[]>

/** Choices, and how the calls are answered with them. */
interface Answered {
  readonly choices: Choices
  readonly played: readonly Played[]
}

/** Rounds of descent; each must lower the cost. */
const MAX_ROUNDS = 12
/** Flips that one replay does not tell apart are tried again up to so many replays; after that, they stay open. */
const MAX_REPLAYS = 146

/** Finds the choices. The descent starts from the nearer profile, whose answers the undecided choices keep. */
export async function solve(playAll: PlayAll) {
  const starts: (Answered & { readonly profile: Profile })[] = []
  for (const profile of PROFILES) starts.push({ profile, choices: choicesOf(profile), played: await playAll(choicesOf(profile)) })
  const nearest = starts.reduce((best, one) => (costOf(one.played) < costOf(best.played) ? one : best))
  const search = new Search(playAll, nearest, starts.length)
  await search.descend()
  const evidence = await search.evidenceFrom(nearest.choices)
  return { profile: nearest.profile, ...search.now, evidence, replays: search.replays }
}

export class Search {
  /** The best choices so far. */
  now: Answered
  replays: number
  readonly #playAll: PlayAll
  /** Effects by flip and the state of the calls that read its choice. */
  readonly #known = new Map<string, Effect>()
  /** Flips that change what calls write. */
  readonly #spreading = new Set<string>()

  constructor(playAll: PlayAll, start: Answered, replays = 1) {
    this.#playAll = playAll
    this.now = start
    this.replays = replays
  }

  /**
   * Takes flips as long as they lower the cost: of choices that differing calls read, then of those that only other calls read.
   *
   * @param others all, or those that write rows, which differing calls may show; each flip is told apart from others
   */
  async descend(others: 'all' | 'writing' = 'all'): Promise<void> {
    const differs = ({ cost }: Played): boolean => cost > 0
    const isMeant = (one: Played): boolean => others === 'all' || differs(one) || one.writes !== ''
    for (let round = 0; round < MAX_ROUNDS && costOf(this.now.played) > 0; round++) {
      if (await this.#takeHelpful(await this.#effects(this.#flipsReadBy(differs), false))) continue
      if (!(await this.#takeHelpful(await this.#effects(this.#flipsReadBy(isMeant), true)))) return
    }
  }

  /** Takes every flip that lowers the cost. @returns false when none does */
  async #takeHelpful(effects: readonly Effect[]): Promise<boolean> {
    const inOrder = effects.filter(({ delta }) => delta < 0).sort((one, other) => one.delta - other.delta)
    const bestOfEach = inOrder.filter(({ id }, index) => index === inOrder.findIndex((one) => one.id === id))
    if (bestOfEach.length > 0 && (await this.#take(bestOfEach))) return true
    for (const flip of bestOfEach) if (await this.#take([flip])) return true
    return false
  }

  /** Takes back the flips that do not lower the cost, taken along with others, and those of open choices that no calls decide. */
  async takeBack(choices: Choices, open: readonly string[]): Promise<void> {
    for (const id of CHOICE_IDS) {
      if (this.now.choices[id] === choices[id]) continue
      const flip = { id, answer: choices[id] }
      const then = await this.#with([flip])
      const effect = effectOf(flip, this.now.played, then.played, true)
      this.#known.set(`${nameOf(flip)} ${stateOf(id, this.now.played)}`, effect)
      const { state } = evidenceOf(id, this.now.choices[id], [effect], true)
      const isOpen = open.includes(id) && state !== 'decided'
      if (isOpen || costOf(then.played) <= costOf(this.now.played)) this.now = then
    }
  }

  /** What the calls say about each choice; those that they do not decide get the answers of a profile, one by one. */
  async evidenceFrom(profile: Choices) {
    while (true) {
      const evidence = await this.#evidence()
      const open = evidence.filter(({ id, answer, state }) => state !== 'decided' && answer !== profile[id]).map(({ id }) => id)
      const { choices } = this.now
      // After the last replay, choices are open that were not tried.
      if (this.replays < MAX_REPLAYS)
        await this.takeBack({ ...choices, ...Object.fromEntries(open.map((id) => [id, profile[id]])) }, open)
      if (this.now.choices === choices) return evidence
    }
  }

  /** What the calls say about each choice and its answer in force. */
  async #evidence() {
    const flips = this.#flipsReadBy(() => true)
    const effects = await this.#effects(flips, true)
    return CHOICE_IDS.map((id) => {
      const own = effects.filter((effect) => effect.id === id)
      return evidenceOf(id, this.now.choices[id], own, own.length === flips.filter((flip) => flip.id === id).length)
    })
  }

  /** Every other answer of the choices that some calls read. */
  #flipsReadBy(isMeant: (one: Played) => boolean): readonly Flip[] {
    const { choices, played } = this.now
    const read = new Set(played.filter(isMeant).flatMap(({ reads }) => [...reads]))
    return CHOICE_IDS.filter((id) => read.has(id)).flatMap((id) =>
      Object.keys(choice(id).answers).flatMap((answer) => (answer === choices[id] ? [] : [{ id, answer }])),
    )
  }

  /** Takes flips if they lower the cost together. */
  async #take(flips: readonly Flip[]): Promise<boolean> {
    const then = await this.#with(flips)
    if (costOf(then.played) >= costOf(this.now.played)) return false
    this.now = then
    return true
  }

  async #with(flips: readonly Flip[]): Promise<Answered> {
    const other = Object.fromEntries(flips.map(({ id, answer }) => [id, answer]))
    const choices = choicesOf('documented', { ...this.now.choices, ...other })
    this.replays++
    const earlier = { played: this.now.played, changed: flips.map(({ id }) => id) }
    return { choices, played: await this.#playAll(choices, earlier) }
  }

  /**
   * What each flip changes. Flips of choices that no call reads together are tried in one replay. A flip is tried again only
   * when the responses of the calls that read its choice have changed since.
   *
   * @param exact true to try flips again that one replay does not tell apart, because one of them changed what calls write
   */
  async #effects(flips: readonly Flip[], exact: boolean): Promise<readonly Effect[]> {
    const { played } = this.now
    const states = new Map([...new Set(flips.map(({ id }) => id))].map((id) => [id, stateOf(id, played)]))
    const keyOf = (flip: Flip): string => `${nameOf(flip)} ${states.get(flip.id)}`
    const rough = new Map<Flip, Effect>()
    const unknown = flips.filter((flip) => !this.#known.has(keyOf(flip)))
    const batches = this.#batchesOf(unknown, exact)
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      if (exact && this.replays >= MAX_REPLAYS) break
      const after = (await this.#with(batch)).played
      const { mixed, spreading } = mixedIn(batch, played, after)
      for (const flip of spreading) this.#spreading.add(nameOf(flip))
      for (const flip of batch) {
        const effect = effectOf(flip, played, after, batch.length === 1)
        if (mixed.includes(flip)) rough.set(flip, effect)
        else this.#known.set(keyOf(flip), effect)
      }
      const half = Math.ceil(mixed.length / 2)
      if (exact && spreading.length > 0) batches.push(...this.#batchesOf(mixed, true))
      else if (exact && half > 0) batches.push(mixed.slice(0, half), mixed.slice(half))
    }
    return flips.flatMap((flip) => this.#known.get(keyOf(flip)) ?? (exact ? [] : (rough.get(flip) ?? [])))
  }

  /**
   * Groups flips so that no call reads two choices of a group.
   *
   * @param exact true to leave those alone that change what calls write
   */
  #batchesOf(flips: readonly Flip[], exact: boolean): (readonly Flip[])[] {
    const isAlone = (flip: Flip): boolean => exact && this.#spreading.has(nameOf(flip))
    const batches: { readonly flips: Flip[]; readonly calls: Set<Played> }[] = []
    const readersOf = (flip: Flip) => ({ flip, own: this.now.played.filter(({ reads }) => reads.has(flip.id)) })
    const together = flips.filter((flip) => !isAlone(flip)).map(readersOf)
    for (const { flip, own } of together.sort((one, other) => other.own.length - one.own.length)) {
      let batch = batches.find(({ calls }) => !own.some((call) => calls.has(call)))
      if (!batch) batches.push((batch = { flips: [], calls: new Set() }))
      batch.flips.push(flip)
      for (const call of own) batch.calls.add(call)
    }
    return [...batches.map((batch) => batch.flips), ...flips.filter(isAlone).map((flip) => [flip])]
  }
}

const nameOf = ({ id, answer }: Flip): string => `${id}=${answer}`

/** The responses of the calls that read a choice, as a hash. */
function stateOf(id: Flip['id'], played: readonly Played[]): string {
  const hash = createHash('sha256')
  for (const { call, reads, text } of played) if (reads.has(id)) hash.update(`${call.number} ${text}`)
  return hash.digest('hex')
}
