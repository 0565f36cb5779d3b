/**
 * Clients of further shapes, each once careful and once with a fault, in real time.
 *
 * @module
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { addDays } from '../../src/base/day.ts'
import { dayOfInstant } from '../../src/base/instant.ts'
import { comparingServer } from '../clients/comparing-setup.ts'
import { exportAll } from '../clients/exporter.ts'
import { foundIn, playDay, type Run } from '../clients/played.ts'
import { frozen } from '../clients/scenario-case.ts'
import { SmallHttp } from '../clients/small-http.ts'
import { receiveAll } from '../clients/webhook-first.ts'
import { workQueue } from '../clients/write-queue.ts'

const server = comparingServer()

test.each(['rate-limited', 'outage-and-recovery', 'garbled-answers'])('an exporter with a circuit breaker: %s', async (day) => {
  const run =
    (fault: Parameters<typeof exportAll>[2]): Run =>
    async (world) =>
      exportAll(world, dayOfInstant(await world.clock.now()), fault)
  expect(await playDay(server(), day, run('none'))).toMatchObject({ verdict: 'passed', reasons: [] })
  expect((await playDay(server(), day, run('drops what fails'))).verdict).toBe('failed')
})

const queue =
  (fault: Parameters<typeof workQueue>[2], opens: boolean): Run =>
  async (world) =>
    workQueue(world, dayOfInstant(await world.clock.now()), fault, opens)

test.each(['writes-fail-at-gateway', 'lost-reply-after-write'])('a queue of writes: %s', async (day) => {
  expect(await playDay(server(), day, queue('none', false))).toMatchObject({ verdict: 'passed', reasons: [] })
  expect((await playDay(server(), day, queue('sends again blindly', false))).verdict).toBe('failed')
})

test('a queue that drops a write because it is needed no more is not blamed', async () => {
  const report = await playDay(server(), 'writes-fail-at-gateway', queue('none', true))
  expect(report.verdict).toBe('inconclusive')
  expect(report.reasons).toEqual([expect.stringContaining('it may have been needed no more')])
})

/** Polls with a copy of each answer, so that a round goes on where a read fails. @param maxFailures after which it lists no more */
const pollWithCopies =
  (maxFailures: number): Run =>
  async (world) => {
    const http = new SmallHttp(world, 1)
    const day = dayOfInstant(await world.clock.now())
    let failures = 0
    for (let round = 0; round < 8; round++) {
      if (failures < maxFailures && (await http.call('GET', '/properties/all')).data === undefined) failures++
      for (const property of [1, 2]) await http.call('GET', `/listbooking/${property}/${day}/${addDays(day, 30)}`)
      await sleep(600)
    }
    http.close()
  }

test('a poller that leaves an unusable list to its next turn, and goes on with its round, is not blamed, and not told', async () => {
  const { verdict, reasons } = await playDay(server(), 'garbled-answers', pollWithCopies(4))
  expect({ verdict, reasons }).toEqual({
    verdict: 'inconclusive',
    reasons: [expect.stringMatching(/^expectation whole is inconclusive: .* until its next turn, the client may have taken/)],
  })
  expect(foundIn(await playDay(server(), 'garbled-answers', pollWithCopies(3)))).toContain('whole')
})

test.each([1, 6])('a client that lives by notifications writes to property %i', async (cardsAt) => {
  const play = (fault: Parameters<typeof receiveAll>[3]) =>
    playDay(server(), frozen('webhook-twice'), (world) => receiveAll(world, 2, cardsAt, fault))
  expect(await play('none')).toMatchObject({ verdict: 'passed', reasons: [] })
  expect(foundIn(await play('handles each notification'))).toContain('webhooks/duplicate-once')
})
