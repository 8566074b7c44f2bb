import type { EventType } from '../api.ts'
import type { Keyed } from '../ui/keyed.ts'

type Location = EventType['locations'][number]

/** A kind of location. */
export type LocationKind = Location['kind']

/** The kinds, from the most to the least used. */
export const LOCATION_KINDS: readonly LocationKind[] = [
  'in_person',
  'phone',
  'link',
  'google_meet',
  'teams',
  'ask_booker',
]

/** The most locations of an event type. */
export const MAX_LOCATIONS = 10

/** A location in the form. It keeps the values of other kinds, so that a change of the kind loses none. */
export interface LocationDraft extends Keyed {
  readonly kind: LocationKind
  readonly address: string
  readonly phone: string
  readonly url: string
  readonly label: string
}

/** A new location: a place to go to. */
export const newLocation = (key: string): LocationDraft => ({
  key,
  kind: 'in_person',
  address: '',
  phone: '',
  url: '',
  label: '',
})

/** The form's values for a location. */
export const locationDraftOf = (
  { kind, address, phone, url, label }: Location,
  key: string,
): LocationDraft => ({
  key,
  kind,
  address: address ?? '',
  phone: phone ?? '',
  url: url ?? '',
  label: label ?? '',
})

function ownValueOf({ kind, address, phone, url }: LocationDraft) {
  switch (kind) {
    case 'in_person':
      return { address: address.trim() }
    case 'phone':
      return phone.trim() === '' ? {} : { phone: phone.trim() }
    case 'link':
      return { url: url.trim() }
    default:
      return {}
  }
}

/** A location as the API takes it: with the value of its kind alone. */
export function locationOf(draft: LocationDraft) {
  const label = draft.label.trim()
  return { kind: draft.kind, ...ownValueOf(draft), ...(label && { label }) }
}
