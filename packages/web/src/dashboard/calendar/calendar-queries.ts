import { queryOptions } from '@tanstack/react-query'
import { api, type Block, type Calendar, type CalendarEvent, readPages, unwrap } from '../api.ts'
import { mapConcurrently } from '../queries.ts'

/** A half-open time range `[from, to)`, as RFC 3339 instants. */
export interface Range {
  readonly from: string
  readonly to: string
}

const overlaps = (block: Block, { from, to }: Range): boolean =>
  Date.parse(block.start) < Date.parse(to) && Date.parse(from) < Date.parse(block.end)

/** The blocks of these providers that overlap a range. */
export const blocksQuery = (providerIds: readonly string[], range: Range) =>
  queryOptions({
    queryKey: ['blocks', providerIds],
    queryFn: async (): Promise<readonly Block[]> => {
      const lists = await mapConcurrently(providerIds, (id) =>
        readPages((query) =>
          unwrap(api.GET('/v1/providers/{id}/blocks', { params: { path: { id }, query } })),
        ),
      )
      return lists.flatMap(({ data }) => data)
    },
    // No event announces a block made in another browser, so it polls, at most once a second in total.
    refetchInterval: Math.max(5, providerIds.length) * 1_000,
    select: (blocks: readonly Block[]) => blocks.filter((block) => overlaps(block, range)),
  })

/** Whether the account has calendars of events or stays. */
export const hasCalendarsQuery = queryOptions({
  queryKey: ['calendar-events', 'calendars'],
  queryFn: async () => {
    const listed = await unwrap(api.GET('/v1/calendars', { params: { query: { limit: 1 } } }))
    return listed.data.length > 0
  },
})

/** A calendar event or a stay, with its calendar. */
export interface CalendarEntry {
  readonly event: CalendarEvent
  readonly calendar: Calendar
  readonly isStay: boolean
}

/** The events and stays of all calendars of the account that overlap a range. */
export const calendarEventsQuery = (range: Range) =>
  queryOptions({
    queryKey: ['calendar-events', range],
    queryFn: async (): Promise<readonly CalendarEntry[]> => {
      const calendars = await readPages((query) =>
        unwrap(api.GET('/v1/calendars', { params: { query } })),
      )
      const live = calendars.data.filter(({ removal }) => removal === null)
      const lists = await mapConcurrently(live, async (calendar) => {
        const { id, exclusive } = calendar
        const events = await readPages(
          (page) =>
            unwrap(
              api.GET('/v1/calendars/{id}/events', {
                params: { path: { id }, query: { ...range, ...page } },
              }),
            ) as Promise<{ data: CalendarEvent[]; nextCursor: string | null }>,
          5,
        )
        const isStay = exclusive === 'nights'
        return events.data.map((event) => ({ event, calendar, isStay }))
      })
      return lists.flat()
    },
  })
