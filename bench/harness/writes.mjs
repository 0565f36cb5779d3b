/**
 * Workloads of writes.
 *
 * @module
 */

import { BenchmarkError } from './errors.mjs'
import { API } from './understay.mjs'

const FORM = 'application/x-www-form-urlencoded'

/** The target of writes: a property in micromanage mode, its rooms, and a room type. */
export async function writableProperty(understay) {
  for (const property of (await understay.get('/properties/all/')).ids.map(Number)) {
    const rooms = await understay.get(`/properties/${property}/availabilities/2040-01-01/2040-01-02`)
    const found = Object.values(rooms.available_rooms)
    if (found.length > 0) {
      return { property, roomIds: found.map((room) => Number(room.room_uid)), roomTypeId: Number(found[0].room_classes_uid) }
    }
  }
  throw new BenchmarkError('no property with a room to write to')
}

/** Black bookings, each for another room or night. */
export function blackBookings(name, { property, roomIds }, headers) {
  return { id: name, kind: 'newBlackBookings', prefix: `${API}/blackbookings/${property}`, roomIds, from: '2040-01-01', headers }
}

/** Black bookings that are created and deleted. */
export function passingBlackBookings(name, { property, roomIds }, headers) {
  return { ...blackBookings(name, { property, roomIds }, headers), kind: 'passingBlackBookings' }
}

/** A new tariff of thirty dated days with two prices. */
export function tariffs(name, { property, roomTypeId }, headers) {
  const path = `${API}/tariffs/${property}/micromanage/`
  const requests = [{ method: 'POST', path, body: tariffForm(roomTypeId).toString() }]
  return { id: name, kind: 'rotate', requests, headers: { ...headers, 'Content-Type': FORM } }
}

function tariffForm(roomTypeId) {
  const form = new URLSearchParams({
    tarifftypeid: '0',
    rate_title: 'Spring',
    rate_description: 'Room only',
    maxdays: '14',
    minpeople: '1',
    maxpeople: '4',
    roomclass_uid: String(roomTypeId),
    dayofweek: '7',
    ignore_pppn: '0',
    allow_we: '1',
    weekendonly: '0',
    minrooms_alreadyselected: '0',
    maxrooms_alreadyselected: '100',
  })
  const first = Date.UTC(2040, 0, 1) / 1000
  for (let day = 0; day < 30; day++) {
    form.set(`tariffinput[${first + day * 86_400}]`, day < 15 ? '80' : '95.50')
    form.set(`mindaysinput[${first + day * 86_400}]`, '2')
  }
  return form
}
