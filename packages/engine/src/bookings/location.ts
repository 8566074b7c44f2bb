/** All kinds of places where a booking can take place. */
export const LOCATION_KINDS = [
  'in_person',
  'phone',
  'link',
  'google_meet',
  'teams',
  'ask_booker',
] as const

/**
 * A kind of place: an address, a phone call, the provider's own link, a conference that the provider's
 * calendar creates, or a place that the booker names.
 */
export type LocationKind = (typeof LOCATION_KINDS)[number]

/** A place that an event type offers. */
export interface Location {
  readonly kind: LocationKind
  /** The place itself, of `in_person`. */
  readonly address?: string
  /** The number to call, in E.164, of `phone`. Absent: the booker is called. */
  readonly phone?: string
  /** An http or https URL, of `link`. */
  readonly url?: string
  /** What people read beside it, or instead of the name of its kind. */
  readonly label?: string
}

/**
 * The place of a booking. Besides what its event type offers: `address` is the place that a booker named, `phone`
 * the number at which the booker is called, and `url` the link of a conference, absent until there is one.
 */
export interface BookingLocation extends Location {
  /** The provider whose calendar created the link of a conference. Absent if there is no link. */
  readonly hostId?: string
}

/** The kinds whose link a connected calendar creates. */
export const CONFERENCE_KINDS = ['google_meet', 'teams'] as const

/** A kind whose link a connected calendar creates. */
export type ConferenceKind = (typeof CONFERENCE_KINDS)[number]

/** Reports whether a connected calendar creates the link of a place of that kind. */
export const isConferenceKind = (kind: LocationKind): kind is ConferenceKind =>
  kind === 'google_meet' || kind === 'teams'

/**
 * The location of a booking of these providers. The link of a conference ends with the calendar that created it: it
 * is removed if that calendar belongs to nobody of them.
 */
export function locationFor(
  location: BookingLocation,
  providerIds: readonly string[],
): BookingLocation {
  const { hostId, url: _url, ...rest } = location
  return hostId === undefined || providerIds.includes(hostId) ? location : rest
}
