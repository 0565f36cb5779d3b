import { watch } from '../watch.mjs'
import { freeRooms, noteWithdrawn } from './properties.mjs'

/**
 * Reads the free rooms of tonight every few seconds for the time in the settings. The night is computed for each call from the
 * day of the service, because the day may end in the meantime.
 */
export async function watchTonight({ service, log, properties, watchSeconds }) {
  let ours = properties
  await watch(watchSeconds, async () => {
    const counts = new Map()
    for (const property of ours) {
      const night = service.today()
      const free = await freeRooms(service, property.id, night).catch(async (error) => {
        if (!error.isAboutProperty) throw error
        await noteWithdrawn({ service, log }, property.id)
        ours = ours.filter(({ id }) => id !== property.id)
      })
      if (!free) continue
      counts.set(night, (counts.get(night) ?? 0) + free.length)
      const rooms = new Set(property.rooms.map(({ room_uid }) => room_uid))
      const others = free.filter(({ room_uid }) => !rooms.has(room_uid))
      if (others.length > 0) log.compare(`free rooms that property ${property.id} does not have`, others, [])
    }
    for (const [night, count] of counts) log.tell(`${count} rooms can still be sold for the night of ${night}`)
  })
}
