import type { BookingLocation, LocationKind } from '../bookings/location.ts'

/** An online meeting of an invitation. */
export interface Conference {
  /** An http or https URL. */
  readonly url: string
  /** What people read on the button to join. */
  readonly label: string
  /** Whose meeting it is, if its maker's programs show it in their own way. */
  readonly maker?: 'google' | 'microsoft'
}

/** What an invitation says about its place. */
export interface InvitationPlace {
  readonly location?: string
  readonly url?: string
  readonly conference?: Conference
}

/** The names of conferences, which are the same in all languages. */
const CONFERENCE_NAMES: Readonly<Partial<Record<LocationKind, string>>> = {
  google_meet: 'Google Meet',
  teams: 'Microsoft Teams',
}

const MAKERS: Readonly<Partial<Record<LocationKind, Conference['maker']>>> = {
  google_meet: 'google',
  teams: 'microsoft',
}

/**
 * One line that says where a booking takes place: what people call the place, and where it is. Empty if nothing says
 * it. The link of an online meeting is left out.
 */
export function placeText({ kind, label, address, phone }: BookingLocation): string {
  const name = label ?? CONFERENCE_NAMES[kind]
  return [name, address ?? phone].filter((part) => part !== undefined).join(', ')
}

/**
 * What an invitation says about the place of a booking and the rooms that it takes. A link is in LOCATION too, unless
 * there is a room: many calendar programs look for the link of a meeting there and nowhere else.
 */
export function placeOfInvitation(
  place: BookingLocation | undefined,
  rooms: readonly string[],
): InvitationPlace {
  const { url } = place ?? {}
  const text = place === undefined ? '' : placeText(place)
  const named = [...rooms, ...(text === '' || url !== undefined ? [] : [text])]
  const location = named.length > 0 ? named.join(', ') : url
  return {
    ...(location !== undefined && { location }),
    ...(place && url !== undefined && { url, conference: conferenceOf(place, url) }),
  }
}

function conferenceOf(place: BookingLocation, url: string): Conference {
  const maker = MAKERS[place.kind]
  return { url, label: placeText(place) || url, ...(maker && { maker }) }
}
