import type { Booking } from '@holdfast/engine'
import { InvalidCursor } from '../../kernel/ports/store.ts'
import { bookingIndexKeys } from '../keys.ts'

/** Compares bookings by start, and by id those with one start. */
export const byStart = (a: Booking, b: Booking): number =>
  a.startEpochSeconds - b.startEpochSeconds || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/** A position in a list of bookings: everything up to and including it was listed. */
export interface Position {
  readonly startText: string
  readonly bookingId: string
}

/** A position as the text of a cursor. */
export const positionText = ({ startText, bookingId }: Position): string =>
  `${startText}.${bookingId}`

/** Reads the text of a position. Throws `InvalidCursor` for any other. */
export function parsePosition(cursor: string): Position {
  const [, startText, bookingId] = /^(\d{10})\.(bkg_[0-9a-z]{26})$/.exec(cursor) ?? []
  if (startText === undefined || bookingId === undefined) {
    throw new InvalidCursor(`"${cursor}" is not a cursor of this list`)
  }
  return { startText, bookingId }
}

/** The position of a booking. */
export const positionOf = ({ startEpochSeconds, id }: Booking): Position => ({
  startText: bookingIndexKeys.start(startEpochSeconds),
  bookingId: id,
})
