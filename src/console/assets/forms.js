/**
 * Forms and buttons: what they send to the control API, and how it ended.
 *
 * @module
 */
import { closeMenus, keepFocus } from './focus.js'
import { bodyOf, passesLastYear } from './live.js'
import { fetchPage, refresh, visit } from './pages.js'
import { ask, byId, GONE, isThere, say } from './server.js'

/** Asks for a confirmation; true when it was given. */
async function confirmed(question) {
  const dialog = byId('confirm')
  byId('confirm-text').textContent = question
  dialog.returnValue = 'no'
  dialog.showModal()
  await untilClosed(dialog)
  return dialog.returnValue === 'yes'
}

/** Ends at once, where the event `close` waits for the next frame: a form that is sent again until then would be ignored. */
const untilClosed = (dialog) =>
  new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      observer.disconnect()
      resolve()
    })
    observer.observe(dialog, { attributeFilter: ['open'] })
  })

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
    const words = value.split(/[\s,]+/).filter((word) => word !== '')
    if (list !== undefined) return [name, words.length > 0 ? words.map((word) => (list === 'numbers' ? Number(word) : word)) : '']
    return [name, 'json' in form.elements[name].dataset ? JSON.parse(value) : value]
  })
  return bodyOf(pairs)
}

const fieldsOf = (form) => String(new URLSearchParams(new FormData(form)))

/** Forms that wait for a confirmation or an answer. */
const pending = new WeakSet()

/** Sends a form and shows the result; a form that is pending is not sent again. */
export async function call(form, button) {
  if (pending.has(form)) return
  pending.add(form)
  await send(form, button).finally(() => pending.delete(form))
}

async function send(form, button) {
  const title = form.closest('[aria-labelledby]')?.getAttribute('aria-labelledby')
  const field = form.querySelector('[id]')?.id
  const { call: called } = form.dataset
  const [method, path] = called.split(' ')
  const what = button?.textContent.trim() ?? 'Done'
  const problem = problemOf(form, what)
  if (problem) return say(problem, 'bad')
  // Later the page of another sandbox may be shown, and the form may be that of another row.
  const { base, sandbox } = document.body.dataset
  const { confirm: question, editor, visit: opens } = form.dataset
  const sent = fieldsOf(form)
  const query = method === 'DELETE' && form.querySelector('[name]') ? `?${sent}` : ''
  const init = { method, ...(method !== 'DELETE' && { body: sentBy(form) }) }
  const isOfServer = path === 'sandboxes'
  const isShown = () => document.body.dataset.sandbox === sandbox
  const where = () => (isOfServer || isShown() ? what : `${what} in the sandbox ${sandbox}`)
  if (question && !(await confirmed(isOfServer ? question : `Sandbox ${sandbox}: ${question}`))) return
  if (!isOfServer && !(await isThere({ base, sandbox }))) return say(isShown() ? GONE : `${where()}: it no longer exists.`, 'bad')
  const hadFocus = form.contains(document.activeElement)
  const answer = await ask(`${base}/${path}${query}`, init)
  const text = await answer.text()
  if (!answer.ok) return say(`${where()}: ${errorOf(text) ?? answer.status}`, 'bad')
  say(`${where()}: ${answer.status === 202 ? 'waiting' : 'done'}.`)
  if (!isShown()) return
  // the user may be elsewhere by now
  const focused = document.activeElement
  if (form.contains(focused) || focused.contains(form)) {
    form.closest('details.menu')?.querySelector('summary').focus()
    closeMenus()
  }
  if (editor === undefined && form.dataset.call === called && fieldsOf(form) === sent) form.reset()
  if (opens) return visit(`${new URL(JSON.parse(text).url).pathname.replace(/\/$/, '')}/_understay/`)
  document.dispatchEvent(new CustomEvent('console:change', { cancelable: true }))
  await refresh()
  // the field may be in a menu now
  if (hadFocus) keepFocus(byId(field)?.closest('details:not([open])')?.querySelector('summary'), byId(title))
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
  const { textContent: what, dataset } = link
  const file = Object.assign(document.createElement('a'), { download: dataset.file })
  const answer = await ask(link.href)
  if (!answer.ok) return say(`${what}: ${errorOf(await answer.text()) ?? answer.status}`, 'bad')
  file.href = URL.createObjectURL(await answer.blob())
  file.click()
  setTimeout(() => URL.revokeObjectURL(file.href), 60_000)
}

/** Fills a part of a menu that is fetched when the menu is opened. */
export async function load(part) {
  const address = part.dataset.load
  const { page, isPage } = await fetchPage(address)
  const fresh = page.getElementById('fragment')
  if (isPage && fresh && address === part.dataset.load)
    part.replaceChildren(...[...fresh.childNodes].map((node) => document.adoptNode(node)))
}
