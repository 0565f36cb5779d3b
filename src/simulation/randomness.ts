/** Seeded randomness: the only source of random values. */

/** The resolution of {@link Stream.share}. */
const RESOLUTION = 2 ** 32

/** A stream of random numbers, the same for the same name (sfc32). Not for secrets. */
export class Stream {
  #a: number
  #b: number
  #c: number
  #count = 1

  /** @param name seed, purpose and key */
  constructor(name: string) {
    ;[this.#a, this.#b, this.#c] = hash96(name)
    for (let i = 0; i < 12; i++) this.#next()
  }

  /** An integer from `low` to `high`, both inclusive. */
  integer(low: number, high: number): number {
    const share = ((this.#next() >>> 5) * 2 ** 26 + (this.#next() >>> 6)) / 2 ** 53
    return low + Math.floor(share * (high - low + 1))
  }

  /** A number from 0 (inclusive) to 1 (exclusive). */
  share(): number {
    return this.integer(0, RESOLUTION - 1) / RESOLUTION
  }

  /** True by chance, with one value. @param percentage such as `12%` */
  happens(percentage = '0%'): boolean {
    return this.share() * 100 < Number.parseFloat(percentage)
  }

  text(length: number, alphabet: string): string {
    let text = ''
    for (let i = 0; i < length; i++) text += alphabet[this.integer(0, alphabet.length - 1)]
    return text
  }

  /** 32 bits. */
  #next(): number {
    const sum = (this.#a + this.#b + this.#count++) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return sum
  }
}

function hash96(text: string): [number, number, number] {
  let a = 0x811c9dc5
  let b = 0x9e3779b9
  let c = 0x85ebca6b
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b ^ code ^ (a >>> 15), 0xcc9e2d51)
    c = Math.imul(c ^ code ^ (b >>> 13), 0x1b873593)
  }
  return [a, b, c]
}

/** The randomness of one sandbox. Each purpose and key has its own stream, so results do not depend on the order of calls. */
export class Randomness {
  readonly seed: number
  readonly #secureTokens: boolean

  readonly #name: string

  /** @param options.sandbox gives each sandbox its own values */
  constructor(seed: number, options: { readonly sandbox?: string; readonly secureTokens?: boolean } = {}) {
    this.seed = seed
    this.#name = options.sandbox ? `${seed}@${options.sandbox}` : `${seed}`
    this.#secureTokens = options.secureTokens ?? false
  }

  /** The stream of a purpose and a key, from its start. */
  stream(purpose: string, key: number | string = 0): Stream {
    return new Stream(`${this.#name}/${purpose}/${key}`)
  }

  /** The same values in every sandbox of this seed. */
  get ofAllSandboxes(): Randomness {
    return new Randomness(this.seed)
  }

  /** 40 lower-case hexadecimal characters, from the seed or, with `secureTokens`, from the system. */
  token(key: number | string): string {
    if (this.#secureTokens) return secretHex(20)
    return crypto().createHash('sha256').update(`${this.#name}/token/${key}/0`).digest('hex').slice(0, 40)
  }
}

/** Cryptographically random hexadecimal characters, two per byte. */
export const secretHex = (bytes: number): string => crypto().randomBytes(bytes).toString('hex')

/** Loaded on first use, for a fast start. */
const crypto = (): typeof import('node:crypto') => process.getBuiltinModule('node:crypto')
