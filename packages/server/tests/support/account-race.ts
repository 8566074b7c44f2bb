import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { Weekday } from '@holdfast/engine'
import pino from 'pino'
import { Registry } from 'prom-client'
import { createTemplateEngine } from '../../src/adapters/liquid/template-engine.ts'
import { createOutboundHttp } from '../../src/adapters/outbound/outbound-http.ts'
import { createPhoneNumbers } from '../../src/adapters/phone/phone-numbers.ts'
import { createIdSource } from '../../src/adapters/system/ids.ts'
import { createSecrets } from '../../src/adapters/system/secrets.ts'
import { createWebhookSender } from '../../src/adapters/webhooks/sender.ts'
import { createBooking } from '../../src/booking/bookings/create-booking.ts'
import { createEventType } from '../../src/booking/event-types/event-types.ts'
import { createProvider } from '../../src/booking/provider-changes/save-provider.ts'
import { createApp } from '../../src/composition/http/app.ts'
import { contactsConsumer } from '../../src/delivery/contacts/contacts.ts'
import { relayOutbox } from '../../src/delivery/events/relay.ts'
import { scheduleConsumer } from '../../src/delivery/schedule/schedule.ts'
import { createConnectedCalendars } from '../../src/external-calendars/connections/connected-calendars.ts'
import { systemCaller } from '../../src/kernel/caller.ts'
import { mapAtMost } from '../../src/kernel/map-at-most.ts'
import type { Store } from '../../src/kernel/ports/store.ts'
import { enqueueFor, runQueue } from '../../src/kernel/queue/queue.ts'
import { removeAccounts } from '../../src/ops/accounts/remove-accounts.ts'
import { createUnitCalendars } from '../../src/stays/calendars/unit-calendars.ts'
import { accepted } from './people-world.ts'

const OPERATOR_KEY = 'operator-key-of-the-race-0123456789'
const DAY_SECONDS = 86_400
const HALF_HOUR_SECONDS = 1800
/** Half hours of three weeks, the bookings of one provider. */
const BOOKINGS_OF_A_PROVIDER = 1008
/** Servers trust what they know of an account for five seconds. */
const TRUST_MILLISECONDS = 5_500

/** What happened in a race of clients against the deletion of their account. */
export interface RaceOutcome {
  readonly accountId: string
  /** Bookings that the clients made before the deletion took hold. */
  readonly acceptedCount: number
  /** The statuses of all answers to calls that began while the deletion was running, once each. */
  readonly statusesBefore: readonly number[]
  /** The same of calls that began five seconds after the deletion was accepted, or later. */
  readonly statusesAfter: readonly number[]
  readonly deletedItemCount: number
  readonly firstPassMilliseconds: number
}

/** The stores of a race: of two servers, and of the process that deletes. */
export interface RaceStores {
  readonly servers: readonly [Store, Store]
  readonly remover: Store
}

/**
 * Fills an account with bookings, lets a client of each of two servers go on booking, reading and cancelling,
 * and deletes the account meanwhile, with both passes.
 */
export async function raceDeletion(
  { servers, remover }: RaceStores,
  bookingCount: number,
  log: (text: string) => void = () => {},
): Promise<RaceOutcome> {
  let offset = 0
  const clock = { nowEpochMilliseconds: () => Date.now() + offset }
  const dependenciesOn = (store: Store) => ({
    store,
    clock,
    ids: createIdSource(),
    secrets: createSecrets(new Uint8Array(32)),
    phoneNumbers: createPhoneNumbers(),
    templateEngine: createTemplateEngine(),
    tzdbVersion: '2026c',
    publicUrl: 'https://book.example.com',
    random: Math.random,
    connectedCalendars: createConnectedCalendars({}),
    unitCalendars: createUnitCalendars(),
    webhookSender: createWebhookSender({
      outbound: createOutboundHttp({ allowPrivateNetwork: false }),
      userAgent: 'Holdfast/test',
    }),
  })
  const apps = servers.map((store) =>
    createApp({
      deps: dependenciesOn(store),
      settings: {
        version: '0.1.0',
        storeEngine: 'sqlite',
        trustedProxies: 0,
        mailFrom: 'mail@example.com',
        operatorKey: OPERATOR_KEY,
      },
      logger: pino({ level: 'silent' }),
      metrics: new Registry(),
    }),
  )
  const send = async (server: number, method: string, path: string, key: string, body?: object) => {
    const answer = await (apps[server] as (typeof apps)[number]).request(path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    // An account with its key, or a booking.
    const made = (await answer.json()) as {
      readonly id: string
      readonly apiKey: { readonly secret: string }
    }
    return { status: answer.status, body: made }
  }

  const made = await send(0, 'POST', '/v1/accounts', OPERATOR_KEY, {
    name: 'Racing Practice',
    slug: `race-${Date.now()}`,
  })
  const accountId: string = made.body.id
  const key: string = made.body.apiKey.secret
  const deps = dependenciesOn(servers[0])
  const eventTypeIds = await fillWithBookings(deps, accountId, bookingCount)
  log(`filled with ${bookingCount} bookings`)

  // `at` is when the call began: a busy machine may answer one much later that was decided before.
  const answers: { readonly at: number; readonly status: number; readonly made: boolean }[] = []
  const over = new AbortController()
  const client = async (server: number) => {
    // Each client has days of its own, after those of the bookings that are there.
    let start = startOf(BOOKINGS_OF_A_PROVIDER + 1000 * server)
    while (!over.signal.aborted) {
      // Without a socket, a client would never leave the others a turn.
      await setImmediate()
      start += HALF_HOUR_SECONDS
      const bookedAt = performance.now()
      const booked = await send(server, 'POST', '/v1/bookings', key, {
        eventTypeId: eventTypeIds[0],
        start: new Date(start * 1000).toISOString(),
        booker: { name: 'Late Racer', email: 'late@racers.example.com' },
      })
      answers.push({ at: bookedAt, status: booked.status, made: booked.status === 201 })
      const path = booked.status === 201 ? `/v1/bookings/${booked.body.id}` : '/v1/bookings?limit=5'
      const readAt = performance.now()
      const read = await send(server, 'GET', path, key)
      answers.push({ at: readAt, status: read.status, made: false })
    }
  }
  const clients = Promise.all(servers.map((_, server) => client(server)))
  while (answers.length < 40) await sleep(10)
  const deleted = await send(0, 'DELETE', `/v1/accounts/${accountId}`, OPERATOR_KEY)
  if (deleted.status !== 202) throw new Error(`the deletion was answered ${deleted.status}`)
  const deletedAt = performance.now()
  await sleep(TRUST_MILLISECONDS)
  offset += 70_000
  const firstAt = performance.now()
  let deletedItemCount = await removeAll(dependenciesOn(remover))
  const firstPassMilliseconds = performance.now() - firstAt
  offset += 3600_000
  deletedItemCount += await removeAll(dependenciesOn(remover))
  over.abort()
  await clients
  const statuses = (isAfter: boolean) => [
    ...new Set(
      answers
        .filter(({ at }) => at > deletedAt + TRUST_MILLISECONDS === isAfter)
        .map(({ status }) => status),
    ),
  ]
  return {
    accountId,
    acceptedCount: answers.filter((answer) => answer.made).length,
    statusesBefore: statuses(false),
    statusesAfter: statuses(true),
    deletedItemCount,
    firstPassMilliseconds,
  }
}

async function removeAll(deps: Parameters<typeof removeAccounts>[0]): Promise<number> {
  let deletedItemCount = 0
  for (;;) {
    const report = await removeAccounts(deps, 10)
    deletedItemCount += report.deletedItemCount
    if (!report.more) return deletedItemCount
  }
}

/** The start of a half hour, counted from tomorrow. */
const startOf = (index: number): number =>
  (Math.floor(Date.now() / 1000 / DAY_SECONDS) + 2) * DAY_SECONDS + index * HALF_HOUR_SECONDS

const WEEK: readonly Weekday[] = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
]

type Deps = Parameters<typeof createBooking>[0] & Parameters<typeof contactsConsumer>[0]

/**
 * Fills an account with confirmed bookings, each with its events, contact and due work. Resolves with the ids
 * of the event types.
 */
export async function fillWithBookings(deps: Deps, accountId: string, bookingCount: number) {
  const caller = systemCaller(accountId, 'test')
  const eventTypeIds: string[] = []
  for (let left = bookingCount; left > 0; left -= BOOKINGS_OF_A_PROVIDER) {
    const provider = accepted(
      await createProvider(deps, caller, { name: 'Racing Provider', timeZone: 'UTC' }),
    )
    const eventType = accepted(
      await createEventType(deps, caller, {
        providerId: provider.id,
        slug: 'race',
        title: 'Race',
        durationMinutes: 30,
        maxAdvanceDays: 365,
        confirmation: 'instant',
        availabilityRules: WEEK.map((weekday) => ({
          weekday,
          windows: [{ start: '00:00', end: '24:00' }],
        })),
      }),
    )
    eventTypeIds.push(eventType.id)
  }
  const indexes = Array.from({ length: bookingCount }, (_, index) => index)
  await mapAtMost(indexes, 16, async (index) => {
    const eventTypeId = eventTypeIds[index % eventTypeIds.length] ?? ''
    const at = Math.floor(index / eventTypeIds.length)
    accepted(
      await createBooking(deps, caller, {
        target: { eventTypeId },
        startEpochSeconds: startOf(at),
        booker: { name: `Racer ${index}`, email: `racer-${index}@racers.example.com` },
      }),
    )
  })
  const queueing = { ...deps, random: Math.random }
  const consumers = [contactsConsumer(deps), scheduleConsumer(deps)]
  const bus = { enqueue: enqueueFor(deps, consumers) }
  while ((await relayOutbox(deps, bus, 100)).more);
  for (const consumer of consumers) {
    while ((await runQueue(queueing, consumer, { limit: 100, concurrency: 8 })).more);
  }
  return eventTypeIds
}
