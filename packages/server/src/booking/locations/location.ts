import type { Booking, Location } from '@holdfast/engine'
import { z } from 'zod'
import {
  currentLocationRepresentation,
  locationRepresentation,
} from '../../kernel/booking-fields/shown-parts.ts'
import { locationSchema } from '../../kernel/booking-fields/stored-parts.ts'

/** The stored form of the locations of an event type. */
export const locationsSchema = z.array(locationSchema)

/** Where a booking takes place as its booker sees it: anybody can take a hold, so it shows no link before it is confirmed. */
export function bookersLocationRepresentation(booking: Pick<Booking, 'location' | 'status'>) {
  const shown = currentLocationRepresentation(booking)
  return shown !== null && booking.status === 'pending' ? { ...shown, url: null } : shown
}

/**
 * The representation of a location that anybody may see before they book. The link of a meeting is for those who
 * booked, so it is left out.
 */
export const publicLocationRepresentation = (location: Location) => ({
  ...locationRepresentation(location),
  url: null,
})
