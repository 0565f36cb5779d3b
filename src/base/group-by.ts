/** The items by key, each list in their order. @param keyOf undefined leaves an item out */
export function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K | undefined): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = key === undefined ? undefined : groups.get(key)
    if (group) group.push(item)
    else if (key !== undefined) groups.set(key, [item])
  }
  return groups
}
