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
import {
  ask,
  askForToken,
  base,
  byId,
  controlToken,
  IF_THERE,
  importModule,
  isRefused,
  noAnswer,
  reportUnexpected,
  rest,
  say,
} from './server.js'
import { isEdited, isField, kept } from './typed.js'

export async function fetchPage(address, headers = {}) {
  const answer = await ask(address, { headers: { accept: 'text/html', ...headers } })
  const page = new DOMParser().parseFromString(await answer.text().catch(noAnswer), 'text/html')
  // what is for browsers without script can be long, and is parsed as elements here
  for (const part of page.querySelectorAll('noscript')) part.replaceChildren()
  return { status: answer.status, page, isPage: answer.headers.get('content-type')?.startsWith('text/html') ?? false }
}

/** True for a part of an open menu that was fetched when it was opened: pages come without it. */
const isLoaded = (node) => 'load' in node.dataset && node.closest('details').open

/** Merges a fetched page into the one that is shown; `keepEdits` leaves fields alone that a user is filling in. */
function merge(page, keepEdits) {
  const isSame = document.body.dataset.sandbox === page.body.dataset.sandbox
  shownAddress = hereWithoutHash()
  shownKey = scrollKey()
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
const assetOf = (part) => (part.getAttribute('src') ?? part.getAttribute('href')).replace(/^.*\//, '')
/** Every sandbox has the same files under another address: a module that runs again would listen twice. */
const loaded = new Map([...document.head.querySelectorAll(PARTS)].map((part) => [assetOf(part)]))

/** Loads the style sheets and scripts that a page has and this one lacks. */
export async function loadParts(page) {
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

/** The viewer of the OpenAPI documents, the only page with a script that is no module, is not fetched. */
const loadPart = (part) => (part.matches('link') ? document.head.append(document.adoptNode(part)) : importModule(part.src))

/** Number of visits so far: a page that arrives after a later visit began is not shown. */
let visits = 0
/** The key under which the scroll position of the current history entry is kept. */
function scrollKey() {
  if (!history.state?.scrollKey) history.replaceState({ scrollKey: `understay-scroll ${Date.now()}` }, '')
  return history.state.scrollKey
}
let shownKey = scrollKey()

const hereWithoutHash = () => location.href.replace(/#.*/, '')
/** The address of the page that is shown: not of the history entry while its page is awaited, or did not come. */
let shownAddress = hereWithoutHash()
/** The address of the history entry whose page is awaited. */
let awaitedAddress

/** Shows the page of the history entry that was opened; the browser itself goes to another place in the same page. */
export async function visitEntry() {
  const address = hereWithoutHash()
  if (address === awaitedAddress) return
  if (address !== shownAddress) return visit(location.href, { push: false })
  visits++
  awaitedAddress = undefined
  shownKey = scrollKey()
}

/** Shows another page of the console without loading everything again. */
export async function visit(address, { push = true } = {}) {
  const mine = ++visits
  awaitedAddress = push ? undefined : hereWithoutHash()
  try {
    return await show(new URL(address, location.href), { push, isLatest: () => mine === visits })
  } finally {
    if (mine === visits) awaitedAddress = undefined
  }
}

async function show(url, { push, isLatest }) {
  kept.setItem(shownKey, window.scrollY)
  const field = document.activeElement
  const { id, value: sent } = field
  const { status, page, isPage } = await fetchPage(url)
  if (!isLatest()) return
  if (!isPage) return location.assign(url)
  if (push && url.href !== location.href) history.pushState(null, '', url)
  const row = document.querySelector('.calls a[aria-current]')?.closest('li').id
  const entry = byId('detail')?.dataset.entry
  const changed =
    document.body.dataset.tab !== page.body.dataset.tab || document.body.dataset.sandbox !== page.body.dataset.sandbox
  await loadParts(page)
  if (!isLatest()) return
  if (changed) say('')
  closeQuestion()
  closeMenus()
  const isSamePath = new URL(shownAddress).pathname === url.pathname
  const typed = field.value
  merge(page, false)
  if (typed !== sent && field.id === id) field.value = typed
  if (!isSamePath) window.scrollTo(0, (!push && kept.getItem(shownKey)) || 0)
  const target = targetOf(url.hash)
  if (target) reveal(target)
  else if (entry !== byId('detail')?.dataset.entry) focusEntry(row)
  if (field !== document.body) keepFocus(target)
  return status
}

/** An open question is about the page that is left. */
const closeQuestion = () => byId('confirm')?.close('no')

/** Merges the page as it is now into the one that is shown. */
export async function refresh() {
  const address = hereWithoutHash()
  const { status, page, isPage } = await fetchPage(address, isRefused() ? {} : IF_THERE)
  if (status === 401) return askForToken()
  // without calls left in this minute, what is shown stays
  if (!isPage || status === 429 || address !== hereWithoutHash()) return
  // the page may be of another tab: one that could not be fetched when its address was opened
  await loadParts(page)
  if (address !== hereWithoutHash()) return
  if (address !== shownAddress) {
    say('')
    closeQuestion()
  }
  merge(page, true)
}

/** Makes a function run soon and never twice at once; once more when it is asked for meanwhile. @param pause by how long it took */
export function soon(run, pause) {
  let due
  let running
  const runWhileDue = async () => {
    while (due) {
      due = false
      const started = performance.now()
      await run().catch(reportUnexpected)
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
