/** Parts of responses that are kept with the row they show. */

function areSame(parts: readonly unknown[], others: readonly unknown[]): boolean {
  if (parts.length !== others.length) return false
  for (let index = 0; index < parts.length; index++) if (parts[index] !== others[index]) return false
  return true
}

/** Keeps the last value made from each row, frozen: the envelope keeps its JSON too. Rows are immutable. */
export class KeptByRow<V extends object> {
  readonly #last = new WeakMap<object, { readonly parts: readonly unknown[]; readonly value: Readonly<V> }>()

  /** @param parts everything else that `make` reads; the value is made again when one of them differs */
  of(row: object, parts: readonly unknown[], make: () => V): Readonly<V> {
    const last = this.#last.get(row)
    if (last && areSame(last.parts, parts)) return last.value
    const value = Object.freeze(make())
    this.#last.set(row, { parts, value })
    return value
  }
}
