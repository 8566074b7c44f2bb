import type { components } from '@holdfast/client'
import { queryOptions } from '@tanstack/react-query'
import { api, type Calendar, type CalendarEvent, unwrap } from '../api.ts'

/** A half-open time range `[from, to)`, as RFC 3339 instants. */
export interface Range {
  readonly from: string
  readonly to: string
}

/** Everything of some providers that overlaps a range. */
export type Agenda = components['schemas']['Agenda']

/** A class that nobody has booked. */
export type EmptyClass = components['schemas']['OfferedClass']

/**
 * The agenda of these providers, and of the calendars of the account, in one request. `withEmptyClasses`: also the classes
 * that nobody has booked.
 */
export const agendaQuery = (
  providerIds: readonly string[],
  range: Range,
  withEmptyClasses: boolean,
) =>
  queryOptions({
    queryKey: ['agenda', providerIds, range.from, range.to, withEmptyClasses],
    queryFn: async (): Promise<Agenda> => {
      const include = withEmptyClasses && ({ include: 'offered' } as const)
      const parts = await Promise.all(
        partsOf(providerIds).map((ids) => {
          const query = { ...range, providerId: [...ids], ...include }
          return unwrap(api.GET('/v1/agenda', { params: { query } }))
        }),
      )
      return mergedAgenda(parts)
    },
    // No event announces a block made in another browser.
    refetchInterval: POLL_MILLISECONDS,
  })

const POLL_MILLISECONDS = 15_000

/** The most providers in one request. */
const PROVIDERS_AT_ONCE = 25

/** Providers in parts that one request can ask for; without providers, one empty part. */
const partsOf = (ids: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.max(1, Math.ceil(ids.length / PROVIDERS_AT_ONCE)) }, (_, part) =>
    ids.slice(part * PROVIDERS_AT_ONCE, (part + 1) * PROVIDERS_AT_ONCE),
  )

/** The agendas of some providers each as one. A booking of several is in it once, and so are the calendars of the account. */
export function mergedAgenda(parts: readonly Agenda[]): Agenda {
  const [first, ...others] = parts
  if (first === undefined) throw new Error('there is no agenda to merge')
  if (others.length === 0) return first
  const bookings = new Map(parts.flatMap((part) => part.bookings).map((each) => [each.id, each]))
  return {
    ...first,
    bookings: [...bookings.values()],
    blocks: parts.flatMap(({ blocks }) => blocks),
    timeOff: parts.flatMap(({ timeOff }) => timeOff),
    closures: [
      ...new Map(parts.flatMap(({ closures }) => closures).map((each) => [each.id, each])).values(),
    ],
    busy: parts.flatMap(({ busy }) => busy),
    offeredClasses: parts.flatMap(({ offeredClasses }) => offeredClasses),
    isComplete: parts.every(({ isComplete }) => isComplete),
  }
}

/** Whether the account has calendars of events or stays. */
export const hasCalendarsQuery = queryOptions({
  queryKey: ['agenda', 'calendars'],
  queryFn: async () => {
    const listed = await unwrap(api.GET('/v1/calendars', { params: { query: { limit: 1 } } }))
    return listed.data.length > 0
  },
})

/** A schedule: the working hours of the providers that have it. */
export const scheduleQuery = (id: string) =>
  queryOptions({
    queryKey: ['schedules', id],
    queryFn: () => unwrap(api.GET('/v1/schedules/{id}', { params: { path: { id } } })),
  })

/** A calendar event or a stay, with its calendar. */
export interface CalendarEntry {
  readonly event: CalendarEvent
  readonly calendar: Calendar
  readonly isStay: boolean
}

/** The events and stays of an agenda, each with its calendar. */
export function entriesOf({ calendars, events }: Agenda): readonly CalendarEntry[] {
  const byId = new Map(calendars.map((calendar) => [calendar.id, calendar]))
  return events.flatMap((event) => {
    const calendar = byId.get(event.calendarId)
    return calendar ? [{ event, calendar, isStay: calendar.exclusive === 'nights' }] : []
  })
}
