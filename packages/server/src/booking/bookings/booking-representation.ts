import type { Booking } from '@holdfast/engine'
import {
  type AccountMember,
  type BookingRepresentation,
  isUnusedAs,
  MEMBERS,
  type Member,
} from '../../kernel/booking-fields/members.ts'
import { quoteTotals } from '../../kernel/booking-fields/stay-quote.ts'
import type { EventData, JsonValue } from '../../kernel/event-data.ts'

type Shown = Record<string, JsonValue>

/**
 * Makes the function that shows some members of a booking. It is compiled once, as the object literal that somebody
 * would write by hand: a loop over the members takes five times as long.
 */
function showing(members: readonly Member[]): (booking: Booking) => Shown {
  const names = members.map((_, index) => `show${index}`)
  const calls = members.map(
    ({ name }, index) => `${JSON.stringify(name)}: ${names[index]}(booking)`,
  )
  const compile = new Function(...names, `return (booking) => ({ ${calls.join(', ')} })`)
  return compile(...members.map(({ show }) => show))
}

const showAll = showing(MEMBERS)

/** A booking without its manage token. Its booker is null while a hold has none. */
export const bookingRepresentation = (booking: Booking): BookingRepresentation =>
  // The type is made from the same table.
  showAll(booking) as unknown as BookingRepresentation

/** A booking in a list: the price of a stay without its lines. */
export function listedBooking(booking: Booking) {
  const shown = bookingRepresentation(booking)
  return booking.quote ? { ...shown, quote: quoteTotals(booking.quote) } : shown
}

const showToBooker = showing(MEMBERS.filter(({ isForAccount }) => !isForAccount))

/** The members of `bookingRepresentation` that are not for the account alone. */
export const shownToBooker = (booking: Booking): Omit<BookingRepresentation, AccountMember> =>
  showToBooker(booking) as unknown as Omit<BookingRepresentation, AccountMember>

const isLeftOut = ({ unused, unusedAs }: Member): boolean =>
  unused !== undefined || unusedAs !== undefined

const showAlways = showing(
  MEMBERS.filter((member) => !isLeftOut(member)).map((member) => ({
    ...member,
    show: member.write,
  })),
)
const LEFT_OUT = MEMBERS.filter(isLeftOut)
const FIELDS_LEFT_OUT: ReadonlySet<string> = new Set(LEFT_OUT.map(({ field }) => field))

/**
 * A booking as a stored event has it: without the members that it does not use. Made here, because leaving them
 * out of the whole representation costs several times as much. `unpackData` puts them back.
 */
export function storedRepresentation(booking: Booking): EventData {
  const shown = showAlways(booking)
  for (const name in booking) if (FIELDS_LEFT_OUT.has(name)) return addUsed(shown, booking)
  return shown
}

/** Adds the members that a booking uses, in their order. */
function addUsed(shown: Shown, booking: Booking): EventData {
  for (const { name, field, write, unused, unusedAs } of LEFT_OUT) {
    if (booking[field] === undefined) continue
    const value = write(booking)
    const without = unusedAs === undefined ? unused : shown[unusedAs]
    if (without === undefined || !isUnusedAs(value, without)) shown[name] = value
  }
  return shown
}
