import type { Booking, EventType, Provider } from '@holdfast/contracts'
import type { Answer, HttpClient, ProblemBody } from './http-client.ts'

/** A booking in a response. */
export type CreatedBooking = Booking & { readonly manageToken: string }

/** The body of a response: a success or a problem. */
export type Outcome<Body> = Answer<Body & ProblemBody>

/** The initial time of the clocks: the Sunday before the week that the tests book in. */
export const SUNDAY = '2035-04-22T08:00:00Z'

/** Rules with the same windows on every day of the week. */
export const everyDay = (...windows: { readonly start: string; readonly end: string }[]) =>
  (['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const).map(
    (weekday) => ({ weekday, windows }),
  )

let made = 0
const unique = (): string => {
  made += 1
  return `t${made}-${process.pid}`
}

/** Returns the body of a response; throws unless it has the status. */
export function expectStatus<Body>(answer: Answer<Body>, status: number): Body {
  if (answer.status !== status) {
    throw new Error(`expected ${status}, got ${answer.status}: ${answer.text}`)
  }
  return answer.body
}

/** Creates a provider. Default time zone: UTC. */
export async function makeProvider(
  api: HttpClient,
  given: Readonly<Record<string, unknown>> = {},
): Promise<Provider> {
  const slug = unique()
  const input = { name: `Provider ${slug}`, slug, timeZone: 'UTC', ...given }
  return expectStatus(await api.post<Provider>('/v1/providers', input), 201)
}

/** Creates an event type. Default: half an hour, around the clock, with holds. */
export async function makeEventType(
  api: HttpClient,
  providerId: string,
  given: Readonly<Record<string, unknown>> = {},
): Promise<EventType> {
  const input = {
    providerId,
    slug: unique(),
    title: 'First visit',
    durationMinutes: 30,
    availabilityRules: everyDay({ start: '00:00', end: '24:00' }),
    ...given,
  }
  return expectStatus(await api.post<EventType>('/v1/event-types', input), 201)
}

/** A booker of that name. */
export const booker = (name: string) => ({ name, email: `${name}@example.com` })

/** Requests a booking of an event type or of a provider's opened slot. */
export const book = (
  api: HttpClient,
  target: { readonly eventTypeId: string } | { readonly providerId: string },
  start: string,
  {
    name = 'grace',
    headers = {},
    more = {},
  }: { name?: string; headers?: Record<string, string>; more?: Record<string, unknown> } = {},
): Promise<Outcome<CreatedBooking>> =>
  api.post('/v1/bookings', { ...target, start, booker: booker(name), ...more }, headers)

/** Holds a start of an event type; throws unless that succeeds. */
export async function hold(
  api: HttpClient,
  eventTypeId: string,
  start: string,
  name?: string,
): Promise<CreatedBooking> {
  return expectStatus(await book(api, { eventTypeId }, start, { ...(name && { name }) }), 202)
}

const MOST_TRIES = 60

/**
 * Asks, and asks again while the outcome is unknown: the connection broke, or the response was 503. Stops after sixty
 * attempts. The request has an idempotency key.
 */
export async function untilAnswered<Body>(
  ask: () => Promise<Outcome<Body>>,
): Promise<Outcome<Body>> {
  for (let tries = 1; ; tries += 1) {
    try {
      const answer = await ask()
      if (answer.status !== 503 || tries === MOST_TRIES) return answer
    } catch (error) {
      if (tries === MOST_TRIES) throw error
    }
  }
}

/** Books with an idempotency key, and retries while the outcome is unknown. */
export async function bookUntilAnswered(
  api: HttpClient,
  eventTypeId: string,
  start: string,
  name: string,
  more: Record<string, unknown> = {},
): Promise<Outcome<CreatedBooking>> {
  const headers = { 'idempotency-key': `${eventTypeId}-${start}-${name}` }
  return await untilAnswered(() => book(api, { eventTypeId }, start, { name, headers, more }))
}

/** Performs an action on a booking: `confirm`, `cancel`, `reschedule`, `complete` or `no-show`. */
export const act = (
  api: HttpClient,
  booking: { readonly id: string },
  action: 'confirm' | 'cancel' | 'reschedule' | 'complete' | 'no-show',
  body: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Outcome<Booking>> => api.post(`/v1/bookings/${booking.id}/${action}`, body, headers)

/** Moves a booking with an idempotency key, and retries while the outcome is unknown. */
export async function moveUntilAnswered(
  api: HttpClient,
  booking: { readonly id: string },
  start: string,
): Promise<Outcome<Booking>> {
  const headers = { 'idempotency-key': `${booking.id}-${start}` }
  return await untilAnswered(() => act(api, booking, 'reschedule', { start }, headers))
}

/** Reads a booking, without the private answers that no other answer shows. */
export async function readBooking(
  api: HttpClient,
  booking: { readonly id: string },
): Promise<Booking> {
  type Alone = Booking & { readonly privateAnswers?: unknown }
  const path = `/v1/bookings/${booking.id}`
  const { privateAnswers: _, ...shown } = expectStatus(await api.get<Alone>(path), 200)
  return shown
}

/** The starts of an event type's slots in `[from, to)`, in UTC. */
export async function offeredStarts(
  api: HttpClient,
  eventTypeId: string,
  from: string,
  to: string,
  more: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const query = new URLSearchParams({ from, to, timeZone: 'UTC', ...more })
  const answer = await api.get<{ readonly data: readonly { readonly start: string }[] }>(
    `/v1/event-types/${eventTypeId}/slots?${query}`,
  )
  return expectStatus(answer, 200).data.map((slot) => slot.start)
}

/** Status and code of a response: `202`, `409 slot_taken`. */
export const outcomeOf = (answer: Outcome<unknown>): string =>
  answer.status < 400 ? String(answer.status) : `${answer.status} ${answer.body.code}`

/** Counts each outcome. */
export function tally(answers: readonly Outcome<unknown>[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const outcome of answers.map(outcomeOf).sort()) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}
