/**
 * Pages: fetched, merged into the one that is shown, and kept up to date.
 *
 * The server writes all markup. What is new is fetched as a page and merged, so what a client sent is never more than text.
 *
 * @module
 */

import { closeMenus, focusEntry, keepFocus, reveal, targetOf } from './focus.js'
import { Idiomorph } from './idiomorph.js'
import { pauseAfter } from './live.js'
import { ask, askForToken, base, byId, controlToken, IF_THERE, rest, say } from './server.js'
import { isEdited, isField, kept } from './typed.js'

export async function fetchPage(address, headers = {}) {
  const answer = await ask(address, { headers: { accept: 'text/html', ...headers } })
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  // what is for browsers without script can be long, and is parsed as elements here
  for (const part of page.querySelectorAll('noscript')) part.replaceChildren()
  return { status: answer.status, page, isPage: answer.headers.get('content-type')?.startsWith('text/html') ?? false }
}

/** True for a part of an open menu that was fetched when it was opened: pages come without it. */
const isLoaded = (node) => 'load' in node.dataset && node.closest('details').open

/** Merges a fetched page into the one that is shown; `keepEdits` leaves fields alone that a user is filling in. */
function merge(page, keepEdits) {
  const isSame = document.body.dataset.sandbox === page.body.dataset.sandbox
  document.title = page.title
  morph(
    document.body,
    page.body,
    keepEdits,
    (old, fresh) => isSame && fresh.classList?.contains('pending') && old.id === fresh.id,
  )
  afterMerge()
}

/** @param isKept true for elements that stay as they are */
function morph(shown, fetched, keepEdits, isKept = () => false) {
  Idiomorph.morph(shown, fetched, {
    morphStyle: 'outerHTML',
    // of any other element it would keep the text
    ignoreActiveValue: keepEdits && isField(document.activeElement),
    callbacks: {
      beforeNodeMorphed: (old, fresh) => {
        if (old.nodeType !== 1) return true
        if (old.id !== '' && old.id === fresh.id && 'keep' in old.dataset) return false
        if (old !== shown && isKept(old, fresh)) return false
        if (keepEdits && (isEdited(old) || isLoaded(old))) return false
        return !old.isEqualNode(fresh)
      },
      beforeAttributeUpdated: (name, node) =>
        !(name === 'open' && node.matches('details') && keepEdits) &&
        // a heading that was given the focus keeps it
        !(name === 'tabindex' && node === document.activeElement),
    },
  })
}

const OUTDATED = 'Verdict and counts are not up to date'

/** Fetches the parts that need the report, and merges them into the page. */
async function fetchReportParts() {
  const address = document.body.dataset.parts
  if (!address) return
  const { status, page } = await fetchPage(address, IF_THERE)
  // another page may be shown by now
  if (address !== document.body.dataset.parts) return
  if (status >= 429) return say(`${OUTDATED}: the server answered ${status}.`, 'bad')
  if (status !== 200) return
  if (byId('said').textContent.startsWith(OUTDATED)) say('')
  for (const part of [...page.body.children]) {
    const old = byId(part.id)
    if (old) morph(old, part, true)
  }
}

/** Ends when the parts are there. */
let reportFetched

/** Does what each page needs that was shown or merged. */
export function afterMerge() {
  const forget = byId('forget')
  if (forget) forget.hidden = !controlToken()
  showTab()
  keepView()
  reportFetched = fetchReportPartsSoon()
  document.dispatchEvent(new CustomEvent('console:page'))
}

/** Tabs that keep their filters, and what is open in them, while other tabs are looked at. */
const KEPT_TABS = ['', 'console/webhooks']

/** Makes these tabs return to what they showed last. */
function keepView() {
  if (document.body.dataset.locked !== undefined) return
  for (const tab of KEPT_TABS) {
    const address = `${base()}/${tab}`
    const view = `understay-view ${address}`
    if (document.body.dataset.tab === tab) kept.setItem(view, location.search)
    else
      for (const link of document.querySelectorAll('nav.tabs a'))
        if (link.pathname === address) link.search = kept.getItem(view) ?? ''
  }
}

/** Scrolls the line of tabs, where it is too long, to the tab that is shown. */
function showTab() {
  const tab = document.querySelector('nav.tabs [aria-current]')
  if (tab) tab.parentElement.scrollLeft = tab.offsetLeft - (tab.parentElement.clientWidth - tab.offsetWidth) / 2
}

const PARTS = 'link[rel=stylesheet], script[src]'
/** Every sandbox has the same files under another address: a module that runs again would listen twice. */
const loaded = new Map()
const assetOf = (part) => (part.getAttribute('src') ?? part.getAttribute('href')).replace(/^.*\//, '')

const loadClassic = (src) =>
  new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src })
    script.onload = resolve
    script.onerror = () => reject(new Error(`${src} could not be loaded`))
    document.head.append(script)
  })

/** Loads the style sheets and scripts that a page has and this one lacks. */
export async function loadParts(page) {
  for (const one of document.head.querySelectorAll(PARTS)) loaded.set(assetOf(one))
  for (const part of page.head.querySelectorAll(PARTS)) {
    const asset = assetOf(part)
    if (!loaded.has(asset)) loaded.set(asset, loadPart(part))
    try {
      await loaded.get(asset)
    } catch (error) {
      loaded.delete(asset)
      throw error
    }
  }
}

function loadPart(part) {
  if (part.matches('link')) return document.head.append(document.adoptNode(part))
  return part.type === 'module' ? import(part.src) : loadClassic(part.src)
}

/** Number of visits so far: a page that arrives after a later visit began is not shown. */
let visits = 0
let shownPath = location.pathname
/** The key under which the scroll position of the current history entry is kept. */
function scrollKey() {
  if (!history.state?.scrollKey) history.replaceState({ scrollKey: `understay-scroll ${Date.now()}` }, '')
  return history.state.scrollKey
}
let shownKey = scrollKey()

const hereWithoutHash = () => location.href.replace(/#.*/, '')
/** The address of the history entry that was opened last; its page may be awaited. */
let openedAddress = hereWithoutHash()

/** Shows the page of the history entry that was opened; the browser itself goes to another place in the same page. */
export async function visitEntry() {
  if (openedAddress !== hereWithoutHash()) return visit(location.href, { push: false })
  shownKey = scrollKey()
}

/** Shows another page of the console without loading everything again. */
export async function visit(address, { push = true } = {}) {
  const url = new URL(address, location.href)
  const mine = ++visits
  openedAddress = hereWithoutHash()
  // an open question is about what is shown now
  byId('confirm')?.close('no')
  kept.setItem(shownKey, window.scrollY)
  const field = document.activeElement
  const { id, value: sent } = field
  const { status, page, isPage } = await fetchPage(url)
  if (mine !== visits) return
  if (!isPage) return location.assign(url)
  if (push && url.href !== location.href) history.pushState(null, '', url)
  openedAddress = hereWithoutHash()
  shownKey = scrollKey()
  const row = document.querySelector('.calls a[aria-current]')?.closest('li').id
  const entry = byId('detail')?.dataset.entry
  const changed =
    document.body.dataset.tab !== page.body.dataset.tab || document.body.dataset.sandbox !== page.body.dataset.sandbox
  await loadParts(page)
  if (mine !== visits) return
  if (changed) say('')
  closeMenus()
  const typed = field.value
  merge(page, false)
  if (typed !== sent && field.id === id) field.value = typed
  if (shownPath !== url.pathname) window.scrollTo(0, (!push && kept.getItem(shownKey)) || 0)
  shownPath = url.pathname
  const target = targetOf(url.hash)
  if (target) reveal(target)
  else if (entry !== byId('detail')?.dataset.entry) focusEntry(row)
  if (field !== document.body) keepFocus(target)
  return status
}

/** Merges the page as it is now into the one that is shown. */
export async function refresh() {
  const address = hereWithoutHash()
  const { status, page, isPage } = await fetchPage(address, IF_THERE)
  if (status === 401) return askForToken()
  // without calls left in this minute, what is shown stays
  if (!isPage || status === 429 || address !== hereWithoutHash()) return
  // the page may be of another tab: one that could not be fetched when its address was opened
  await loadParts(page)
  if (address === hereWithoutHash()) merge(page, true)
}

/** Makes a function run soon and never twice at once; once more when it is asked for meanwhile. @param pause by how long it took */
function soon(run, pause) {
  let due
  let running
  const runWhileDue = async () => {
    while (due) {
      due = false
      const started = performance.now()
      await run().catch(() => undefined)
      await rest(pause(performance.now() - started))
    }
    running = undefined
  }
  return () => {
    due = true
    running ??= runWhileDue()
    return running
  }
}

const fetchReportPartsSoon = soon(fetchReportParts, () => 0)
/** Refreshes the page less often the longer it takes, with its report. */
export const refreshSoon = soon(() => refresh().then(() => reportFetched), pauseAfter)
