/** Sets a value in a map of at most so many values; the one that was set first is removed. */
export function setWithin<K, V>(map: Map<K, V>, most: number, key: K, value: V): void {
  map.delete(key)
  const [oldest] = map.keys()
  if (oldest !== undefined && map.size >= most) map.delete(oldest)
  map.set(key, value)
}
