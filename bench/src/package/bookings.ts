import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, unwrap } from '@holdfast/client'
import { WEEKDAYS } from '@holdfast/engine'
import { API_KEY } from './started.ts'

const AT_ONCE = 8
const DAYS = 30
const SETTLE_MILLISECONDS = 5_000

/** Makes confirmed bookings of half an hour, and waits until their emails are written. */
export async function confirmBookings(url: string, count: number): Promise<void> {
  const client = createClient({ baseUrl: url, apiKey: API_KEY })
  const provider = await unwrap(
    client.POST('/v1/providers', {
      body: { name: 'Ada Berger', timeZone: 'UTC', email: 'ada@example.com' },
    }),
  )
  const eventType = await unwrap(
    client.POST('/v1/event-types', {
      body: {
        providerId: provider.id,
        slug: 'visit',
        title: 'Visit',
        durationMinutes: 30,
        confirmation: 'instant',
        availabilityRules: WEEKDAYS.map((weekday) => ({
          weekday,
          windows: [{ start: '00:00', end: '24:00' }],
        })),
      },
    }),
  )
  const day = (offset: number) =>
    new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
  const { data } = await unwrap(
    client.GET('/v1/event-types/{id}/slots', {
      params: { path: { id: eventType.id }, query: { from: day(1), to: day(DAYS) } },
    }),
  )
  const starts = data.slice(0, count).map(({ start }) => start)
  if (starts.length < count) throw new Error(`There are only ${starts.length} times.`)
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let start = starts.pop(); start !== undefined; start = starts.pop()) {
        const booker = { name: 'Grace', email: 'grace@example.com' }
        await unwrap(
          client.POST('/v1/bookings', { body: { eventTypeId: eventType.id, start, booker } }),
        )
      }
    }),
  )
  await sleep(SETTLE_MILLISECONDS)
}
