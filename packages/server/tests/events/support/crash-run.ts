import type { Booking } from '@holdfast/contracts'
import type { CrashPoint } from '../../../src/composition/crash-points.ts'
import { booker, expectStatus, makeEventType, makeProvider } from '../../support/fixtures.ts'
import type { Answer, HttpClient } from '../../support/http-client.ts'
import type { WebhookReceiver } from '../../support/webhook-receiver.ts'
import type { Home, MortalServer } from './mortal-server.ts'

/** How one life of a server ends: at a crash point, or killed from outside after a time. */
export type Fate =
  | { readonly at: CrashPoint; readonly occurrence: number }
  | { readonly afterMilliseconds: number }

/** A booking as a response acknowledged it. */
export interface Acknowledgement {
  readonly id: string
  readonly version: number
  readonly status: string
}

/** A webhook endpoint and the events it subscribes to. */
export interface Endpoint {
  readonly path: string
  readonly secret: string
  /** Empty: all. */
  readonly events: readonly string[]
}

/** The data that all lives of a store share. */
export interface Estate {
  readonly endpoints: readonly Endpoint[]
  /** The addresses of bookers who must be reminded, in the order of their reminders. */
  readonly remindedEmails: readonly string[]
  readonly acknowledged: Acknowledgement[]
  /** Unexpected responses. */
  readonly unexpected: string[]
  /** The booking that the next life reschedules or cancels. */
  last?: { readonly id: string }
  readonly eventTypes: {
    readonly hold: string
    readonly instant: string
    readonly approval: string
  }
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const BASE = Date.parse('2035-04-22T08:00:00Z')
const STEP_HOURS = 2

/**
 * Bookers are reminded 30 days before the start. The clock moves two hours per life, which may be too
 * short for all due work, and a reminder after the start would be void.
 */
export const REMINDER_MINUTES = 30 * 24 * 60

/** The time at the beginning of a life. */
export const clockOf = (life: number): number => BASE + life * STEP_HOURS * HOUR

/** An instant in the format of the API. */
export const instant = (epochMilliseconds: number): string =>
  new Date(epochMilliseconds).toISOString().replace('.000', '')

/** Sets a server's clock. */
export async function setClock(api: HttpClient, epochMilliseconds: number): Promise<void> {
  expectStatus(await api.put('/v1/test/clock', { now: instant(epochMilliseconds) }), 200)
}

async function createEndpoint(
  api: HttpClient,
  receiver: WebhookReceiver,
  path: string,
  events: readonly string[],
): Promise<Endpoint> {
  const answer = await api.post<{ readonly secret: string }>('/v1/webhook-endpoints', {
    url: receiver.url(path),
    ...(events.length > 0 && { events }),
  })
  return { path, secret: expectStatus(answer, 201).secret, events }
}

const SLOT = { durationMinutes: 15, slotStepMinutes: 15 }

/**
 * Sets up an empty store in a life without a crash: two webhook endpoints, three event types, and for
 * each later life three bookings whose reminders are due at its beginning.
 */
export async function setUpEstate(
  api: HttpClient,
  receiver: WebhookReceiver,
  lives: number,
): Promise<Estate> {
  await setClock(api, clockOf(0))
  expectStatus(await api.patch('/v1/account', { reminderMinutes: REMINDER_MINUTES }), 200)
  const endpoints = [
    await createEndpoint(api, receiver, '/all', []),
    await createEndpoint(api, receiver, '/confirmed', ['booking.confirmed']),
  ]
  const provider = await makeProvider(api, { email: 'provider@example.com' })
  const quiet = await makeProvider(api, { email: 'provider@example.com' })
  const make = async (providerId: string, confirmation: string) =>
    (await makeEventType(api, providerId, { ...SLOT, confirmation })).id
  const seeding = await make(quiet.id, 'instant')
  const seeds = Array.from({ length: lives }, (_, n) =>
    [0, 1, 2].map((quarter) => ({ life: n + 1, quarter, name: `reminded${n + 1}-${quarter}` })),
  ).flat()
  const estate: Estate = {
    endpoints,
    remindedEmails: seeds.map(({ name }) => booker(name).email),
    acknowledged: [],
    unexpected: [],
    eventTypes: {
      hold: await make(provider.id, 'hold'),
      instant: await make(quiet.id, 'instant'),
      approval: await make(provider.id, 'approval'),
    },
  }
  for (const { life, quarter, name } of seeds) {
    const start = clockOf(life) + REMINDER_MINUTES * MINUTE - quarter * (HOUR / 4)
    await attempt(estate, [201], () => bookAt(api, seeding, start, name))
  }
  return estate
}

const bookAt = (api: HttpClient, eventTypeId: string, start: number, name: string) =>
  api.post<Booking>('/v1/bookings', {
    eventTypeId,
    start: instant(start),
    booker: booker(name),
  })

/** Makes a call and records what it acknowledged. Undefined if the server died during the call. */
async function attempt(
  estate: Estate,
  expected: readonly number[],
  call: () => Promise<Answer<Booking>>,
): Promise<Booking | undefined> {
  let answer: Answer<Booking>
  try {
    answer = await call()
  } catch {
    return undefined
  }
  if (!expected.includes(answer.status)) {
    estate.unexpected.push(`${answer.status} ${answer.text}`)
    return undefined
  }
  const { id, version, status } = answer.body
  estate.acknowledged.push({ id, version, status })
  return answer.body
}

/** Books, confirms, reschedules and cancels in one life. */
async function traffic(estate: Estate, api: HttpClient, life: number): Promise<void> {
  const { hold, instant: confirmedInstantly, approval } = estate.eventTypes
  const at = (quarter: number) => clockOf(life) + 30 * HOUR + quarter * (HOUR / 4)
  const act = (id: string, action: string, body = {}) =>
    attempt(estate, [200], () => api.post(`/v1/bookings/${id}/${action}`, body))
  const confirmed = async () => {
    const held = await attempt(estate, [202], () => bookAt(api, hold, at(0), `held${life}`))
    return held && (await act(held.id, 'confirm'))
  }
  const approved = async () => {
    const request = await attempt(estate, [202], () =>
      bookAt(api, approval, at(2), `request${life}`),
    )
    if (request && life % 2 === 0) await act(request.id, 'confirm')
  }
  const changed = async () => {
    const { last } = estate
    if (last === undefined) return
    if (life % 3 === 0) await act(last.id, 'reschedule', { start: instant(at(3)) })
    if (life % 3 === 1) await act(last.id, 'cancel')
  }
  const [next] = await Promise.all([
    confirmed(),
    ...[1, 5, 6].map((quarter) =>
      attempt(estate, [202], () => bookAt(api, hold, at(quarter), `lapsed${life}`)),
    ),
    ...[0, 1, 2].map((quarter) =>
      attempt(estate, [201], () => bookAt(api, confirmedInstantly, at(quarter), 'regular')),
    ),
    approved(),
    changed(),
  ])
  if (next === undefined) delete estate.last
  else estate.last = next
}

const DEATH_MILLISECONDS = 60_000

/** Waits until a server dies; rejects with its output if it survives. */
async function untilDead(server: MortalServer, what: string): Promise<void> {
  const timer = Promise.withResolvers<'late'>()
  const timeout = setTimeout(() => timer.resolve('late'), DEATH_MILLISECONDS)
  const signal = await Promise.race([server.death, timer.promise])
  clearTimeout(timeout)
  if (signal === 'SIGKILL') return
  throw new Error(`the server did not die ${what} (${signal}):\n${server.output()}`)
}

/** Runs one life: starts a server and makes it die by its fate while it has work. */
export async function runLife(home: Home, estate: Estate, life: number, fate: Fate): Promise<void> {
  const server = 'at' in fate ? home.start(`${fate.at}:${fate.occurrence}`) : home.start()
  const isReady = await server.ready
  const killing = 'at' in fate ? undefined : setTimeout(() => server.kill(), fate.afterMilliseconds)
  const work = async () => {
    await setClock(server.api, clockOf(life))
    await traffic(estate, server.api, life)
    // Unconfirmed holds lapse.
    await setClock(server.api, clockOf(life) + HOUR / 2)
  }
  // It may die during any call.
  if (isReady) await work().catch(() => undefined)
  await untilDead(server, 'at' in fate ? `at ${fate.at}:${fate.occurrence}` : 'when it was killed')
  clearTimeout(killing)
  await server.stop()
}
