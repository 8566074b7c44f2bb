import type { CalendarConnection, LoggedEvent, SlotExplanation } from '@holdfast/contracts'
import type { z } from '@hono/zod-openapi'
import { expectStatus } from '../support/fixtures.ts'
import type { HttpClient } from '../support/http-client.ts'

export type Connection = CalendarConnection
export type PublishedEvent = z.infer<typeof LoggedEvent>

/** Converts times of one day, `09:15-10:10`, to intervals. */
export const times = (date: string, ...spans: readonly string[]) =>
  spans.map((span) => {
    const [start, end] = span.split('-')
    return { start: `${date}T${start}:00Z`, end: `${date}T${end}:00Z` }
  })

/** Sets the busy times of a provider's simulated calendar. */
export const setBusy = async (
  api: HttpClient,
  providerId: string,
  busy: readonly { readonly start: string; readonly end: string }[],
): Promise<Connection> =>
  expectStatus(await api.put<Connection>(`/v1/test/providers/${providerId}/busy`, busy), 200)

/** Makes reads of the simulated calendar fail. With null they succeed again. */
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

/** The reasons why a start is not offered; empty if it is. */
export const reasonsAgainst = async (api: HttpClient, eventTypeId: string, start: string) =>
  expectStatus(
    await api.get<SlotExplanation>(
      `/v1/event-types/${eventTypeId}/slots/explain?start=${encodeURIComponent(start)}`,
    ),
    200,
  ).reasons

/** The published events of a connection with its status, as `calendar.sync_failed failing`. */
export const calendarEvents = async (
  api: HttpClient,
  connectionId: string,
): Promise<readonly string[]> => {
  const { data } = expectStatus(
    await api.get<{ readonly data: readonly PublishedEvent[] }>('/v1/events?limit=100'),
    200,
  )
  return data
    .filter((event) => event.resource.id === connectionId)
    .map((event) => `${event.type} ${(event.data.connection as Connection).status}`)
}
