import { queryOptions } from '@tanstack/react-query'
import { api, type Block, type Calendar, type CalendarEvent, pages, unwrap } from '../api.ts'
import { eachOf } from '../queries.ts'

/** A stretch of time, as RFC 3339 texts, half-open. */
export interface Range {
  readonly from: string
  readonly to: string
}

const overlaps = (block: Block, { from, to }: Range): boolean =>
  Date.parse(block.start) < Date.parse(to) && Date.parse(from) < Date.parse(block.end)

/** The blocks of providers within a range. */
export const blocksQuery = (providerIds: readonly string[], range: Range) =>
  queryOptions({
    queryKey: ['blocks', providerIds],
    queryFn: async (): Promise<readonly Block[]> => {
      const lists = await eachOf(providerIds, (id) =>
        pages((query) =>
          unwrap(api.GET('/v1/providers/{id}/blocks', { params: { path: { id }, query } })),
        ),
      )
      return lists.flatMap(({ data }) => data)
    },
    // No event tells of a block that was set in another browser: at most one read a second looks for it.
    refetchInterval: Math.max(5, providerIds.length) * 1_000,
    select: (blocks: readonly Block[]) => blocks.filter((block) => overlaps(block, range)),
  })

/** Whether the account has a calendar of its own, beside those of its providers. */
export const hasCalendarsQuery = queryOptions({
  queryKey: ['calendar-events', 'calendars'],
  queryFn: async () => {
    const listed = await unwrap(api.GET('/v1/calendars', { params: { query: { limit: 1 } } }))
    return listed.data.length > 0
  },
})

/** An event or a stay of a calendar, and which of the two it is. */
export interface PlacedEvent {
  readonly event: CalendarEvent
  readonly calendar: Calendar
  readonly isStay: boolean
}

/** The events and stays of all calendars of the account within a range. */
export const calendarEventsQuery = (range: Range) =>
  queryOptions({
    queryKey: ['calendar-events', range],
    queryFn: async (): Promise<readonly PlacedEvent[]> => {
      const calendars = await pages((query) =>
        unwrap(api.GET('/v1/calendars', { params: { query } })),
      )
      const live = calendars.data.filter(({ removal }) => removal === null)
      const lists = await eachOf(live, async (calendar) => {
        const { id, exclusive } = calendar
        const events = await pages(
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
