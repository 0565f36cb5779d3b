/**
 * The script of the console page: follows the journal, shows what is new, and makes the buttons work.
 *
 * All markup is made by the server. What is new is fetched as the page itself and put in the place of what was there, so this
 * script writes no markup, and what a client sent is never more than text.
 *
 * @module
 */

/** Takes whole server-sent events off the front of a text; what is left waits for more. */
export function takeEvents(text) {
  const blocks = text.split('\n\n')
  const rest = blocks.pop() ?? ''
  const ids = blocks.flatMap((block) => {
    const id = block.split('\n').find((line) => line.startsWith('id:'))
    return id === undefined ? [] : [Number(id.slice(3))]
  })
  return { ids, rest }
}

/**
 * Which entries come and which go.
 *
 * @param shown ids on the page, newest first
 * @param fresh ids that were fetched, newest first
 * @param last the id that was given out last; one behind what is shown is of a server that was started anew
 */
export function changeOf({ shown, fresh, oldest, last, limit }) {
  const newest = shown[0] ?? 0
  if (last < newest) return { added: fresh, removed: shown }
  const added = fresh.filter((id) => id > newest)
  const kept = new Set([...added, ...shown].slice(0, limit).filter((id) => id >= oldest))
  return { added: added.filter((id) => kept.has(id)), removed: shown.filter((id) => !kept.has(id)) }
}

/** How long to wait before the page is fetched again, when fetching it took so long: the server has other things to do. */
export const pauseAfter = (took) => Math.max(400, 4 * took)

/** How long to wait before the stream is tried again. */
export const retryAfter = (failures) => Math.min(10_000, 500 * 2 ** failures)

/** A clock of so many epoch milliseconds, in the words of the page. */
export const clockText = (at) => new Date(at).toISOString().slice(0, 19).replace('T', ' ')

/** What a form sends: its named fields; undefined when it has none. */
export function bodyOf(fields) {
  const entries = [...fields]
  return entries.length === 0 ? undefined : JSON.stringify(Object.fromEntries(entries))
}

const TOKEN = 'understay-control-token'
const QUIET_MS = 10_000

const base = () => document.body.dataset.base
const say = (text, kind = 'good') => {
  const said = document.getElementById('said')
  if (said) Object.assign(said, { textContent: text, className: kind })
}

/** Asks this server, with the control token where there is one. */
async function ask(address, { headers, ...init } = {}) {
  const token = sessionStorage.getItem(TOKEN)
  return fetch(address, {
    ...init,
    cache: 'no-store',
    headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
  })
}

/** The page of this address as the server would send it now. */
async function freshPage(since) {
  const address = new URL(location.href)
  address.hash = ''
  if (since !== undefined) address.searchParams.set('since', since)
  const answer = await ask(address, { headers: { accept: 'text/html' } })
  return { status: answer.status, page: new DOMParser().parseFromString(await answer.text(), 'text/html') }
}

// --- what is live

/** What each part was like when it was fetched last: what people opened in it since is no change. */
const parts = new Map()

function keepParts(page) {
  for (const part of page.querySelectorAll('[data-live]')) parts.set(part.id, part.outerHTML)
}

function putPart(fresh) {
  const there = document.getElementById(fresh.id)
  if (!there || parts.get(fresh.id) === fresh.outerHTML) return
  parts.set(fresh.id, fresh.outerHTML)
  const open = new Map([...there.querySelectorAll('details[id]')].map((one) => [one.id, one.open]))
  const focused = there.contains(document.activeElement) ? document.activeElement.closest('[id]')?.id : undefined
  const placed = document.adoptNode(fresh)
  for (const one of placed.querySelectorAll('details[id]')) one.open = open.get(one.id) ?? one.open
  there.replaceWith(placed)
  if (focused) {
    const again = document.getElementById(focused)
    ;(again?.matches('details') ? again.querySelector('summary') : again)?.focus()
  }
}

const idsIn = (list) => [...list.children].map((item) => Number(item.dataset.entry))

function putEntries(fresh) {
  const list = document.getElementById('entries')
  const { oldest, limit, last } = fresh.dataset
  const numbers = { oldest: Number(oldest), last: Number(last), limit: Number(limit) }
  const { added, removed } = changeOf({ shown: idsIn(list), fresh: idsIn(fresh), ...numbers })
  for (const id of removed) document.getElementById(`entry-${id}`)?.remove()
  const items = [...fresh.children].filter((item) => added.includes(Number(item.dataset.entry)))
  list.prepend(...items.map((item) => document.adoptNode(item)))
  list.dataset.last = last
}

async function refresh() {
  const { status, page } = await freshPage(document.getElementById('entries').dataset.last)
  if (status === 401) return location.reload()
  if (status !== 200) return
  for (const part of page.querySelectorAll('[data-live]')) putPart(part)
  putEntries(page.getElementById('entries'))
}

const refresher = { due: false, running: false }

/** Refreshes soon, but never twice at once, and the less often the longer it takes. */
async function refreshSoon() {
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

const rest = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

// --- the stream

function showStream(text, kind) {
  const shown = document.getElementById('stream')
  if (shown) Object.assign(shown, { textContent: text, className: `badge ${kind}` })
}

/** Where the journal is followed: from what the page shows, by its filters. */
function streamAddress() {
  const query = new URLSearchParams()
  for (const name of ['operation', 'status', 'fault']) {
    const value = new URLSearchParams(location.search).get(name)
    if (value) query.set(name, value)
  }
  query.set('since', document.getElementById('entries').dataset.last)
  return `${base()}/journal/stream?${query}`
}

/** The line to the server: a browser has six for one server, so pages that nobody sees hang up. */
let line

/** Follows the journal until the line is cut; true when it was ever there. */
async function follow() {
  line = new AbortController()
  const answer = await ask(streamAddress(), { signal: line.signal })
  if (!answer.ok || !answer.body) return false
  showStream('live', 'good')
  document.body.dataset.live = ''
  refreshSoon()
  try {
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let text = ''; ; ) {
      const { done, value } = await reader.read()
      if (done) return true
      const { ids, rest } = takeEvents(text + value)
      text = rest
      if (ids.length > 0) refreshSoon()
    }
  } catch {
    return true
  } finally {
    delete document.body.dataset.live
  }
}

/** Asking after a sandbox by its own address would make it anew, so the list is asked whether it is there. */
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
  if (document.querySelector('.problem')) return showStream('not live', 'bad')
  for (let failures = 0; ; failures++) {
    await untilSeen()
    if (!(await isThere().catch(() => true))) break
    if (await follow().catch(() => false)) failures = 0
    showStream('not connected', 'bad')
    if (isSeen()) await rest(retryAfter(failures))
  }
  showStream('gone', 'bad')
  say('This sandbox is no more: it was let go, or the server was started anew. Reload the page to make it again.', 'bad')
}

// --- the buttons

async function call(form) {
  const [method, path] = form.dataset.call.split(' ')
  if (form.dataset.confirm && !confirm(form.dataset.confirm)) return
  const answer = await ask(`${base()}/${path}`, { method, body: bodyOf(new FormData(form)) })
  const text = await answer.text()
  const what = form.querySelector('button').textContent
  if (answer.ok) say(`${what}: done.`)
  else say(`${what}: ${JSON.parse(text).error ?? answer.status}`, 'bad')
  refreshSoon()
}

async function copy(button) {
  const text = button.dataset.copy
  try {
    await navigator.clipboard.writeText(text)
    say('Copied.')
  } catch {
    // pages without https, other than on this machine, may not: then it is ready to be copied by hand
    getSelection().selectAllChildren(button.previousElementSibling)
    say('Selected: copy it with the keyboard.')
  }
}

/** A link cannot bring the token, so what it leads to is fetched and handed over as a file. */
async function download(link) {
  const answer = await ask(link.href)
  const file = document.createElement('a')
  file.href = URL.createObjectURL(await answer.blob())
  file.download = link.dataset.file
  file.click()
  setTimeout(() => URL.revokeObjectURL(file.href), 60_000)
}

const failed = (error) => say(`The server could not be asked: ${error.message}`, 'bad')

function listen() {
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (form.id === 'unlock') {
      event.preventDefault()
      sessionStorage.setItem(TOKEN, form.elements.token.value)
      unlock().catch(failed)
    } else if (form.dataset.call) {
      event.preventDefault()
      call(form).catch(failed)
    } else if (form.method === 'get') {
      event.preventDefault()
      location.search = new URLSearchParams([...new FormData(form)].filter(([, value]) => value !== ''))
    }
  })
  document.addEventListener('click', (event) => {
    const target = event.target.closest('[data-copy], [data-file], #forget, a[href^="#entry-"]')
    if (target?.dataset.copy !== undefined) copy(target)
    else if (target?.id === 'forget') forget()
    else if (target?.hash?.startsWith('#entry-')) document.querySelector(`${target.hash} details`)?.setAttribute('open', '')
    else if (target && sessionStorage.getItem(TOKEN)) {
      event.preventDefault()
      download(target).catch(failed)
    }
  })
}

// --- the token

function forget() {
  sessionStorage.removeItem(TOKEN)
  location.reload()
}

/** Puts the page that the token opens in the place of the one that asks for it. */
async function unlock() {
  const { status, page } = await freshPage()
  if (status === 401) {
    sessionStorage.removeItem(TOKEN)
    return say('That is not the token.', 'bad')
  }
  if (status !== 200) return say(`The server answered ${status}: ${page.body.textContent}`, 'bad')
  document.title = page.title
  document.body.replaceWith(document.adoptNode(page.body))
  begin()
}

// --- and go

function begin() {
  document.documentElement.dataset.script = ''
  if (document.body.dataset.locked !== undefined) {
    if (sessionStorage.getItem(TOKEN)) unlock().catch(failed)
    return
  }
  document.getElementById('forget').hidden = !sessionStorage.getItem(TOKEN)
  keepParts(document)
  tick()
  keepFollowing()
  document.addEventListener('visibilitychange', () => isSeen() || line?.abort())
  setInterval(() => isSeen() && document.body.dataset.live !== undefined && refreshSoon(), QUIET_MS)
}

/** Lets the clock of the page run as that of the sandbox does. */
function tick() {
  let shown
  let since = 0
  setInterval(() => {
    const clock = document.querySelector('[data-clock]')
    if (!clock) return
    if (clock !== shown) [shown, since] = [clock, performance.now()]
    const passed = (performance.now() - since) * Number(clock.dataset.speed)
    clock.textContent = clockText(Number(clock.dataset.clock) + passed)
  }, 250)
}

if (typeof document !== 'undefined') {
  listen()
  begin()
}
