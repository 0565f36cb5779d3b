/**
 * Forms and buttons: what they send to the control API, and how it ended.
 *
 * @module
 */
import { bodyOf, passesLastYear } from './live.js'
import { closeMenus, fetchPage, refresh, visit } from './pages.js'
import { ask, base, byId, GONE, isThere, say } from './server.js'

/** Asks for a confirmation; true when it was given. */
async function confirmed(question) {
  const dialog = byId('confirm')
  byId('confirm-text').textContent = question
  dialog.returnValue = 'no'
  dialog.showModal()
  await new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }))
  return dialog.returnValue === 'yes'
}

/** Why a form is not sent; undefined when it is. */
function problemOf(form, what) {
  if (form.querySelector('[aria-invalid=true]')) return `${what}: first correct the text; its problems are listed below it`
  const clock = document.querySelector('[data-clock]')
  const by = form.elements.by?.value
  if (!('advance' in form.dataset && clock && passesLastYear(Date.parse(clock.dataset.clock), by))) return undefined
  return `Advance by ${by}: a clock shows no time after the year 9999`
}

function sentBy(form) {
  const fields = new FormData(form)
  if (form.dataset.body === 'yaml') return String(fields.get('yaml'))
  const pairs = [...fields].map(([name, value]) => {
    if ('instant' in form.dataset) return [name, `${value}Z`]
    const { list } = form.elements[name].dataset
    if (list !== undefined && value !== '')
      return [name, value.split(/[\s,]+/).map((word) => (list === 'numbers' ? Number(word) : word))]
    return [name, 'json' in form.elements[name].dataset ? JSON.parse(value) : value]
  })
  return bodyOf(pairs)
}

/** Forms that wait for a confirmation or an answer. */
const pending = new WeakSet()

/** Sends a form and shows the result; a form that is pending is not sent again. */
export async function call(form, button) {
  if (pending.has(form)) return
  pending.add(form)
  await send(form, button).finally(() => pending.delete(form))
}

/** Moves the focus, where what had it is gone: to the menu that the field of its form is in now, else to the heading of its part. */
function keepFocus(field, title) {
  const now = document.activeElement
  if (now !== document.body && now.checkVisibility()) return
  const menu = byId(field)?.closest('details:not([open])')?.querySelector('summary')
  const heading = byId(title) ?? document.querySelector('main :is(h1, h2, h3)')
  // Not a button: the next press of the same key would use it.
  heading?.setAttribute('tabindex', -1)
  ;(menu ?? heading)?.focus({ preventScroll: true })
}

async function send(form, button) {
  const title = form.closest('[aria-labelledby]')?.getAttribute('aria-labelledby')
  const field = form.querySelector('[id]')?.id
  const [method, path] = form.dataset.call.split(' ')
  const what = button?.textContent.trim() ?? 'Done'
  const problem = problemOf(form, what)
  if (problem) return say(problem, 'bad')
  const question = form.dataset.confirm
  if (question && !(await confirmed(question))) return
  if (path !== 'sandboxes' && !(await isThere())) return say(GONE, 'bad')
  const hadFocus = form.contains(document.activeElement)
  const query = method === 'DELETE' && form.querySelector('[name]') ? `?${new URLSearchParams(new FormData(form))}` : ''
  const answer = await ask(`${base()}/${path}${query}`, { method, ...(method !== 'DELETE' && { body: sentBy(form) }) })
  const text = await answer.text()
  if (!answer.ok) return say(`${what}: ${errorOf(text) ?? answer.status}`, 'bad')
  say(`${what}: ${answer.status === 202 ? 'waiting' : 'done'}.`)
  form.closest('details.menu')?.querySelector('summary').focus()
  closeMenus()
  if (!('editor' in form.dataset)) form.reset()
  if (form.dataset.visit) return visit(`${new URL(JSON.parse(text).url).pathname.replace(/\/$/, '')}/_understay/`)
  document.dispatchEvent(new CustomEvent('console:change', { cancelable: true }))
  await refresh()
  if (hadFocus) keepFocus(field, title)
}

function errorOf(text) {
  try {
    return JSON.parse(text).error
  } catch {
    return undefined
  }
}

/** Copies the text of a button. */
export async function copy(button) {
  const text = button.dataset.copy ?? byId(button.dataset.copyFrom).value
  try {
    await navigator.clipboard.writeText(text)
    say('Copied.')
  } catch {
    // Pages without https on another machine may not write to the clipboard: the text is selected instead.
    const shown = button.parentElement.querySelector('pre, code, textarea') ?? button
    getSelection().selectAllChildren(shown)
    say('Selected: copy it with the keyboard.')
  }
}

/** Fetches what a link cannot, because it sends no token, and hands it over as a file. */
export async function download(link) {
  const answer = await ask(link.href)
  if (!answer.ok) return say(`${link.textContent}: ${errorOf(await answer.text()) ?? answer.status}`, 'bad')
  const file = document.createElement('a')
  file.href = URL.createObjectURL(await answer.blob())
  file.download = link.dataset.file
  file.click()
  setTimeout(() => URL.revokeObjectURL(file.href), 60_000)
}

/** Fills a part of a menu that is fetched when the menu is opened. */
export async function load(part) {
  const { page, isPage } = await fetchPage(part.dataset.load)
  const fresh = page.getElementById('fragment')
  if (isPage && fresh) part.replaceChildren(...[...fresh.childNodes].map((node) => document.adoptNode(node)))
}
