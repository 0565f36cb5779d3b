/**
 * The tape chart: rooms by nights. It fetches the calendar when something changed and moves only the stays that did.
 *
 * @module
 */

import { dayNumber, dayText, isWeekend, stayChanges } from './live.js'
import { refreshSoon, soon } from './pages.js'
import { ask, byId, GONE, IF_THERE, noAnswerText, say } from './server.js'

/** Minimum milliseconds between two fetches, and the number of rows that are built before the browser may do other things. */
const PAUSE_MS = 700
const HEADER_MS = 3000
const ROWS_AT_ONCE = 10
const CHANGES_AT_ONCE = 60
const MARK_MS = 4000

let shown
/** The message on the last fetch, if it failed: the next one takes it away. */
let missed
/** When the header was fetched last, and what fetches it next. */
let headerAt = 0
let headerTimer

const bar = () => document.querySelector('form[data-calendar]')
const chart = () => document.getElementById('chart')
/** True once the chart of the page has been built. */
const isShown = () => shown?.source === bar()?.dataset.source && shown?.root === chart() && chart().firstChild !== null
const breathe = () => new Promise((resolve) => setTimeout(resolve))

function element(name, className, text) {
  const made = document.createElement(name)
  if (className) made.className = className
  if (text !== undefined) made.textContent = text
  return made
}

/** Builds the empty chart: a line of days, and a row for each room. */
async function build(calendar, source) {
  const root = chart()
  const from = dayNumber(calendar.from)
  root.style.setProperty('--nights', calendar.nights)
  const head = element('div', 'chart-head')
  head.append(element('span', 'room', 'Room'))
  const days = element('div', 'days')
  const months = element('div', 'months')
  for (let night = 0; night < calendar.nights; night++) {
    const day = dayText(from + night)
    days.append(element('span', isWeekend(from + night) ? 'day weekend' : 'day', day.slice(-2)))
    if (night === 0 || day.endsWith('-01')) months.append(element('span', '', day.slice(0, -3)))
    const month = months.lastChild
    month.style.setProperty('--length', Number(month.style.getPropertyValue('--length')) + 1)
  }
  const line = element('div')
  line.append(months, days)
  head.append(line)
  const list = element('ul', 'rooms')
  root.replaceChildren(head, list)
  root.setAttribute('tabindex', '0')
  root.setAttribute('role', 'region')
  root.setAttribute(
    'aria-label',
    `Rooms of ${calendar.property.name} by night; Enter goes to the first stay, arrows to the others`,
  )
  shown = {
    root,
    source,
    from,
    nights: calendar.nights,
    today: calendar.today,
    stays: new Map(),
    bars: new Map(),
    tracks: new Map(),
    base: bar().dataset.rest,
  }
  if (calendar.rates) {
    for (const [name, rates] of tariffRows(calendar.rates)) list.append(rateRow(name, rates))
  }
  for (const [index, room] of calendar.rooms.entries()) {
    const row = element('li', 'room-row')
    const name = element('span', 'room', room.name)
    name.title = `${room.name} ${room.type}`
    if (room.type) name.append(element('small', '', room.type))
    const track = element('div', 'track')
    row.append(name, track)
    list.append(row)
    shown.tracks.set(room.id, track)
    if (index % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await breathe()
  }
  showToday(calendar.today)
}

function tariffRows(rates) {
  const rows = new Map()
  for (const rate of rates) {
    const name = rate.tariff.includes(rate.room_type) ? rate.tariff : `${rate.tariff}, ${rate.room_type}`
    rows.set(name, [...(rows.get(name) ?? []), rate])
  }
  return rows
}

function rateRow(name, rates) {
  const row = element('li', 'room-row rates')
  const label = element('span', 'room', name)
  label.title = name
  const track = element('div', 'track')
  for (const { from, to, price, min_nights: least } of rates) {
    const run = element('span', 'stay rate', `${price}${least > 1 ? ` min ${least}` : ''}`)
    run.title = `${from} to ${to}: ${price} a night, at least ${least} nights`
    place(run, dayNumber(from), dayNumber(to) + 1)
    track.append(run)
  }
  row.append(label, track)
  return row
}

function showToday(today) {
  const at = dayNumber(today) - shown.from
  shown.root.style.setProperty('--today', at)
  shown.root.classList.toggle('has-today', at >= 0 && at < shown.nights)
  for (const [night, day] of shown.root.querySelectorAll('.day').entries()) day.classList.toggle('today', night === at)
}

function place(node, arrival, departure) {
  const start = Math.max(0, arrival - shown.from)
  const end = Math.min(shown.nights, departure - shown.from)
  node.style.setProperty('--start', start)
  node.style.setProperty('--length', Math.max(0, end - start))
}

/** A name that leaves the order of what follows it as it is, also when it is read from right to left. */
const isolated = (name) => `\u2068${name}\u2069`

function write(node, stay) {
  const isSale = stay.state === 'other channel'
  const label = isSale ? '' : stay.booking === null ? stay.session : stay.guest
  const what = isSale
    ? 'Sale of another channel'
    : stay.booking === null
      ? `Session ${stay.session}`
      : `Booking ${stay.booking}${stay.guest ? `, ${isolated(stay.guest)}` : ''}`
  node.className = `stay ${stay.state.replace(' ', '-')}`
  node.textContent = stay.state === 'black' ? 'black' : label || stay.state
  node.title = `${what}, ${stay.arrival} to ${stay.departure}, ${stay.state}${stay.call === null ? '' : `, changed by call #${stay.call}`}${stay.cause === null ? '' : `, changed by ${stay.cause.kind} ${stay.cause.id}`}`
  const session = stay.session ? sessionAddress(stay.session) : pageAddress('scenario')
  node.href = stay.booking === null ? session : `${shown.base}&booking=${stay.booking}`
  node.classList.toggle('called', stay.call !== null)
  node.classList.toggle('caused', stay.cause !== null)
  place(node, dayNumber(stay.arrival), dayNumber(stay.departure))
}

const pageAddress = (page) => `${shown.base.replace(/\/console\/.*/, '')}/console/${page}`
const sessionAddress = (name) => `${pageAddress('sessions')}?search=${encodeURIComponent(name)}`

/** Marks the nights that are sold twice. */
function markTwice(nights) {
  for (const mark of shown.root.querySelectorAll('.twice')) mark.remove()
  for (const [key, node] of shown.bars) {
    const own = nights.filter(({ stays }) => stays.includes(key)).map(({ night }) => night)
    node.setAttribute('aria-label', own.length > 0 ? `${node.title}, sold twice: ${own.join(', ')}` : node.title)
  }
  for (const { room, night } of nights) {
    const mark = element('span', 'twice')
    mark.title = `${night} is sold twice`
    place(mark, dayNumber(night), dayNumber(night) + 1)
    shown.tracks.get(room)?.append(mark)
  }
}

/** Moves the chart to a new state: only what differs is touched. */
async function update(calendar, first) {
  if (calendar.today !== shown.today) {
    shown.today = calendar.today
    showToday(calendar.today)
  }
  const { added, changed, removed } = stayChanges(shown.stays, calendar.stays)
  let done = 0
  const pause = async () => ++done % CHANGES_AT_ONCE === 0 && (await breathe())
  for (const key of removed) {
    shown.bars.get(key)?.remove()
    shown.bars.delete(key)
    shown.stays.delete(key)
    await pause()
  }
  for (const stay of [...added, ...changed]) {
    const track = shown.tracks.get(stay.room)
    if (!track) continue
    const known = shown.bars.get(stay.key)
    const node = known ?? document.createElement('a')
    write(node, stay)
    if (!first) mark(node)
    if (!known) {
      node.id = stay.key.replace(/[^\w-]/g, '_')
      shown.bars.set(stay.key, node)
      track.append(node)
    }
    shown.stays.set(stay.key, stay)
    await pause()
  }
  markTwice(calendar.sold_twice)
}

/** Marks what just changed for a moment. */
function mark(node) {
  node.classList.add('fresh')
  setTimeout(() => node.classList.remove('fresh'), MARK_MS)
}

/** The calendar, or why it cannot be had. */
async function fetched(source) {
  const answer = await ask(source, { headers: IF_THERE })
  if (answer.ok) return { calendar: await answer.json() }
  return { problem: answer.status === 412 ? GONE : `The calendar is not up to date: the server answered ${answer.status}.` }
}

/** Says why the calendar is not up to date; without a problem, takes that away. */
function tell(problem) {
  if (problem) say(problem, 'bad')
  else if (missed && byId('said')?.textContent === missed) say('')
  missed = problem
}

async function fetchAndDraw() {
  const source = bar()?.dataset.source
  if (!source || !chart()) return
  const { calendar, problem } = await fetched(source).catch((error) => ({ problem: noAnswerText(error) }))
  // another page may be shown by now
  if (!chart() || bar()?.dataset.source !== source) return
  tell(problem)
  if (!calendar) return
  const first = !isShown()
  const focused = first && document.activeElement.closest('a.stay')?.id
  if (first) await build(calendar, source)
  await update(calendar, first)
  if (focused && document.activeElement === document.body) byId(focused)?.focus({ preventScroll: true })
}
const draw = soon(fetchAndDraw, () => PAUSE_MS)

document.addEventListener('console:change', (event) => {
  if (!bar()) return
  // The chart updates itself; everything around it is fetched now and then.
  event.preventDefault()
  draw()
  if (headerTimer === undefined) headerTimer = setTimeout(fetchHeader, Math.max(0, headerAt + HEADER_MS - performance.now()))
})

function fetchHeader() {
  headerTimer = undefined
  headerAt = performance.now()
  if (bar()) refreshSoon()
}

document.addEventListener('console:page', () => {
  if (bar() && !isShown()) draw()
  if (shown && bar()) shown.base = bar().dataset.rest
})
/** The date that is typed: it is a whole one after each key, so it is shown when it is left, or by Enter. */
let typed
document.addEventListener('change', ({ target }) => {
  if (target.matches('[data-calendar] [data-submit]') && target !== typed) target.form.requestSubmit()
})
function showTyped() {
  const field = typed
  typed = undefined
  if (field && field.value !== field.defaultValue) field.form.requestSubmit()
}
document.addEventListener('focusout', ({ target }) => target === typed && showTyped())
document.addEventListener('keydown', (event) => {
  if (event.target.matches('[data-calendar] [type=date]')) {
    typed = event.target
    if (event.key === 'Enter') showTyped()
  }
  if (event.key === 'Enter' && event.target.id === 'chart') return event.target.querySelector('a.stay')?.focus()
  const stay = event.target.closest?.('a.stay')
  if (!stay || !['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'].includes(event.key)) return
  event.preventDefault()
  const row = stay.closest('li')
  if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
    const start = (one) => Number(one.style.getPropertyValue('--start'))
    const sorted = [...row.querySelectorAll('a.stay')].sort((a, b) => start(a) - start(b))
    return sorted[sorted.indexOf(stay) + (event.key === 'ArrowRight' ? 1 : -1)]?.focus()
  }
  for (let next = row; next; ) {
    next = event.key === 'ArrowDown' ? next.nextElementSibling : next.previousElementSibling
    const other = next?.querySelector('a.stay')
    if (other) return other.focus()
  }
})
if (bar()) draw()
