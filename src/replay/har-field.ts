/** A value in a HAR file with its path, for error messages. */
import { isJsonMap } from '../base/json-map.ts'
import { shortText } from '../base/short-text.ts'

const MAX_SHOWN = 60

/** A file that cannot be replayed. */
export class HarError extends Error {
  override readonly name = 'HarError'
  readonly #said: string
  readonly #got: string | undefined

  /** @param got the value in the file, as text */
  constructor(said: string, got?: string) {
    super(got === undefined ? said : `${said}, got ${shortText(got, MAX_SHOWN)}`)
    this.#said = said
    this.#got = got
  }

  /** The same error with the value masked before it is cut. */
  masked(mask: (text: string) => string): HarError {
    return new HarError(this.#said, this.#got && mask(this.#got))
  }
}

const shown = (value: unknown): string => {
  if (value === null || value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (isJsonMap(value)) return 'a map'
  return JSON.stringify(value)
}

/** A value that may be missing, and its path: `log.entries[3].request.url`. */
export class Field {
  readonly value: unknown
  readonly #path: string

  constructor(value: unknown, path: string) {
    this.value = value
    this.#path = path
  }

  /** False when it is missing or null. */
  get isSet(): boolean {
    return this.value !== undefined && this.value !== null
  }

  get isEmptyList(): boolean {
    return Array.isArray(this.value) && this.value.length === 0
  }

  get isMap(): boolean {
    return isJsonMap(this.value)
  }

  /** The field with this name; unset when this is not a map or lacks it. */
  field(name: string): Field {
    const inner = isJsonMap(this.value) && Object.hasOwn(this.value, name) ? this.value[name] : undefined
    return new Field(inner, this.#path ? `${this.#path}.${name}` : name)
  }

  /** An error about this value, to throw. */
  problem(expected: string): HarError {
    return new HarError(`${this.#path}: ${expected}`, shown(this.value))
  }

  /** @throws HarError */
  map(): Field {
    if (!isJsonMap(this.value)) throw this.problem('expected a map')
    return this
  }

  /** Its text, or the default. @throws HarError when there is neither */
  text(otherwise?: string): string {
    if (!this.isSet && otherwise !== undefined) return otherwise
    if (typeof this.value !== 'string') throw this.problem('expected a text')
    return this.value
  }

  /** Its number, or the default. @throws HarError when there is neither */
  number(otherwise?: number): number {
    if (!this.isSet && otherwise !== undefined) return otherwise
    if (typeof this.value !== 'number') throw this.problem('expected a number')
    return this.value
  }

  /** Its items, or the default. @throws HarError when there is neither */
  items(otherwise?: readonly Field[]): readonly Field[] {
    if (!this.isSet && otherwise !== undefined) return otherwise
    const { value } = this
    if (!Array.isArray(value)) throw this.problem('expected a list')
    return value.map((item: unknown, index) => new Field(item, `${this.#path}[${index}]`))
  }
}
