/** The value of a key in a map; a missing or undefined one is made and added, as `getOrInsertComputed` of newer runtimes does. */
export function getOrInsert<K, V>(map: { get(key: K): V | undefined; set(key: K, value: V): unknown }, key: K, make: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
