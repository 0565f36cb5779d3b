/**
 * The stream of changes, which says when to reload the page.
 *
 * @module
 */
import { retryAfter, takeEvents } from './live.js'
import { refreshSoon } from './pages.js'
import { ask, base, byId, GONE, IF_THERE, isRefused, isThere, rest, say } from './server.js'

const QUIET_MS = 10_000

let line
/** The sandbox that is followed. */
let followed
let stream = ['connecting', 'plain']

function showStream(...state) {
  if (state.length > 0) stream = state
  const shown = byId('stream')
  // screen readers read it out whenever it is written
  if (shown && shown.textContent !== stream[0]) Object.assign(shown, { textContent: stream[0], className: `badge ${stream[1]}` })
}

/** Follows the sandbox until the connection ends; true when it was ever open. */
async function follow() {
  line = new AbortController()
  followed = document.body.dataset.sandbox
  const answer = await ask(`${base()}/changes/stream`, { signal: line.signal, headers: IF_THERE })
  if (!answer.ok || !answer.body) return false
  showStream('live', 'good')
  if (byId('said')?.className === 'bad') say('')
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

const isSeen = () => document.visibilityState === 'visible'

export async function untilSeen() {
  while (!isSeen()) await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }))
}

async function keepFollowing() {
  for (let failures = 0; ; failures++) {
    await untilSeen()
    const shown = { ...document.body.dataset }
    const isGone = shown.locked === undefined && !(await isThere(shown).catch(() => true))
    if (shown.sandbox !== document.body.dataset.sandbox) continue
    if (isGone) {
      showStream('gone', 'bad')
      say(GONE, 'bad')
    }
    // a page that was refused says nothing about its sandbox
    if (isGone || shown.locked !== undefined) {
      await new Promise((resolve) => document.addEventListener('console:page', resolve, { once: true }))
      failures = 0
      continue
    }
    if (await follow().catch(() => false)) failures = 0
    showStream('not connected', 'bad')
    if (isSeen()) await rest(retryAfter(failures))
  }
}

/** Follows the sandbox of the page from now on, while it is visible. */
export function startFollowing() {
  keepFollowing()
  document.addEventListener('console:page', () => {
    showStream()
    if (followed !== document.body.dataset.sandbox) line?.abort()
  })
  document.addEventListener('visibilitychange', () => isSeen() || line?.abort())
  setInterval(() => isSeen() && (stream[0] === 'live' || isRefused()) && onChange(), QUIET_MS)
}
