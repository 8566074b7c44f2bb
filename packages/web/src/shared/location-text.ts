import type { PublicEventType } from '@holdfast/contracts'
import { texts } from './language.ts'

/** A location of an event type or a booking. */
export type Place = PublicEventType['locations'][number]

/** The texts about locations. */
export const locationMessages = texts('location', {
  where: 'Where',
  inPerson: 'In person',
  callNumber: (phone: string) => `By phone: you call ${phone}`,
  callYou: 'By phone: we call you',
  link: 'Online',
  googleMeet: 'Online: Google Meet',
  teams: 'Online: Microsoft Teams',
  askBooker: 'At a place that you choose',
  join: 'Join online',
})

/** What a location is called: its own label, or a text made from its kind and its value. */
export function locationText(place: Place, t: typeof locationMessages.en): string {
  const { kind, label, address, phone } = place
  if (label !== null) return label
  switch (kind) {
    case 'in_person':
      return address ?? t.inPerson
    case 'phone':
      return phone === null ? t.callYou : t.callNumber(phone)
    case 'link':
      return t.link
    case 'google_meet':
      return t.googleMeet
    case 'teams':
      return t.teams
    case 'ask_booker':
      return address ?? t.askBooker
  }
}

/** The value of a location that its label does not say: the address, or the number to call. */
export function locationDetail({ label, address, phone }: Place): string | undefined {
  return label === null ? undefined : (address ?? phone ?? undefined)
}
