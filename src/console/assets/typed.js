/**
 * What a user types and chooses in the forms of a page, and how it outlives a reload.
 *
 * @module
 */
const TYPED = 'understay-typed'

/** What this tab keeps; where the browser allows no storage, what this page keeps. */
export const kept = storage()

function storage() {
  try {
    // A browser may have a storage that takes nothing.
    sessionStorage.setItem('understay-storage', '')
    return sessionStorage
  } catch {
    const values = new Map()
    return {
      getItem: (key) => values.get(key) ?? null,
      setItem: (key, value) => values.set(key, String(value)),
      removeItem: (key) => values.delete(key),
    }
  }
}

export const isField = (node) => node.nodeType === 1 && node.matches('input, textarea, select')
/** What a field holds before it is edited; in a list the option that the page chose, or the first. */
const firstValue = (node) =>
  node.defaultValue ?? ([...node.options].find((option) => option.defaultSelected) ?? node.options[0])?.value
export const isEdited = (node) => isField(node) && node.type !== 'hidden' && node.value !== firstValue(node)

/** Keeps what is typed and chosen, but no password, for {@link restoreTyped} on the same page. The editor keeps its own text. */
export function keepTyped() {
  const edited = [...document.querySelectorAll('main [id], header [id]')].filter(
    (one) => isEdited(one) && one.type !== 'password' && !('initial' in one.dataset),
  )
  kept.setItem(TYPED, JSON.stringify([location.href, edited.map(({ id, value }) => [id, value])]))
}

export function restoreTyped() {
  const [address, edited] = JSON.parse(kept.getItem(TYPED) ?? '[]')
  kept.removeItem(TYPED)
  for (const [id, value] of address === location.href ? edited : []) {
    const field = document.getElementById(id)
    if (field) Object.assign(field, { value }).dispatchEvent(new Event('input', { bubbles: true }))
  }
}
