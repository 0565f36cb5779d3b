/** The tab Sessions: each booking session as its steps, what is missing, and its price line by line. */

import { html } from 'hono/html'
import { countText } from '../base/count-text.ts'
import { sessionKey } from '../base/session-key.ts'
import type { ControlClient } from '../control-contract/client.ts'
import { readCollection } from '../control-contract/collections.ts'
import { readJournal } from '../control-contract/journal.ts'
import { listSessions, priceSession } from '../control-contract/sessions.ts'
import type { JournalEntry, SessionPrice, SessionShown } from './control-responses.ts'
import { callLink } from './links.ts'
import { badge, dateTime, emptyState, type Html, readable, valueList } from './markup.ts'
import type { PageContext, TabContent } from './page.ts'
import { priceTable } from './price.ts'

/** How many sessions are shown with their prices; the address asks for others. */
const PER_PAGE = 20
const REFUSED = { query: { refused: true, limit: 300, summary: true } }

/** The sessions, most recently used first. */
export async function sessionsTab({ control, base, query }: PageContext): Promise<TabContent> {
  const search = query.get('search') ?? ''
  const [listed, refused] = await Promise.all([control.call(listSessions), control.call(readJournal, REFUSED)])
  const refusals = new Map(refused.entries.map((entry) => [sessionKey(entry.session ?? ''), entry]))
  const all = [...listed].sort((a, b) => b.used_at.localeCompare(a.used_at))
  const matching = all.filter(({ session }) => session.toLowerCase().includes(search.toLowerCase()))
  const shown = matching.slice(0, PER_PAGE)
  const [prices, addresses] = await Promise.all([
    Promise.all(
      shown.map(({ session, total, contract_uid: booking }) =>
        total === null && booking === null ? undefined : control.find(priceSession, { path: { id: session } }),
      ),
    ),
    Promise.all(shown.map(({ session, address }) => (address ? addressOf(control, session) : ''))),
  ])
  return {
    title: 'Sessions',
    body: html`<div class="page-head"><h2>Booking sessions</h2>
<form method="get" action="${base}/console/sessions" role="search" class="filter"><label class="visually-hidden" for="search">Search the sessions</label><input type="search" id="search" name="search" value="${search}" placeholder="Name of a session" autocomplete="off"></form>
<p>${matching.length === all.length ? '' : `${matching.length} of `}${countText(all.length, 'session')}${matching.length > PER_PAGE && `, the latest ${PER_PAGE} are shown`}</p></div>
${all.length === 0 && emptyState('No booking session is open.', html`A client opens one with <code>GET booking/initialise/{property}/{language}</code> and its session header. Steps and price then appear here.`)}
<div class="columns">${shown.map((session, index) => sessionCard(base, session, { price: prices[index], address: addresses[index] ?? '', refused: refusals.get(session.session) }))}</div>`,
  }
}

/** Who comes, and from where. */
async function addressOf(control: ControlClient, session: string): Promise<string> {
  const query = { field: 'id', value: session }
  const page = await control.find(readCollection, { path: { name: 'sessions' }, query })
  const fields = Object.entries(page?.found[0]?.['address'] ?? {})
  const [firstname = '', surname = '', ...place] = ['firstname', 'surname', 'town', 'country'].map((name) =>
    String(fields.find(([field]) => field === name)?.[1] ?? ''),
  )
  return [`${firstname} ${surname}`.trim(), ...place].filter((part) => part !== '').join(', ')
}

interface Step {
  readonly name: string
  readonly done: boolean
  readonly what: string
}

/** The steps of a session in their usual order. */
function stepsOf(session: SessionShown, visitor: string): readonly Step[] {
  const { arrival, departure, adults, address, rooms, total, ok_to_book: validated, contract_uid: booking } = session
  const booked = booking !== null
  return [
    {
      name: 'Dates',
      done: arrival !== null && departure !== null,
      what: arrival === null ? '' : `${arrival} to ${departure ?? '?'}`,
    },
    { name: 'Guests', done: adults !== null, what: adults === null ? '' : countText(adults, 'adult') },
    { name: 'Address', done: address, what: visitor },
    { name: 'Rooms', done: rooms.length > 0 || booked, what: rooms.map(({ room }) => `room ${room}`).join(', ') },
    { name: 'Price', done: total !== null || booked, what: total ?? '' },
    { name: 'Validated', done: validated || booked, what: '' },
    { name: 'Booked', done: booked, what: booked ? `contract ${booking}` : '' },
  ]
}

interface AboutSession {
  readonly price: SessionPrice | undefined
  readonly address: string
  /** Its latest refused call. */
  readonly refused: JournalEntry | undefined
}

function sessionCard(base: string, session: SessionShown, { price, address, refused }: AboutSession): Html {
  const { session: name, property_uid: property, used_at: used, contract_uid: booking, arrival } = session
  const steps = stepsOf(session, address)
  const next = steps.find(({ done }) => !done)
  return html`<section class="card" id="session-${name}" aria-label="Session ${name}">
<h3><code>${name}</code> ${next ? badge('plain', `next: ${next.name.toLowerCase()}`) : badge('good', 'booked')}</h3>
<div class="session-body"><ol class="steps">${steps.map(({ name: step, done, what }) => html`<li class="${done ? 'done' : step === next?.name ? 'next' : ''}"><span aria-hidden="true">${done ? '✓' : '○'}</span> <b>${step}</b><span class="visually-hidden">${done ? ' done' : ' missing'}</span> <span>${what}</span></li>`)}</ol>
${valueList([
  [
    'Property',
    property !== null &&
      html`<a href="${base}/console/data/properties?field=id&amp;value=${property}">${property}</a>, <a href="${base}/console/calendar?property=${property}${arrival !== null && `&from=${arrival}`}">calendar</a>`,
  ],
  ['Booking', booking !== null && html`<a href="${base}/console/data/bookings?field=id&amp;value=${booking}">${booking}</a>`],
  ['Last refusal', booking === null && refused && html`${callLink(base, refused.id)} ${readable(refused.refusal ?? '')}`],
  ['What to do', booking === null && readable(refused?.hint ?? '')],
  ['Last used', dateTime(used)],
  ['Calls', html`<a href="${base}/?session=${encodeURIComponent(name)}">calls of this session</a>`],
])}</div>
${price ? priceTable(price) : html`<p><small>No price yet: <code>GET booking/prices</code> sets it, and every later change of dates, guests or rooms removes it.</small></p>`}
</section>`
}
