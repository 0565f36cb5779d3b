/**
 * A template tag for paths: every value is percent-encoded on its own, so that a slash in a street name stays inside its
 * segment: ``path`/guests/${property}/list` ``. A list becomes one segment an item.
 *
 * @throws when a value is missing; a blank one is sent as an empty segment
 */
export function path(words, ...values) {
  return words.reduce((written, word, n) => written + [values[n - 1]].flat().map(encoded).join('/') + word)
}

function encoded(value) {
  if (value === undefined || value === null) throw new TypeError('A path lacks one of its values')
  return encodeURIComponent(value)
}
