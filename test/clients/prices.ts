/**
 * Sends the prices of a channel: one tariff for each room type.
 *
 * @module
 */
import type { Day } from '../../src/base/day.ts'
import { startOfDay } from '../../src/base/instant.ts'
import type { Client } from './client.ts'
import type { Form } from './http-client.ts'
import { Refusal } from './response.ts'
import type { Room } from './rooms.ts'

const TITLE = 'Northern Rooms'

/** Sends the price of a room for one night. */
export async function sendPrices(client: Client, property: number, { room_classes_uid: type }: Room, night: Day): Promise<void> {
  const send = () => client.post(`/tariffs/${property}/micromanage`, priceForm({ type, night }), { findEffect: find })
  const find = () => findPrices(client, property, type)
  const { refusedTariff } = client.behaviour
  try {
    await send()
  } catch (refusal) {
    if (!(refusal instanceof Refusal) || refusal.status !== 409) throw refusal
    if (refusedTariff === 'repeats it with a new token') client.tokens.drop()
    if (refusedTariff.startsWith('repeats it')) await send()
    if (refusedTariff === 'gives up') throw new Error('stopped at a refused tariff', { cause: refusal })
    throw refusal
  }
}

interface NightPrice {
  /** The room type. */
  readonly type: number
  readonly night: Day
  readonly price?: string
  readonly title?: string
  readonly description?: string
}

/** The tariff form for one night. */
export function priceForm({ type, night, price = '120.00', title = TITLE, description = 'Sent every night' }: NightPrice): Form {
  const epoch = startOfDay(night) / 1000
  return {
    tarifftypeid: '0',
    rate_title: title,
    rate_description: description,
    maxdays: '28',
    minpeople: '1',
    maxpeople: '2',
    roomclass_uid: String(type),
    dayofweek: '7',
    ignore_pppn: '1',
    allow_we: '1',
    weekendonly: '0',
    minrooms_alreadyselected: '0',
    maxrooms_alreadyselected: '100',
    [`tariffinput[${epoch}]`]: price,
    [`mindaysinput[${epoch}]`]: '1',
  }
}

interface Rate {
  readonly rate_title: string
  readonly roomclass_uid: number
}

/** The tariff that this client has sent for a room type. */
export async function findPrices(client: Client, property: number, type: number): Promise<unknown> {
  const { tariffs } = await client.get<{ readonly tariffs: readonly Rate[] }>(`/properties/${property}/tariffs`)
  return tariffs.find(({ rate_title, roomclass_uid }) => rate_title === TITLE && roomclass_uid === type)
}
