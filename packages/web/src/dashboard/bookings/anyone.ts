import { areAnswered, NO_ANSWERS } from '../../shared/slots/deciding-answers.ts'
import type { EventType } from '../api.ts'

/** Begins the choice of the first free time with anyone; the title of the event types follows, or nothing for all. */
export const ANYONE = 'anyone:'

/** Those of hours: a stay is for a unit, not for whoever is free first. */
const isOfHours = ({ grain }: EventType): boolean => grain === 'time'

/** Whether times of an event type can only be listed for an answer. */
const asksFirst = (eventType: EventType): boolean =>
  isOfHours(eventType) && !areAnswered(eventType, NO_ANSWERS)

/** Those whose first free time is known before anything is answered. */
const ofNoAnswer = (eventTypes: readonly EventType[]): readonly EventType[] =>
  eventTypes.filter((eventType) => isOfHours(eventType) && !asksFirst(eventType))

/** The titles that several event types have, as the same service of several people. */
export const sharedTitles = (eventTypes: readonly EventType[]): readonly string[] =>
  [...Map.groupBy(ofNoAnswer(eventTypes), ({ title }) => title)].flatMap(([title, group]) =>
    group.length > 1 ? [title] : [],
  )

const isOf = ({ title }: EventType, choice: string): boolean =>
  choice === ANYONE || choice === ANYONE + title

/** Whether a choice leaves out event types that ask something first. */
export const leavesOut = (eventTypes: readonly EventType[], choice: string): boolean =>
  eventTypes.some((eventType) => asksFirst(eventType) && isOf(eventType, choice))

/** The event types of a choice that begins with `ANYONE`. */
export const ofAnyone = (eventTypes: readonly EventType[], choice: string): readonly EventType[] =>
  ofNoAnswer(eventTypes).filter((eventType) => isOf(eventType, choice))
