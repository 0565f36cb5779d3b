/**
 * Where a user is on a page: the focus, the place that is scrolled to, and the menus that are open.
 *
 * @module
 */
import { byId } from './server.js'

/** The element that the hash of an address names. */
export function targetOf(hash) {
  const id = hash.slice(1)
  try {
    return byId(decodeURIComponent(id))
  } catch {
    return byId(id)
  }
}

/** Opens whatever hides an element. */
export function openAround(target) {
  for (let one = target; one; one = one.parentElement) if (one.matches('details')) one.open = true
}

/** Opens whatever hides an element and scrolls to it. */
export function reveal(target) {
  openAround(target)
  target.scrollIntoView({ block: 'start' })
}

/** Moves the focus, where what had it is gone, to the first of some places that is there, else to the heading of the page. */
export function keepFocus(...places) {
  const now = document.activeElement
  if (now !== document.body && now.checkVisibility()) return
  const place = [...places, document.querySelector('main :is(h1, h2, h3)')].find((one) => one)
  // Not a button: the next press of the same key would use it.
  if (place?.tabIndex < 0) place.setAttribute('tabindex', -1)
  place?.focus({ preventScroll: true })
}

/** Moves the focus to the entry that was opened, or back to the row of one that had it and was closed. */
export function focusEntry(row) {
  const detail = byId('detail')
  detail?.scrollTo(0, 0)
  if (detail) detail.focus({ preventScroll: true })
  else if (row && document.activeElement === document.body) byId(row)?.querySelector('a').focus()
}

/** Closes the menus that are open. @param except stays open */
export function closeMenus(except) {
  for (const open of document.querySelectorAll('details.menu[open]')) if (open !== except) open.open = false
}
