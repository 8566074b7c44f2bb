import type { CalendarConnection, LoggedEvent, SlotExplanation } from '@holdfast/contracts'
import type { z } from '@hono/zod-openapi'
import { expectStatus } from '../support/fixtures.ts'
import type { HttpClient } from '../support/http-client.ts'

export type Connection = CalendarConnection
export type Told = z.infer<typeof LoggedEvent>

/** Times of one day, `09:15-10:10`, as intervals. */
export const times = (date: string, ...spans: readonly string[]) =>
  spans.map((span) => {
    const [start, end] = span.split('-')
    return { start: `${date}T${start}:00Z`, end: `${date}T${end}:00Z` }
  })

/** Sets what the simulated calendar of a provider says is busy. */
export const setBusy = async (
  api: HttpClient,
  providerId: string,
  busy: readonly { readonly start: string; readonly end: string }[],
): Promise<Connection> =>
  expectStatus(await api.put<Connection>(`/v1/test/providers/${providerId}/busy`, busy), 200)

/** Lets reads of the simulated calendar fail; null: succeed again. */
export const setOutage = async (
  api: HttpClient,
  providerId: string,
  code: string | null,
  more: { readonly retryAfterSeconds?: number } = {},
): Promise<Connection> =>
  expectStatus(
    await api.put<Connection>(`/v1/test/providers/${providerId}/calendar-outage`, {
      code,
      ...more,
    }),
    200,
  )

/** The connected calendars of a provider. */
export const connectionsOf = async (
  api: HttpClient,
  providerId: string,
): Promise<readonly Connection[]> =>
  expectStatus(
    await api.get<{ readonly data: readonly Connection[] }>(
      `/v1/providers/${providerId}/calendar-connections`,
    ),
    200,
  ).data

/** Why a start is not on offer; empty where it is. */
export const reasonsAgainst = async (api: HttpClient, eventTypeId: string, start: string) =>
  expectStatus(
    await api.get<SlotExplanation>(
      `/v1/event-types/${eventTypeId}/slots/explain?start=${encodeURIComponent(start)}`,
    ),
    200,
  ).reasons

/** The events of calendars that were told so far, as `calendar.sync_failed failing`. */
export const calendarEvents = async (
  api: HttpClient,
  connectionId: string,
): Promise<readonly string[]> => {
  const { data } = expectStatus(
    await api.get<{ readonly data: readonly Told[] }>('/v1/events?limit=100'),
    200,
  )
  return data
    .filter((event) => event.resource.id === connectionId)
    .map((event) => `${event.type} ${(event.data.connection as Connection).status}`)
}
