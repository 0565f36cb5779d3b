/**
 * The script of every page: follows links without loading the page again, keeps it up to date, and makes the buttons work.
 *
 * @module
 */
import { closeMenus, openAround, targetOf } from './focus.js'
import { call, copy, download, load } from './forms.js'
import { clockText } from './live.js'
import { afterMerge, fetchPage, loadParts, visit, visitEntry } from './pages.js'
import { byId, controlToken, failed, isRefused, keepControlToken, rest, say } from './server.js'
import { startFollowing, untilSeen } from './stream.js'
import { keepTyped, restoreTyped } from './typed.js'

const isConsoleLink = (link) => {
  const { pathname, origin } = new URL(link.href, location.href)
  if (origin !== location.origin || link.target || 'file' in link.dataset) return false
  const path = /^(?:.*?)\/_understay\/(.*)$/.exec(pathname)?.[1]
  // The viewer of the OpenAPI documents is a page of its own.
  const isPage = path === '' || /^(?:console|docs)\/(?!openapi)/.test(path)
  return path !== undefined && isPage && document.body.dataset.locked === undefined
}

function onClick(event) {
  // the second click of a double click sends no form again
  if (event.detail > 1 && event.target.closest('form[data-call] button')) return event.preventDefault()
  if (!event.target.closest('details.menu, dialog')) closeMenus()
  const target = event.target.closest('[data-copy], [data-copy-from], #forget, a[href]')
  if (!target) return
  if (target.dataset.copy !== undefined || target.dataset.copyFrom) copy(target)
  else if (target.id === 'forget') forget()
  else if ('file' in target.dataset) {
    if (controlToken() === null) return
    event.preventDefault()
    download(target).catch(failed)
  } else if (isConsoleLink(target) && !event.metaKey && !event.ctrlKey && !event.shiftKey && event.button === 0) {
    const sameDocument = target.getAttribute('href').startsWith('#')
    // the browser keeps the place of the entry that is left, and then scrolls
    if (sameDocument) return openAround(targetOf(target.hash))
    event.preventDefault()
    visit(target.href).catch(failed)
  }
}

function onSubmit(event) {
  const form = event.target
  if (form.id === 'unlock') {
    event.preventDefault()
    const token = form.elements.token.value.trim()
    // no header can have other characters
    if (/[^ -\u00ff]/.test(token)) return say(WRONG_TOKEN, 'bad')
    keepControlToken(token)
    unlock().catch(failed)
  } else if (form.dataset.call) {
    event.preventDefault()
    call(form, event.submitter).catch(failed)
  } else if (form.getAttribute('method') === 'get') {
    // not form.method: the filters have a field of that name
    event.preventDefault()
    const isDefault = (name, value) => value === '' || value === form.elements[name]?.dataset?.default
    const query = new URLSearchParams([...new FormData(form)].filter(([name, value]) => !isDefault(name, value)))
    visit(`${form.getAttribute('action')}?${query}`).catch(failed)
  }
}

/** The latest visit by a key, until it ends. */
let visiting

function begun(visit) {
  const ended = visit.catch(failed).finally(() => {
    if (visiting === ended) visiting = undefined
  })
  return ended
}

function onKey(event) {
  const open = document.querySelector('details.menu[open]')
  if (event.key === 'Escape' && open && !event.target.closest('dialog')) {
    closeMenus()
    return open.querySelector('summary').focus()
  }
  if (event.target.closest('input, textarea, select, dialog') || event.metaKey || event.ctrlKey || event.altKey) return
  if (event.key === '/') {
    const field = document.querySelector('input[type=search]')
    if (field) event.preventDefault()
    return field?.focus()
  }
  const named = [...document.querySelectorAll('a[data-key]')].find(({ dataset }) => dataset.key === event.key)
  const isFirst = event.key === 'j' && document.querySelector('.detail') === null
  const link = isFirst ? document.querySelector('.calls a') : named
  if (link) {
    event.preventDefault()
    // a key that is held down waits for the page before
    if (!(event.repeat && visiting)) visiting = begun(visit(link.href))
  } else if (event.target.closest('.calls') && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
    const row = event.target.closest('li')
    const next = event.key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling
    if (next) event.preventDefault()
    next?.querySelector('a')?.focus()
  }
}

function listen() {
  document.addEventListener('submit', onSubmit)
  document.addEventListener('click', onClick)
  document.addEventListener('keydown', onKey)
  document.addEventListener('focusin', ({ target }) => target.closest('dialog') || closeMenus(target.closest('details.menu')))
  document.addEventListener(
    'toggle',
    ({ target }) => {
      if (!target.matches('details.menu') || !target.open) return
      closeMenus(target)
      const part = target.querySelector('[data-load]')
      if (part) load(part).catch(failed)
    },
    true,
  )
  addEventListener('popstate', () => visitEntry().catch(failed))
}

// --- the token

const WRONG_TOKEN = 'This is not the control token.'

function forget() {
  keepControlToken(undefined)
  location.reload()
}

const RETRY_MS = 10_000

/** Shows the page that the token opens, as soon as it can be had. */
async function unlock() {
  const { status, page } = await fetchPage(location.href)
  // another attempt was faster
  if (document.body.dataset.locked === undefined) return
  if (status === 401 && byId('unlock')) {
    keepControlToken(undefined)
    return say(WRONG_TOKEN, 'bad')
  }
  const isLater = status === 429 || isRefused(page.body)
  if (isLater || status >= 500) say(`The server answered ${status}: ${page.body.textContent}`, 'bad')
  if (isLater) return rest(RETRY_MS).then(untilSeen).then(unlock)
  if (status >= 500) return
  document.title = page.title
  document.body.replaceWith(document.adoptNode(page.body))
  await loadParts(page)
  if (status !== 403) begin()
}

/** Advances the shown clock at the speed of the clock of the sandbox. */
function tick() {
  let shown
  let since = 0
  let at
  setInterval(() => {
    const clock = document.querySelector('[data-clock]')
    if (!clock) return
    if (clock !== shown || clock.dataset.clock !== at) [shown, at, since] = [clock, clock.dataset.clock, performance.now()]
    const passed = (performance.now() - since) * Number(clock.dataset.speed)
    const text = clockText(Math.min(Date.parse(at) + passed, 253402300799000))
    if (clock.textContent !== text) clock.textContent = text
  }, 250)
}

function begin() {
  document.documentElement.dataset.script = ''
  if (document.body.dataset.locked !== undefined) {
    if (controlToken() !== null || isRefused()) unlock().catch(failed)
    return
  }
  restoreTyped()
  addEventListener('pagehide', keepTyped)
  afterMerge()
  tick()
  startFollowing()
}

listen()
begin()
