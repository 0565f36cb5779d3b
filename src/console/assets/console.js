/**
 * The script of every page: follows links without loading the page again, keeps it up to date, and makes the buttons work.
 *
 * The server writes all markup. What is new is fetched as a page and merged into the one that is shown, so what a client sent
 * is never more than text.
 *
 * @module
 */
import { Idiomorph } from './idiomorph.js'
import { bodyOf, clockText, passesLastYear, pauseAfter, retryAfter, takeEvents } from './live.js'

const TOKEN = 'understay-control-token'
const QUIET_MS = 10_000

export const base = () => document.body.dataset.base
const byId = (id) => document.getElementById(id)

/** Shows a message below the tabs. */
export function say(text, kind = 'good') {
  const said = byId('said')
  if (said) Object.assign(said, { textContent: text, className: kind })
}

/** Sends a request to this server, with the control token where there is one. */
export async function ask(address, { headers, ...init } = {}) {
  const token = sessionStorage.getItem(TOKEN)
  return fetch(address, {
    ...init,
    cache: 'no-store',
    headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
  })
}

const failed = (error) => say(`The server did not answer: ${error.message}`, 'bad')
const rest = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

// --- pages

async function fetchPage(address) {
  const answer = await ask(address, { headers: { accept: 'text/html' } })
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  return { status: answer.status, page, isPage: answer.headers.get('content-type')?.startsWith('text/html') ?? false }
}

const isField = (node) => node.nodeType === 1 && node.matches('input, textarea, select')
const isEdited = (node) => isField(node) && node.type !== 'hidden' && 'defaultValue' in node && node.value !== node.defaultValue

/** Merges a fetched page into the one that is shown; `keepEdits` leaves fields alone that somebody is filling in. */
function merge(page, keepEdits) {
  document.title = page.title
  Idiomorph.morph(document.body, page.body, {
    morphStyle: 'outerHTML',
    ignoreActiveValue: keepEdits,
    callbacks: {
      beforeNodeMorphed: (old, fresh) => {
        if (old.nodeType !== 1) return true
        if (old.id !== '' && old.id === fresh.id && 'keep' in old.dataset) return false
        if (keepEdits && isEdited(old)) return false
        return !old.isEqualNode(fresh)
      },
      beforeAttributeUpdated: (name, node) => !(name === 'open' && node.matches('details') && keepEdits),
    },
  })
  afterMerge()
}

function afterMerge() {
  const forget = byId('forget')
  if (forget) forget.hidden = !sessionStorage.getItem(TOKEN)
  showStream()
  showTab()
  keepView()
  document.dispatchEvent(new CustomEvent('console:page'))
}

/** Tabs that keep their filters, and what is open in them, while other tabs are looked at. */
const KEPT_TABS = ['', 'console/webhooks']

/** Lets these tabs lead back to what they showed last. */
function keepView() {
  if (document.body.dataset.locked !== undefined) return
  for (const tab of KEPT_TABS) {
    const address = `${base()}/${tab}`
    const kept = `understay-view ${address}`
    if (document.body.dataset.tab === tab) sessionStorage.setItem(kept, location.search)
    else
      for (const link of document.querySelectorAll('nav.tabs a'))
        if (link.pathname === address) link.search = sessionStorage.getItem(kept) ?? ''
  }
}

/** Scrolls the line of tabs, where it is too long, to the tab that is shown. */
function showTab() {
  const tab = document.querySelector('nav.tabs [aria-current]')
  if (tab) tab.parentElement.scrollLeft = tab.offsetLeft - (tab.parentElement.clientWidth - tab.offsetWidth) / 2
}

/** Loads the style sheets and scripts that a page has and this one lacks. */
async function loadParts(page) {
  const there = new Set([...document.head.querySelectorAll('link[rel=stylesheet], script')].map((one) => one.src || one.href))
  for (const part of page.head.querySelectorAll('link[rel=stylesheet], script[src]')) {
    const address = new URL(part.getAttribute('src') ?? part.getAttribute('href'), location.href).href
    if (there.has(address)) continue
    if (part.matches('link')) document.head.append(document.adoptNode(part))
    else await import(address)
  }
}

/** Shows another page of the console without loading everything again. */
async function visit(address, { push = true } = {}) {
  const url = new URL(address, location.href)
  const { status, page, isPage } = await fetchPage(url)
  if (!isPage) return location.assign(url)
  if (push) history.pushState(null, '', url)
  const changed =
    document.body.dataset.tab !== page.body.dataset.tab || document.body.dataset.sandbox !== page.body.dataset.sandbox
  const moved = document.body.dataset.sandbox !== page.body.dataset.sandbox
  await loadParts(page)
  if (changed) say('')
  closeMenus()
  merge(page, false)
  if (changed) window.scrollTo(0, 0)
  const target = url.hash ? byId(decodeURIComponent(url.hash.slice(1))) : undefined
  if (target) reveal(target)
  else if (url.searchParams.has('entry')) byId('detail')?.scrollTo(0, 0)
  if (moved) line?.abort()
  return status
}

/** Opens whatever hides an element and scrolls to it. */
function reveal(target) {
  for (let one = target; one; one = one.parentElement) if (one.matches('details')) one.open = true
  target.scrollIntoView({ block: 'start' })
}

async function refresh() {
  const address = location.href.replace(/#.*/, '')
  const { status, page, isPage } = await fetchPage(address)
  if (status === 401) return location.reload()
  if (!isPage || address !== location.href.replace(/#.*/, '')) return
  merge(page, true)
}

const refresher = { due: false, running: false }

/** Refreshes the page soon, never twice at once, and less often the longer it takes. */
export async function refreshSoon() {
  refresher.due = true
  if (refresher.running) return
  refresher.running = true
  while (refresher.due) {
    refresher.due = false
    const started = performance.now()
    await refresh().catch(() => undefined)
    await rest(pauseAfter(performance.now() - started))
  }
  refresher.running = false
}

// --- the stream of changes

let line
let stream = ['connecting', 'plain']

function showStream(...state) {
  if (state.length > 0) stream = state
  const shown = byId('stream')
  if (shown) Object.assign(shown, { textContent: stream[0], className: `badge ${stream[1]}` })
}

/** Follows the sandbox until the connection ends; true when it was ever open. */
async function follow() {
  line = new AbortController()
  const answer = await ask(`${base()}/changes/stream`, { signal: line.signal })
  if (!answer.ok || !answer.body) return false
  showStream('live', 'good')
  if (byId('said')?.className === 'bad') say('')
  onChange()
  try {
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let text = ''; ; ) {
      const { done, value } = await reader.read()
      if (done) return true
      const { events, rest: left } = takeEvents(text + value)
      text = left
      if (events.length > 0) onChange()
    }
  } catch {
    return true
  }
}

function onChange() {
  // A page that updates itself, such as the calendar, prevents the default.
  if (document.dispatchEvent(new CustomEvent('console:change', { cancelable: true }))) refreshSoon()
}

/** A request to a sandbox that is gone would create it again, so the list is asked first. */
async function isThere() {
  const answer = await ask(`${base()}/sandboxes`)
  if (answer.status === 401) location.reload()
  return !answer.ok || (await answer.json()).some(({ name }) => name === document.body.dataset.sandbox)
}

const isSeen = () => document.visibilityState === 'visible'

async function untilSeen() {
  while (!isSeen()) await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }))
}

async function keepFollowing() {
  for (let failures = 0; ; failures++) {
    await untilSeen()
    if (!(await isThere().catch(() => true))) break
    if (await follow().catch(() => false)) failures = 0
    showStream('not connected', 'bad')
    if (isSeen()) await rest(retryAfter(failures))
  }
  showStream('gone', 'bad')
  say('This sandbox no longer exists: it was removed, or the server was started again. Reload the page to create it.', 'bad')
}

// --- buttons

/** Asks for a confirmation; true when it was given. */
export async function confirmed(question) {
  const dialog = byId('confirm')
  byId('confirm-text').textContent = question
  dialog.returnValue = 'no'
  dialog.showModal()
  await new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }))
  return dialog.returnValue === 'yes'
}

function questionOf(form) {
  const clock = document.querySelector('[data-clock]')
  const by = form.elements.by?.value
  if ('advance' in form.dataset && clock && passesLastYear(Date.parse(clock.dataset.clock), by))
    return `Advance by ${by}? The clock stops at the end of the year 9999, and only a reset or "Set to" leads back.`
  return form.dataset.confirm
}

function sentBy(form) {
  const fields = new FormData(form)
  if (form.dataset.body === 'yaml') return String(fields.get('yaml'))
  const pairs = [...fields].map(([name, value]) => {
    if ('instant' in form.dataset) return [name, `${value}Z`]
    return [name, 'json' in form.elements[name].dataset ? JSON.parse(value) : value]
  })
  return bodyOf(pairs)
}

/** Sends what a form says and shows how it ended. */
async function call(form, button) {
  const [method, path] = form.dataset.call.split(' ')
  const question = questionOf(form)
  if (question && !(await confirmed(question))) return
  const query = method === 'DELETE' && form.querySelector('[name]') ? `?${new URLSearchParams(new FormData(form))}` : ''
  const answer = await ask(`${base()}/${path}${query}`, { method, ...(method !== 'DELETE' && { body: sentBy(form) }) })
  const text = await answer.text()
  const what = button?.textContent.trim() ?? 'Done'
  if (!answer.ok) return say(`${what}: ${errorOf(text) ?? answer.status}`, 'bad')
  say(`${what}: done.`)
  closeMenus()
  form.reset()
  if (form.dataset.visit) return visit(`${new URL(JSON.parse(text).url).pathname.replace(/\/$/, '')}/_understay/`)
  document.dispatchEvent(new CustomEvent('console:change', { cancelable: true }))
  await refresh()
}

function errorOf(text) {
  try {
    return JSON.parse(text).error
  } catch {
    return undefined
  }
}

async function copy(button) {
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
async function download(link) {
  const answer = await ask(link.href)
  const file = document.createElement('a')
  file.href = URL.createObjectURL(await answer.blob())
  file.download = link.dataset.file
  file.click()
  setTimeout(() => URL.revokeObjectURL(file.href), 60_000)
}

function closeMenus(except) {
  for (const open of document.querySelectorAll('details.menu[open]')) if (open !== except) open.open = false
}

/** Fills a part of a menu that is fetched when the menu is opened. */
async function load(part) {
  const { page, isPage } = await fetchPage(part.dataset.load)
  const fresh = page.getElementById('fragment')
  if (isPage && fresh) part.replaceChildren(...[...fresh.childNodes].map((node) => document.adoptNode(node)))
}

const isConsoleLink = (link) => {
  const { pathname, origin } = new URL(link.href, location.href)
  if (origin !== location.origin || link.target || 'file' in link.dataset || 'plain' in link.dataset) return false
  const path = /^(?:.*?)\/_understay\/(.*)$/.exec(pathname)?.[1]
  return path !== undefined && (path === '' || /^(?:console|docs)\//.test(path)) && document.body.dataset.locked === undefined
}

function onClick(event) {
  if (!event.target.closest('details.menu')) closeMenus()
  const target = event.target.closest('[data-copy], [data-copy-from], #forget, a[href]')
  if (!target) return
  if (target.dataset.copy !== undefined || target.dataset.copyFrom) copy(target)
  else if (target.id === 'forget') forget()
  else if ('file' in target.dataset) {
    if (!sessionStorage.getItem(TOKEN)) return
    event.preventDefault()
    download(target).catch(failed)
  } else if (isConsoleLink(target) && !event.metaKey && !event.ctrlKey && !event.shiftKey && event.button === 0) {
    const sameDocument = target.getAttribute('href').startsWith('#')
    if (sameDocument) return reveal(byId(target.hash.slice(1)) ?? document.body)
    event.preventDefault()
    visit(target.href).catch(failed)
  }
}

function onSubmit(event) {
  const form = event.target
  if (form.id === 'unlock') {
    event.preventDefault()
    sessionStorage.setItem(TOKEN, form.elements.token.value)
    unlock().catch(failed)
  } else if (form.dataset.call) {
    event.preventDefault()
    call(form, event.submitter).catch(failed)
  } else if (form.getAttribute('method') === 'get') {
    // not form.method: the filters have a field of that name
    event.preventDefault()
    const query = new URLSearchParams([...new FormData(form)].filter(([, value]) => value !== ''))
    if (query.get('limit') === '100') query.delete('limit')
    visit(`${form.getAttribute('action')}?${query}`).catch(failed)
  }
}

function onKey(event) {
  if (event.key === 'Escape' && document.querySelector('details.menu[open]')) {
    const open = document.querySelector('details.menu[open]')
    closeMenus()
    return open.querySelector('summary').focus()
  }
  if (event.target.closest('input, textarea, select, dialog') || event.metaKey || event.ctrlKey || event.altKey) return
  if (event.key === '/') {
    const field = document.querySelector('input[type=search]')
    if (field) event.preventDefault()
    return field?.focus()
  }
  const link = [...document.querySelectorAll('a[data-key]')].find(({ dataset }) => dataset.key === event.key)
  if (link) {
    event.preventDefault()
    visit(link.href).catch(failed)
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
  addEventListener('popstate', () => visit(location.href, { push: false }).catch(failed))
}

// --- the token

function forget() {
  sessionStorage.removeItem(TOKEN)
  location.reload()
}

/** Shows the page that the token opens. */
async function unlock() {
  const { status, page } = await fetchPage(location.href)
  if (status === 401) {
    sessionStorage.removeItem(TOKEN)
    return say('This is not the control token.', 'bad')
  }
  if (status >= 500) return say(`The server answered ${status}: ${page.body.textContent}`, 'bad')
  await loadParts(page)
  document.title = page.title
  document.body.replaceWith(document.adoptNode(page.body))
  begin()
}

/** Lets the shown clock run as that of the sandbox does. */
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
    if (sessionStorage.getItem(TOKEN)) unlock().catch(failed)
    return
  }
  afterMerge()
  tick()
  keepFollowing()
  document.addEventListener('visibilitychange', () => isSeen() || line?.abort())
  setInterval(() => isSeen() && stream[0] === 'live' && onChange(), QUIET_MS)
}

listen()
begin()
