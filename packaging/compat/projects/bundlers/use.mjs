import { startUnderstay } from 'understay'
import { understayApp } from 'understay/hono'

const understay = await startUnderstay({ scenario: 'black-booking-race' })
const answer = await understayApp(understay).request('/service/api/properties/all')
if (answer.status !== 401) throw new Error(`answered ${answer.status}`)
await understay.close()
