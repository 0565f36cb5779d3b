import { Client } from 'pg'
import { register } from 'tsx/esm/api'
import { RequirementError } from '../harness/errors.mjs'
import { Load, medianOf, ratios } from '../harness/load.mjs'
import { KNOWN_MS, moves } from '../harness/moves.mjs'
import { atLeast } from '../harness/report.mjs'
import { median, range, whole } from '../harness/statistics.mjs'
import { API, startUnderstay } from '../harness/understay.mjs'
import { bulkWorld, QUIET } from '../harness/world.mjs'
import { blackBookings, writableProperty } from '../harness/writes.mjs'
import { guestViews } from './get.mjs'

const NAMES = { memory: 'a process without a store', owner: 'the owner', other: 'another replica' }

/** Replicas on a PostgreSQL of their own, whose commits reach the disk. */
export const many = {
  about: 'replicas on PostgreSQL: reads at the owner and through another replica, writes against its own commits',
  async run(settings) {
    register()
    const { NO_POSTGRES, startPostgres } = await import('../../test/support/postgres.ts')
    if (NO_POSTGRES) throw new RequirementError(NO_POSTGRES)
    const postgres = await startPostgres({ fsync: 'on' })
    try {
      return await measured(await postgres.database(), settings)
    } finally {
      await postgres.stop()
    }
  },
}

async function measured(database, settings) {
  const world = bulkWorld({ properties: 10, roomsPerProperty: 10, guests: 300, bookings: 1000 })
  const replica = () => startUnderstay(['--store', database, ...world, ...QUIET], { collects: true })
  const replicas = []
  for (let count = 0; count < (settings.quick ? 2 : 3); count++) replicas.push(await replica())
  const memories = await Promise.all(replicas.map(() => startUnderstay(['--memory', ...world, ...QUIET], { collects: true })))
  await new Promise((resolve) => setTimeout(resolve, KNOWN_MS))
  const [owner, other] = replicas
  const load = new Load()
  // the first call makes its replica the owner
  const ownerHeaders = await owner.authorize()
  const paths = (await guestViews(owner, 50)).paths.map((path) => `${API}${path}`)
  const owners = await Promise.all(replicas.map((server, index) => ownReads(NAMES.owner, server, `/@bench-${index}`, paths)))
  const alone = await Promise.all(memories.map((server, index) => ownReads(NAMES.memory, server, `/@bench-${index}`, paths)))
  const forwarded = readsOf(NAMES.other, other, '', paths, ownerHeaders)
  // a server that has been idle has collected garbage, which clears what the engine has learned
  await Promise.all([...memories, ...replicas].map((server) => server.collectGarbage()))
  const read = await inTurn(
    owners.map((one, index) => [alone[index], one, forwarded]),
    load,
    settings,
  )
  const results = [
    share('small GET at the owner, share of a process without a store', 0.9, read[NAMES.owner], read[NAMES.memory]),
    share('small GET through another replica, share of the owner', 0.4, read[NAMES.other], read[NAMES.owner]),
    ...(await writes({ database, owner, headers: ownerHeaders, load }, settings)),
    await together(owners, settings),
    await moves(database, world, settings),
  ]
  load.close()
  await Promise.all([...memories, ...replicas].map((server) => server.stop()))
  return results
}

/** Reads of the sandbox below a base. */
function readsOf(name, { pid, port }, base, paths, headers) {
  const requests = paths.map((path) => ({ path: `${base}${path}` }))
  return { name, pid, port, load: { id: `${port}${base}`, kind: 'rotate', requests, headers } }
}

/** Reads of a sandbox that the server owns. */
async function ownReads(name, server, base, paths) {
  return readsOf(name, server, base, paths, await tokenAt(server, base))
}

/**
 * Rounds of the sets in turn. There are several of the same kind because processes of one program differ by some percent for as
 * long as they live: the engine compiles them differently.
 *
 * @returns the rounds of each contender of a set, by its name
 */
async function inTurn(sets, load, settings) {
  for (const contender of new Set(sets.flat())) await load.warmUp(contender, settings)
  const results = {}
  for (let round = 0; round < settings.rounds; round++) {
    const set = sets[round % sets.length]
    for (const contender of round % 2 === 0 ? set : set.toReversed())
      (results[contender.name] ??= []).push(await load.round(contender, settings))
  }
  return results
}

function share(what, goal, of, against) {
  const { perSecond, cpu } = ratios(of, against)
  return {
    what,
    goal: atLeast(goal),
    value: median(cpu ?? perSecond),
    details: [
      `${whole(medianOf(of, 'perSecond'))} a second against ${whole(medianOf(against, 'perSecond'))}; rounds ${range(perSecond)}`,
      ...(cpu
        ? [
            `by processor time of the replica that is asked ${median(cpu).toFixed(2)}: ${medianOf(of, 'cpuMicros').toFixed(1)} µs a call against ${medianOf(against, 'cpuMicros').toFixed(1)} µs; rounds ${range(cpu)}`,
          ]
        : []),
    ],
  }
}

/** Black bookings, and single-row commits of the same database over as many connections, in turn. */
async function writes({ database, owner, headers, load }, settings) {
  const contender = {
    name: 'black booking',
    pid: owner.pid,
    port: owner.port,
    load: blackBookings('many', await writableProperty(owner), headers),
  }
  const clients = await Promise.all(
    Array.from({ length: settings.connections }, async () => {
      const client = new Client({ connectionString: database })
      await client.connect()
      return client
    }),
  )
  await clients[0].query('CREATE TABLE single_rows (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text text NOT NULL)')
  await commits(clients, 0.5)
  await load.round(contender, settings)
  const own = []
  const made = []
  for (let round = 0; round < settings.rounds; round++) {
    own.push({ perSecond: await commits(clients, settings.seconds) })
    made.push(await load.round(contender, settings))
  }
  await Promise.all(clients.map((client) => client.end()))
  const rate = medianOf(made, 'perSecond')
  return [
    share('acknowledged writes, share of single-row commits of the same PostgreSQL', 0.45, made, own),
    {
      what: 'acknowledged writes a second',
      goal: atLeast(1000, 'a second', 0),
      value: rate,
      unit: 'a second',
      digits: 0,
      details: [],
    },
  ]
}

/** Commits a second, each of one row of the size of a change. */
async function commits(clients, seconds) {
  const text = 'x'.repeat(400)
  const began = performance.now()
  let count = 0
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() - began < seconds * 1000) {
        await client.query({ name: 'single', text: 'INSERT INTO single_rows (text) VALUES ($1)', values: [text] })
        count++
      }
    }),
  )
  return count / ((performance.now() - began) / 1000)
}

/** Three replicas at the same time, each with a sandbox of its own, against one of them. */
async function together(owners, settings) {
  const loads = owners.map(() => new Load())
  const [single] = owners
  const shares = []
  const rates = []
  for (let round = 0; round <= settings.rounds; round++) {
    const alone = await loads[0].round(single, settings)
    const all = await Promise.all(owners.map((contender, index) => loads[index].round(contender, settings)))
    if (round === 0) continue
    const sum = all.reduce((total, { perSecond }) => total + perSecond, 0)
    shares.push(sum / alone.perSecond)
    rates.push({ perSecond: sum })
  }
  for (const load of loads) load.close()
  return {
    what: 'small GET, three replicas at once against one (load and servers share the processors)',
    value: median(shares),
    unit: '×',
    digits: 2,
    details: [`${whole(medianOf(rates, 'perSecond'))} a second together; rounds ${range(shares)}`],
  }
}

/** A token of the sandbox below a base. @returns the header that carries it */
async function tokenAt({ url }, base) {
  const form = {
    grant_type: 'client_credentials',
    client_id: 'demo',
    client_secret: 'demo-secret',
    scope: 'properties_get properties_set',
  }
  const answer = await fetch(`${url}${base}${API}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })
  const { access_token: token } = await answer.json()
  return { Authorization: `Bearer ${token}` }
}
