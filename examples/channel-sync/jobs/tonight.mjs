import { watch } from '../watch.mjs'
import { freeRooms, noteWithdrawn } from './properties.mjs'

/**
 * What can still be sold tonight, read again every few seconds for as long as the settings say. The night is that of the
 * service's day, asked anew for each call: the day may end while we watch.
 */
export async function watchTonight({ service, protocol, properties, watchSeconds }) {
  let ours = properties
  await watch(watchSeconds, async () => {
    const counts = new Map()
    for (const property of ours) {
      const night = service.today()
      const free = await freeRooms(service, property.id, night).catch(async (trouble) => {
        if (!trouble.isAboutProperty) throw trouble
        await noteWithdrawn({ service, protocol }, property.id)
        ours = ours.filter(({ id }) => id !== property.id)
      })
      if (!free) continue
      counts.set(night, (counts.get(night) ?? 0) + free.length)
      const rooms = new Set(property.rooms.map(({ room_uid }) => room_uid))
      const others = free.filter(({ room_uid }) => !rooms.has(room_uid))
      if (others.length > 0) protocol.compare(`free rooms that property ${property.id} does not have`, others, [])
    }
    for (const [night, count] of counts) protocol.tell(`${count} rooms can still be sold for the night of ${night}`)
  })
}
