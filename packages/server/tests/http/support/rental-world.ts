import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import type { Body } from './call.ts'
import { BOOKER, makeProvider, newSlug } from './fixtures.ts'

/** Minutes of a day. */
export const DAY = 1440

/** A station that is open on working days from 9 to 18, and on Saturday until 12. */
const STATION_HOURS = [
  ...['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((weekday) => ({
    weekday,
    windows: [{ start: '09:00', end: '18:00' }],
  })),
  { weekday: 'saturday', windows: [{ start: '09:00', end: '12:00' }] },
]

/** The durations of a rental: 1 to 14 days. */
export const DAYS = Array.from({ length: 14 }, (_, index) => (index + 1) * DAY)

/** Cars in UTC that are rented by the hour and by the day. */
export function rentalWorld({ call }: Pick<TestApp, 'call'>) {
  let made = 0
  const car = async (more: object = {}): Promise<string> => {
    made += 1
    const body = { name: `Car ${made}`, kind: 'equipment', timeZone: 'UTC', ...more }
    return (await makeProvider(call, body)).id
  }
  const create = (providerId: string, more: object = {}) =>
    call('POST', '/v1/event-types', {
      body: {
        providerId,
        slug: newSlug(),
        title: 'Rental',
        durationMinutes: DAY,
        durationOptionsMinutes: DAYS,
        hoursApplyTo: 'startAndEnd',
        maxAdvanceDays: 60,
        availabilityRules: STATION_HOURS,
        ...more,
      },
    })
  const typeOf = async (providerId: string, more: object = {}): Promise<string> => {
    const { status, body } = await create(providerId, more)
    expect([status, body.errors]).toEqual([201, undefined])
    return body.id
  }
  const errorsOf = async (more: object) => {
    const { status, body } = await create(await car(), more)
    expect(status).toBe(422)
    return body.errors
  }
  /** Two hours of the same car. */
  const hourly = (providerId: string) =>
    typeOf(providerId, {
      durationMinutes: 120,
      durationOptionsMinutes: undefined,
      hoursApplyTo: undefined,
      slotStepMinutes: 60,
    })
  const book = (eventTypeId: string, start: string, more: object = {}) =>
    call('POST', '/v1/bookings', { body: { eventTypeId, start, booker: BOOKER, ...more } })
  const booked = async (eventTypeId: string, start: string, more: object = {}): Promise<Body> => {
    const { status, body } = await book(eventTypeId, start, more)
    expect([status, body.code]).toEqual([202, undefined])
    return body
  }
  const act = (id: string, action: string, body: object = {}) =>
    call('POST', `/v1/bookings/${id}/${action}`, { body })
  const startsOn = async (eventTypeId: string, date: string, query = ''): Promise<string[]> => {
    const range = `from=${date}T00:00:00Z&to=${date}T23:59:00Z`
    const { body } = await call('GET', `/v1/event-types/${eventTypeId}/slots?${range}${query}`)
    return body.data.map(({ start }: { start: string }) => start.slice(11, 16))
  }
  return { car, create, typeOf, errorsOf, hourly, book, booked, act, startsOn }
}
