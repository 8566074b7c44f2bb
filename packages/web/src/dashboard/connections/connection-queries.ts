import type { components } from '@holdfast/client'
import { queryOptions } from '@tanstack/react-query'
import { api, isProblem, unwrap } from '../api.ts'
import type { Range } from '../calendar/calendar-queries.ts'

export type CalendarConnection = components['schemas']['CalendarConnection']
export type BusyTime = components['schemas']['BusyTime']

/** Time in which the connected calendars of a provider are busy, within a range. */
export const busyQuery = (id: string, range: Range) =>
  queryOptions({
    queryKey: ['busy', id, range.from, range.to],
    queryFn: async (): Promise<readonly BusyTime[]> => {
      const params = { path: { id }, query: range }
      return (await unwrap(api.GET('/v1/providers/{id}/busy', { params }))).data
    },
  })

const MINUTE_MILLISECONDS = 60_000

/** The calendars that a provider has connected; how fresh they are changes without an event. */
export const connectionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['connections', id],
    queryFn: async (): Promise<readonly CalendarConnection[]> => {
      const params = { path: { id } }
      return (await unwrap(api.GET('/v1/providers/{id}/calendar-connections', { params }))).data
    },
    refetchInterval: MINUTE_MILLISECONDS,
  })

/** What the server says of a feed that it cannot take: of the address, or of what is there. */
export const feedError = (error: unknown, unreadable: string): string | undefined => {
  if (isProblem(error, 'calendar_unreadable')) return `${unreadable} ${error.problem.detail}`
  if (isProblem(error, 'validation_failed')) return error.problem.errors?.[0]?.message
  return undefined
}
