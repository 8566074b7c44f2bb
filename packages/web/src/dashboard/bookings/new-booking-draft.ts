import type { EventType } from '../api.ts'
import { type AnswerDrafts, answerDraftsOf, answersOf, guestsOf } from './carried-draft.ts'

/** Who calls, as typed. */
export interface CallerDraft {
  readonly name: string
  readonly email: string
  readonly phone: string
  /** Whether nobody is named. */
  readonly isAnonymous: boolean
  readonly note: string
}

/** What a new booking says besides its time and its booker, as it is edited. */
export interface ExtrasDraft {
  readonly durationMinutes: number
  /** How many seats of a session. */
  readonly seats: number
  /** The position of the chosen location. */
  readonly locationOption: number
  /** The place, where the booker names it. */
  readonly place: string
  readonly phone: string
  /** One guest a line. */
  readonly guests: string
  readonly answers: AnswerDrafts
}

/** The first values for an event type. */
export const newExtras = ({ durationMinutes, questions }: EventType): ExtrasDraft => ({
  durationMinutes,
  seats: 1,
  locationOption: 0,
  place: '',
  phone: '',
  guests: '',
  answers: answerDraftsOf(questions, {}),
})

/** What the booker has to say about the chosen location. */
export function needsOf({ locations }: EventType, { locationOption }: ExtrasDraft) {
  const location = locations[locationOption]
  return {
    place: location?.kind === 'ask_booker',
    phone: location?.kind === 'phone' && location.phone === null,
  }
}

/** The request body for a booking. Parts that are not used are left out. */
export function bookingBodyOf(
  eventType: EventType,
  { name, note, ...caller }: CallerDraft,
  extras: ExtrasDraft,
) {
  const { id, durationMinutes, locations, questions } = eventType
  const [text, place] = [note.trim(), extras.place.trim()]
  const [email, phone] = [caller.email.trim(), extras.phone.trim() || caller.phone.trim()]
  const answers = answersOf(questions, extras.answers)
  const guests = guestsOf(extras.guests)
  const needsPlace = needsOf(eventType, extras).place && place !== ''
  return {
    eventTypeId: id,
    ...(caller.isAnonymous
      ? { anonymous: true as const }
      : { booker: { name: name.trim(), ...(email && { email }), ...(phone && { phone }) } }),
    ...(text && { note: text }),
    ...(extras.durationMinutes !== durationMinutes && { durationMinutes: extras.durationMinutes }),
    ...(extras.seats > 1 && { seats: extras.seats }),
    ...(locations.length > 0 && {
      location: { option: extras.locationOption, ...(needsPlace && { value: place }) },
    }),
    ...(Object.keys(answers).length > 0 && { answers }),
    ...(guests.length > 0 && { guests }),
  }
}
