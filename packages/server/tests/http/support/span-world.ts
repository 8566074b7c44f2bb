import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import type { Body } from './call.ts'
import { BOOKER, eventTypeBody, makeProvider } from './fixtures.ts'

/** A Monday. */
const DAY = '2026-04-27'
/** A time of that day, in UTC. */
export const at = (time: string) => `${DAY}T${time}:00Z`
const HOURS = [{ weekday: 'monday', windows: [{ start: '09:00', end: '13:00' }] }]
/** 45 minutes of color, 35 of processing without the stylist, 30 of cutting. */
export const COLOR_SPANS = [
  { offsetMinutes: 0, durationMinutes: 45, label: 'Color' },
  { offsetMinutes: 80, durationMinutes: 30, label: 'Cut' },
]

/** What tests of spans do with a server. */
export type SpanWorld = ReturnType<typeof spanWorld>

/** People and event types with spans on Monday from 9 to 13 UTC, and bookings of them. */
export function spanWorld(server: Pick<TestApp, 'call'>) {
  let made = 0
  const person = async (more: object = {}): Promise<string> => {
    made += 1
    const body = { name: `Person ${made}`, slug: `person-${made}`, timeZone: 'UTC', ...more }
    return (await makeProvider(server.call, body)).id
  }

  const createType = async (requirements: readonly object[], more: object = {}) => {
    made += 1
    const { durationMinutes: _, ...body } = eventTypeBody(await person({ kind: 'team' }))
    return server.call('POST', '/v1/event-types', {
      body: {
        ...body,
        slug: `spans-${made}`,
        slotStepMinutes: 5,
        availabilityRules: HOURS,
        dateOverrides: [],
        bufferBeforeMinutes: 0,
        bufferAfterMinutes: 0,
        requirements,
        ...more,
      },
    })
  }
  const typeOf = async (requirements: readonly object[], more: object = {}): Promise<string> => {
    const { status, body } = await createType(requirements, more)
    expect([status, body.errors]).toEqual([201, undefined])
    return body.id
  }
  const errorsOf = async (requirements: readonly object[], more: object = {}) => {
    const { status, body } = await createType(requirements, more)
    expect(status).toBe(422)
    return body.errors
  }
  const book = (eventTypeId: string, time: string, more: object = {}) =>
    server.call('POST', '/v1/bookings', {
      body: { eventTypeId, start: at(time), booker: BOOKER, ...more },
    })
  const booked = async (eventTypeId: string, time: string, more: object = {}): Promise<Body> => {
    const { status, body } = await book(eventTypeId, time, more)
    expect([status, body.code]).toEqual([202, undefined])
    return body
  }
  const startsOf = async (eventTypeId: string): Promise<string[]> => {
    const range = `from=${at('00:00')}&to=${at('23:59')}`
    const { body } = await server.call('GET', `/v1/event-types/${eventTypeId}/slots?${range}`)
    return body.data.map(({ start }: { start: string }) => start.slice(11, 16))
  }
  const act = async (id: string, action: string, body: object = {}) => {
    const answer = await server.call('POST', `/v1/bookings/${id}/${action}`, { body })
    expect([answer.status, answer.body.code]).toEqual([200, undefined])
    return answer.body
  }
  /** A salon with one stylist and one chair for each booking. */
  const salon = async () => {
    const [stylist, one, two] = [
      await person(),
      await person({ kind: 'equipment' }),
      await person({ kind: 'equipment' }),
    ]
    const chair = { name: 'chair', providerIds: [one, two], count: 1 }
    const color = await typeOf([
      { name: 'stylist', providerIds: [stylist], count: 1, spans: COLOR_SPANS },
      { ...chair, bufferAfterMinutes: 10 },
    ])
    const cut = await typeOf([{ name: 'stylist', providerIds: [stylist], count: 1 }, chair], {
      durationMinutes: 35,
    })
    return { stylist, chairs: [one, two], color, cut }
  }

  return { salon, person, createType, typeOf, errorsOf, book, booked, startsOf, act }
}
