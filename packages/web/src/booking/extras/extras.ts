import type { PublicEventType } from '@holdfast/contracts'
import { decides } from '../../shared/slots/deciding-answers.ts'

/** A question of an event type. */
export type Question = PublicEventType['questions'][number]

/** What a form holds for an answer: a text, whether a box is ticked, or the chosen options. */
export type FormAnswer = string | boolean | readonly string[]

/** A guest in the form. The key tells rows apart while others are removed. */
export interface FormGuest {
  readonly key: number
  readonly email: string
}

/** The values of the fields that only some event types have. */
export interface Extras {
  /** The position of the chosen location. */
  readonly locationOption: number
  /** The place, if the booker names it. */
  readonly place: string
  readonly phone: string
  readonly answers: Readonly<Record<string, FormAnswer>>
  readonly guests: readonly FormGuest[]
}

/** The part of an event type that decides what is asked. */
export type Asked = Pick<PublicEventType, 'locations' | 'questions'>

/** What an event type asks once a time is chosen. */
export const askedLater = <Of extends Asked>(asked: Of): Of => ({
  ...asked,
  questions: asked.questions.filter((question) => !decides(question)),
})

/** The most guests of a booking. */
export const MAX_GUESTS = 20

/** The number of the next row. */
export const nextKey = (guests: readonly FormGuest[]): number =>
  Math.max(0, ...guests.map(({ key }) => key)) + 1

/** The chosen location; undefined if the event type has none. */
export const chosenPlace = ({ locations }: Asked, { locationOption }: Extras) =>
  locations[locationOption]

/** Whether the provider calls the booker at the chosen location. */
export function needsPhone(asked: Asked, extras: Extras): boolean {
  const place = chosenPlace(asked, extras)
  return place?.kind === 'phone' && place.phone === null
}

/** Whether the booker names the place. */
export const needsPlace = (asked: Asked, extras: Extras): boolean =>
  chosenPlace(asked, extras)?.kind === 'ask_booker'
