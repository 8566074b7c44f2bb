/**
 * A program for a copy of the sources to which the field `costCentre` was added (`tools/new-field`): books with it as a
 * request does, and prints what becomes of it.
 */
import { BookingCreate } from '@holdfast/contracts'
import { bookingRepresentation } from '../../src/booking/bookings/booking-representation.ts'
import { getBooking } from '../../src/booking/bookings/change-booking.ts'
import { createBooking } from '../../src/booking/bookings/create-booking.ts'
import { eraseBooker } from '../../src/booking/bookings/erase-booker.ts'
import { updateBooking } from '../../src/booking/bookings/update-booking.ts'
import { fieldsInputOf } from '../../src/booking/http/booker.ts'
import { eventWithout, MATCH_ANYBODY } from '../../src/delivery/events/event-person.ts'
import { eventFromOutbox } from '../../src/kernel/events/outbox.ts'
import { exportPerson } from '../../src/ops/privacy/export-person.ts'
import { openBookingWorld, secondsOf, unwrap } from '../support/booking-world.ts'

const world = await openBookingWorld('sqlite')
const { deps, caller } = world
const { id: eventTypeId } = await world.eventType()
const start = '2026-04-27T10:00:00Z'
const booker = { name: 'Ada', email: 'ada@example.com' }
const body = BookingCreate.parse({ eventTypeId, start, booker, costCentre: 'A-17' })
const { booking } = unwrap(
  await createBooking(deps, caller, {
    target: { eventTypeId },
    startEpochSeconds: secondsOf(start),
    booker,
    fields: fieldsInputOf(body),
  }),
)
const now = async () => unwrap(await getBooking(deps, caller, booking.id))
const shownBy = (of: object) => ('costCentre' in of ? of.costCentre : 'absent')
const [item] = await world.items(`BOOKING#${booking.id}`)
const events = (await world.items('OUTBOX#')).map(eventFromOutbox)
const event = events.find(({ resourceId }) => resourceId === booking.id)

const { exported } = await (async () => {
  const pieces: string[] = []
  const read = unwrap(await exportPerson(deps, caller, 'ada@example.com'))
  for await (const piece of read()) pieces.push(piece)
  return { exported: JSON.parse(pieces.join('')) as { readonly bookings: readonly object[] } }
})()
const shown = bookingRepresentation(await now())
const withoutPerson = event && eventWithout(event, MATCH_ANYBODY)
unwrap(await updateBooking(deps, caller, booking.id, { note: 'Something else' }))
const kept = shownBy(bookingRepresentation(await now()))
await eraseBooker(
  deps,
  booking.id,
  () => true,
  async () => ({}),
)
const [erasedItem] = await world.items(`BOOKING#${booking.id}`)
await world.close()

console.log(
  JSON.stringify({
    stored: shownBy(item ?? {}),
    shown: shownBy(shown),
    inEvent: shownBy((event?.data.booking as object) ?? {}),
    exported: shownBy(exported.bookings[0] ?? {}),
    keptByOtherChange: kept,
    erasedItem: shownBy(erasedItem ?? {}),
    erasedEvent: shownBy((withoutPerson?.data.booking as object) ?? {}),
  }),
)
