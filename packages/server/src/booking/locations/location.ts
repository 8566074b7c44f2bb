import {
  type Booking,
  type BookingLocation,
  isConferenceKind,
  LOCATION_KINDS,
  type Location,
} from '@holdfast/engine'
import { z } from 'zod'

/** The stored form of a location. */
export const locationSchema = z.object({
  kind: z.enum(LOCATION_KINDS),
  address: z.exactOptional(z.string()),
  phone: z.exactOptional(z.string()),
  url: z.exactOptional(z.string()),
  label: z.exactOptional(z.string()),
})

/** The stored form of the location of a booking. */
export const bookingLocationSchema = locationSchema.extend({ hostId: z.exactOptional(z.string()) })

/** The stored form of the locations of an event type. */
export const locationsSchema = z.array(locationSchema)

/** The representation of a location in the API and in events; null stands for an absent member. */
export const locationRepresentation = (location: BookingLocation) => ({
  kind: location.kind,
  address: location.address ?? null,
  phone: location.phone ?? null,
  url: location.url ?? null,
  label: location.label ?? null,
})

/**
 * The representation of where a booking takes place; null if it has no location. The link of a conference is left out
 * once the booking is cancelled or expired: the calendar deletes the conference then.
 */
export function currentLocationRepresentation({
  location,
  status,
}: Pick<Booking, 'location' | 'status'>) {
  if (location === undefined) return null
  const isOver = status === 'cancelled' || status === 'expired'
  const shown = locationRepresentation(location)
  return isOver && isConferenceKind(location.kind) ? { ...shown, url: null } : shown
}

/** The same as its booker sees it: anybody can take a hold, so it shows no link before it is confirmed. */
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
