import {
  type DecidingAnswers,
  answersOf as decidingAnswersOf,
} from '../../shared/slots/deciding-answers.ts'
import { optionsIn } from '../../shared/slots/options-in.ts'
import type { Contact, EventType } from '../api.ts'
import { type AnswerDrafts, answerDraftsOf, answersOf, guestsOf } from './field-draft.ts'

/** Who calls, as typed. */
export interface CallerDraft {
  readonly name: string
  readonly email: string
  readonly phone: string
  /** Whether nobody is named. */
  readonly isAnonymous: boolean
  readonly note: string
  /** The known person who was chosen, instead of name, email and phone. */
  readonly contact?: Contact | undefined
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
  durationMinutes: durationMinutes ?? 0,
  seats: 1,
  locationOption: 0,
  place: '',
  phone: '',
  guests: '',
  answers: answerDraftsOf(questions, {}),
})

/** The answers that decide which times are offered. */
export const decidingOf = (
  eventType: EventType,
  { answers }: Pick<ExtrasDraft, 'answers'>,
): DecidingAnswers => decidingAnswersOf(eventType, optionsIn(answers))

/** The duration to ask for and to book, with what answers add; undefined for the default. */
export const chosenMinutesOf = (
  eventType: EventType,
  extras: Pick<ExtrasDraft, 'answers' | 'durationMinutes'>,
): number | undefined =>
  extras.durationMinutes === (eventType.durationMinutes ?? 0)
    ? undefined
    : extras.durationMinutes + decidingOf(eventType, extras).addMinutes

/** What the booker has to say about the chosen location. */
export function needsOf({ locations }: EventType, { locationOption }: ExtrasDraft) {
  const location = locations[locationOption]
  return {
    place: location?.kind === 'ask_booker',
    phone: location?.kind === 'phone' && location.phone === null,
  }
}

/** Who is booked. A known person with another phone is named, and found by the email address. */
function bookedAs(
  { name, contact, isAnonymous, email, phone }: Omit<CallerDraft, 'note'>,
  extras: ExtrasDraft,
) {
  const given = extras.phone.trim()
  if (contact !== undefined) {
    return contact.email === null || given === ''
      ? { contactId: contact.id }
      : { booker: { name: contact.name, email: contact.email, phone: given } }
  }
  if (isAnonymous) return { anonymous: true as const }
  return { booker: { name: name.trim(), ...(email && { email }), ...(phone && { phone }) } }
}

/** The request body for a booking. Parts that are not used are left out. */
export function bookingBodyOf(
  eventType: EventType,
  { name, note, contact, ...caller }: CallerDraft,
  extras: ExtrasDraft,
) {
  const { id, locations, questions } = eventType
  const durationMinutes = chosenMinutesOf(eventType, extras)
  const [text, place] = [note.trim(), extras.place.trim()]
  const [email, phone] = [caller.email.trim(), extras.phone.trim() || caller.phone.trim()]
  const answers = answersOf(questions, extras.answers)
  const guests = guestsOf(extras.guests)
  const needsPlace = needsOf(eventType, extras).place && place !== ''
  return {
    eventTypeId: id,
    ...bookedAs({ name, contact, isAnonymous: caller.isAnonymous, email, phone }, extras),
    ...(text && { note: text }),
    ...(durationMinutes !== undefined && { durationMinutes }),
    ...(extras.seats > 1 && { seats: extras.seats }),
    ...(locations.length > 0 && {
      location: { option: extras.locationOption, ...(needsPlace && { value: place }) },
    }),
    ...(Object.keys(answers).length > 0 && { answers }),
    ...(guests.length > 0 && { guests }),
  }
}
