import type { EventType } from '../api.ts'

/** Begins the choice of the first free time with anyone; the title of the event types follows, or nothing for all. */
export const ANYONE = 'anyone:'

/** Those of hours: a stay is for a unit, not for whoever is free first. */
const ofHours = (eventTypes: readonly EventType[]): readonly EventType[] =>
  eventTypes.filter(({ grain }) => grain === 'time')

/** The titles that several event types have, as the same service of several people. */
export const sharedTitles = (eventTypes: readonly EventType[]): readonly string[] =>
  [...Map.groupBy(ofHours(eventTypes), ({ title }) => title)].flatMap(([title, group]) =>
    group.length > 1 ? [title] : [],
  )

/** The event types of a choice that begins with `ANYONE`. */
export const ofAnyone = (eventTypes: readonly EventType[], choice: string): readonly EventType[] =>
  ofHours(eventTypes).filter(({ title }) => choice === ANYONE || choice === ANYONE + title)
