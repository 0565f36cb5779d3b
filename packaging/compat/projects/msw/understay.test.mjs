import { equal, rejects } from 'node:assert/strict'
import { after, test } from 'node:test'
import { setupServer } from 'msw/node'
import { startUnderstay } from 'understay'
import { understayHandler } from 'understay/msw'

const API = 'https://bookings.example/service/api'
const understay = await startUnderstay({ listen: false })
const mocks = setupServer(understayHandler('https://bookings.example', understay))
mocks.listen({ onUnhandledRequest: 'error' })
after(async () => {
  mocks.close()
  await understay.close()
})

test('the origin is answered: reads, writes, and a connection that a fault closes', async () => {
  const headers = { authorization: `Bearer ${await understay.token()}` }
  equal((await fetch(`${API}/properties/all`, { headers })).status, 200)
  equal((await fetch(`${API}/blackbookings/1/1/2031-05-02`, { method: 'POST', headers })).status, 200)
  await understay.faults.arm({ on: { operation: 'listBookings' }, network: { cut: 'before' } })
  await rejects(fetch(`${API}/listbooking/1`, { headers }), TypeError)
})
