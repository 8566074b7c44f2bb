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
    queryFn: (): Promise<Agenda> => {
      const include = withEmptyClasses && ({ include: 'offered' } as const)
      const query = { ...range, providerId: [...providerIds], ...include }
      return unwrap(api.GET('/v1/agenda', { params: { query } }))
    },
    // No event announces a block made in another browser.
    refetchInterval: POLL_MILLISECONDS,
  })

const POLL_MILLISECONDS = 15_000

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
