import { expect } from 'vitest'
import type { Body, Call, Got, Sent } from './call.ts'

/** 9 to 17 on working days. */
export const WORKING_DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map(
  (weekday) => ({ weekday, windows: [{ start: '09:00', end: '17:00' }] }),
)

/** The body of a provider in Berlin. */
export const PROVIDER = { name: 'Dr. Ada Weber', timeZone: 'Europe/Berlin' }

/** What public answers tell about an account without a slug, a brand and a language. */
export const UNNAMED_ACCOUNT = {
  name: null,
  slug: null,
  brand: null,
  locale: null,
  bookerContact: 'email',
}

/** What public answers say about the durations and prices of a plain event type of half an hour. */
export const UNPRICED = {
  payment: null,
  securityDeposit: null,
  durationsMinutes: [30],
  priceRange: null,
  hoursApplyTo: 'duration',
}

/** Who books in most tests. */
export const BOOKER = { name: 'Grace Hopper', email: 'grace@example.com' }

/** What a new booking shows of details that it does not use, and of what has not happened to it. */
export const UNUSED_DETAILS = {
  location: null,
  answers: {},
  guests: [],
  metadata: {},
  consents: [],
  reschedulesLeft: null,
  payment: null,
  securityDeposit: null,
  orderId: null,
  price: null,
  quote: null,
  waitlistId: null,
  groupId: null,
  seats: 1,
  grain: 'time',
  arrival: null,
  departure: null,
  nights: null,
  occupants: null,
  earlierUnits: [],
  confirmedAt: null,
  cancelledAt: null,
  cancellationReason: null,
  cancelledBy: null,
  completedAt: null,
  noShowAt: null,
  expiredAt: null,
  visit: null,
}

/** A start of the event type below: Monday 27 April 2026, 9:00 in Berlin. */
export const START = '2026-04-27T07:00:00Z'
/** The start after it. */
export const NEXT_START = '2026-04-27T07:30:00Z'

let slugs = 0
/** A slug that no other test of the file uses. */
export const newSlug = (): string => {
  slugs += 1
  return `slug-${slugs}`
}

/** The body of an event type of half an hour, on working days. */
export const eventTypeBody = (
  providerId: string,
  more: Readonly<Record<string, unknown>> = {},
) => ({
  providerId,
  slug: newSlug(),
  title: 'First visit',
  durationMinutes: 30,
  availabilityRules: WORKING_DAYS,
  ...more,
})

async function made(call: Call, path: string, sent: Sent): Promise<Got> {
  const got = await call('POST', path, sent)
  expect(got.status, got.text).toBeLessThan(300)
  return got
}

/** Creates a provider in Berlin. */
export const makeProvider = async (
  call: Call,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Body> => (await made(call, '/v1/providers', { body: { ...PROVIDER, ...more } })).body

/** Creates a provider with an event type. */
export async function makeEventType(
  call: Call,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Body> {
  const provider = await makeProvider(call)
  return (await made(call, '/v1/event-types', { body: eventTypeBody(provider.id, more) })).body
}

/** Books a start of an event type. */
export const book = async (call: Call, eventTypeId: string, start = START): Promise<Body> =>
  (await made(call, '/v1/bookings', { body: { eventTypeId, start, booker: BOOKER } })).body

/** Creates a provider and an event type, and books its first start on 27 April. */
export async function makeBooking(
  call: Call,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Body> {
  const eventType = await makeEventType(call, more)
  return book(call, eventType.id)
}

/** Creates an event type of nights over a new unit, of a new property. */
export async function makeStayType(
  call: Call,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Body> {
  const { units } = await makeHouse(call, ['Room 12'])
  const body = { ...stayType(units), ...more }
  return (await made(call, '/v1/event-types', { body })).body
}

/** Books nights of a new event type of one unit, at once, with the calendar of the unit. */
export async function bookNights(
  call: Call,
  dates: { readonly arrival: string; readonly departure: string },
): Promise<Body & { readonly calendarId: string }> {
  const type = await makeStayType(call, { confirmation: 'instant' })
  const { calendarId } = (await call('GET', `/v1/providers/${type.providerId}`)).body
  const body = { eventTypeId: type.id, ...dates, booker: BOOKER }
  const booked = await made(call, '/v1/bookings', { body })
  return { ...booked.body, calendarId: String(calendarId) }
}

/** Creates a new property with some units. */
export async function makeHouse(
  call: Call,
  names: readonly string[],
): Promise<{ readonly propertyId: string; readonly units: readonly string[] }> {
  const house = { name: 'House by the lake', timeZone: 'Europe/Berlin' }
  const { id: propertyId } = (await made(call, '/v1/properties', { body: house })).body
  const units: string[] = []
  for (const name of names) {
    const unit = { name, timeZone: 'Europe/Berlin', kind: 'unit', propertyId }
    units.push((await made(call, '/v1/providers', { body: unit })).body.id)
  }
  return { propertyId, units }
}

/** Creates an event type of nights over rooms named 1, 2 and so on, whose stays are confirmed at once. */
export async function makeRooms(
  call: Call,
  count: number,
  more: object = {},
): Promise<{
  readonly id: string
  readonly units: readonly string[]
  readonly propertyId: string
}> {
  const names = Array.from({ length: count }, (_, index) => String(index + 1))
  const { units, propertyId } = await makeHouse(call, names)
  const body = { ...stayType(units), confirmation: 'instant', ...more }
  const { id } = (await made(call, '/v1/event-types', { body })).body
  return { id, units, propertyId }
}

/** The body of an event type of nights; over several units, of a pool of them. */
export const stayType = (units: readonly string[]) => ({
  providerId: units[0],
  slug: newSlug(),
  title: 'Double room',
  grain: 'nights',
  ...(units.length > 1 && {
    requirements: [{ name: 'room', providerIds: units, count: 1 }],
  }),
})
