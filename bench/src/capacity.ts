/**
 * Measures the cost of each call in DynamoDB capacity units. It counts the server's requests by AWS's rules
 * (1 KB write units, doubled in a transaction, plus each index entry; 4 KB read units, halved for eventually
 * consistent reads) and compares them with the budgets of the design.
 *
 *     npm run bench:capacity
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TZ_VERSION } from '@holdfast/engine'
import pino from 'pino'
import { Registry } from 'prom-client'
import {
  type CapacityUse,
  withCapacityMeter,
} from '../../packages/server/src/adapters/dynamodb/capacity.ts'
import { createTable } from '../../packages/server/src/adapters/dynamodb/create-table.ts'
import {
  connect,
  createStoreOnTransport,
} from '../../packages/server/src/adapters/dynamodb/store.ts'
import { startLocalEngine } from '../../packages/server/src/adapters/dynamodb-local/local-engine.ts'
import { createTemplateEngine } from '../../packages/server/src/adapters/liquid/template-engine.ts'
import { createOutboundHttp } from '../../packages/server/src/adapters/outbound/outbound-http.ts'
import { createPhoneNumbers } from '../../packages/server/src/adapters/phone/phone-numbers.ts'
import { createTestClock, type TestClock } from '../../packages/server/src/adapters/system/clock.ts'
import { createIdSource } from '../../packages/server/src/adapters/system/ids.ts'
import { createSecrets } from '../../packages/server/src/adapters/system/secrets.ts'
import { createWebhookSender } from '../../packages/server/src/adapters/webhooks/sender.ts'
import { expireDue } from '../../packages/server/src/booking/bookings/expire-due.ts'
import type { UnitDependencies } from '../../packages/server/src/booking/providers/units.ts'
import { createApp } from '../../packages/server/src/composition/http/app.ts'
import { contactsConsumer } from '../../packages/server/src/delivery/contacts/contacts.ts'
import { relayOutbox } from '../../packages/server/src/delivery/events/relay.ts'
import { runSchedule } from '../../packages/server/src/delivery/schedule/run-schedule.ts'
import { scheduleConsumer } from '../../packages/server/src/delivery/schedule/schedule.ts'
import { createConnectedCalendars } from '../../packages/server/src/external-calendars/connections/connected-calendars.ts'
import { ensureApiKey } from '../../packages/server/src/identity/api-keys/api-keys.ts'
import type { DomainEvent } from '../../packages/server/src/kernel/events/event.ts'
import type { Store } from '../../packages/server/src/kernel/ports/store.ts'
import type { QueueDependencies } from '../../packages/server/src/kernel/queue/queue.ts'
import { newTask } from '../../packages/server/src/kernel/queue/task.ts'
import { createUnitCalendars } from '../../packages/server/src/stays/calendars/unit-calendars.ts'

const KEY = 'hf_key-of-the-capacity-bench-012'
const NOW = Date.parse('2026-04-20T08:00:00Z')
const TABLE = 'capacity'
const WINDOW = { start: '09:00', end: '17:00' }
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

interface Cost {
  readonly status: number
  readonly body: { readonly id: string }
  readonly uses: readonly CapacityUse[]
}

/** Runs background work of the server and returns its cost. */
type Work = (
  what: (deps: QueueDependencies & UnitDependencies) => Promise<unknown>,
) => Promise<readonly CapacityUse[]>

type Send = (method: string, path: string, body?: object, key?: string) => Promise<Cost>

async function open(
  store: Store,
  uses: CapacityUse[],
): Promise<{ readonly send: Send; readonly work: Work; readonly clock: TestClock }> {
  const clock = createTestClock(() => undefined)
  clock.moveTo(NOW)
  const deps = {
    store,
    clock,
    ids: createIdSource(),
    secrets: createSecrets(new Uint8Array(32)),
    phoneNumbers: createPhoneNumbers(),
    templateEngine: createTemplateEngine(),
    tzdbVersion: TZ_VERSION,
    publicUrl: 'https://book.example.com',
    random: Math.random,
    connectedCalendars: createConnectedCalendars({}),
    unitCalendars: createUnitCalendars(),
    webhookSender: createWebhookSender({
      outbound: createOutboundHttp({ allowPrivateNetwork: false }),
      userAgent: 'Holdfast/bench',
    }),
  }
  await ensureApiKey(deps, KEY)
  const app = createApp({
    deps,
    settings: {
      version: '0.1.0',
      storeEngine: 'dynamodb',
      trustedProxies: 0,
      mailFrom: 'mail@example.com',
    },
    logger: pino({ level: 'silent' }),
    metrics: new Registry(),
  })
  const work: Work = async (what) => {
    uses.length = 0
    await what({ ...deps, random: () => 0.5 })
    return [...uses]
  }
  const send: Send = async (method, path, body, key) => {
    uses.length = 0
    const answer = await app.request(path, {
      method,
      headers: {
        authorization: `Bearer ${KEY}`,
        'content-type': 'application/json',
        ...(key && { 'idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const answered = (await answer.json()) as Cost['body']
    return { status: answer.status, body: answered, uses: [...uses] }
  }
  return { send, work, clock }
}

const sum = (uses: readonly CapacityUse[], pick: (use: CapacityUse) => number): number =>
  uses.reduce((total, use) => total + pick(use), 0)

function show(name: string, { status, uses }: Cost, budget = ''): void {
  const written = sum(uses, (use) => use.writeUnits)
  const read = sum(uses, (use) => use.readUnits)
  const requests = uses.map(({ operation, readUnits, writeUnits }) => {
    return `${operation} ${readUnits + writeUnits}`
  })
  const detail = requests.length > 8 ? `${requests.length} requests` : requests.join(', ')
  console.log(
    `${name.padEnd(38)} ${status === 0 ? '   ' : status}  ${String(written).padStart(4)} WCU ${String(read).padStart(5)} RCU  ` +
      `${budget.padEnd(12)} ${detail}`,
  )
}

async function run(send: Send): Promise<string> {
  const made = await send('POST', '/v1/providers', {
    name: 'Dr. Grace Hopper',
    slug: 'grace-hopper',
    timeZone: 'Europe/Berlin',
    specialty: 'cardiology',
  })
  show('create a provider', made)
  const eventType = await send('POST', '/v1/event-types', {
    providerId: made.body.id,
    slug: 'first-visit',
    title: 'First visit',
    durationMinutes: 30,
    availabilityRules: WEEKDAYS.map((weekday) => ({ weekday, windows: [WINDOW] })),
  })
  show('create an event type', eventType)
  const booker = { name: 'Ada Lovelace', email: 'ada@example.com' }
  const book = (start: string, key?: string) =>
    send('POST', '/v1/bookings', { eventTypeId: eventType.body.id, start, booker }, key)
  // A busy month: seven confirmed bookings on each of 28 days.
  for (let day = 1; day <= 28; day += 1) {
    for (let hour = 8; hour < 15; hour += 1) {
      const text = (value: number) => String(value).padStart(2, '0')
      const { body } = await book(`2026-05-${text(day)}T${text(hour)}:00:00Z`)
      await send('POST', `/v1/bookings/${body.id}/confirm`)
    }
  }
  const keyed = await book('2026-05-04T07:00:00Z', 'a-key-of-the-caller')
  const booking = `/v1/bookings/${keyed.body.id}`
  show('hold, with an idempotency key', keyed, 'of 14 WCU')
  show('hold', await book('2026-05-04T07:30:00Z'))
  show('hold, with a reused key', await book('2026-05-04T07:00:00Z', 'a-key-of-the-caller'))
  show('hold of a taken time', await book('2026-05-04T08:00:00Z'))
  show('confirm', await send('POST', `${booking}/confirm`), 'of 12 WCU')
  const moved = { start: '2026-05-05T07:00:00Z' }
  show('reschedule to another day', await send('POST', `${booking}/reschedule`, moved))
  show('cancel', await send('POST', `${booking}/cancel`))
  show('booking by id', await send('GET', booking), 'of 0.5 RCU')
  const slots = `/v1/event-types/${eventType.body.id}/slots?from=2026-05-01&to=2026-05-28`
  show('a month of slots', await send('GET', slots), 'of 2 RCU')
  show(
    "a provider's bookings, 20",
    await send('GET', `/v1/bookings?providerId=${made.body.id}&limit=20`),
  )
  return eventType.body.id
}

/** Measures the work after a booking on AWS: publishing its events, and consuming them from queues. */
async function runBackground(send: Send, work: Work, clock: TestClock, eventTypeId: string) {
  const published: DomainEvent[] = []
  const bus = {
    send: async (events: readonly DomainEvent[]) => {
      published.push(...events)
      return new Set(events.map(({ id }) => id))
    },
  }
  const publishAll = async (deps: QueueDependencies) => {
    while ((await relayOutbox(deps, bus, 50)).more) {}
  }
  // Publish the events of the month above first.
  await work(publishAll)
  const booker = { name: 'Ada Lovelace', email: 'ada@example.com' }
  const hold = (start: string) => send('POST', '/v1/bookings', { eventTypeId, start, booker })
  const { body } = await hold('2026-06-01T08:00:00Z')
  published.length = 0
  const one = await work(publishAll)
  showWork('publish one event (log, head)', one)
  await send('POST', `/v1/bookings/${body.id}/confirm`)
  await work(publishAll)
  const confirmed = published.find(({ type }) => type === 'booking.confirmed')
  if (confirmed === undefined) throw new Error('the confirmation was not published')
  for (const [name, consumerOf] of [
    ['contacts', contactsConsumer],
    ['schedule', scheduleConsumer],
  ] as const) {
    const uses = await work((deps) => consumerOf(deps).handle(newTask(name, confirmed, NOW)))
    showWork(`${name}, for a confirmed booking`, uses)
  }
  await hold('2026-06-01T09:00:00Z')
  clock.moveTo(NOW + 600_000)
  // The sweep reads eight shards. An empty sweep shows the minimum cost.
  const sweep = (deps: QueueDependencies) => expireDue(deps, 100)
  showWork('sweep of all lapsed holds', await work(sweep))
  showWork('sweep that finds nothing', await work(sweep))
  showWork(
    'schedule run that finds nothing',
    await work((deps) => runSchedule({ ...deps, publicUrl: '' }, 25)),
  )
}

function showWork(name: string, uses: readonly CapacityUse[]): void {
  show(name, { status: 0, body: { id: '' }, uses })
}

const dataDir = await mkdtemp(join(tmpdir(), 'holdfast-bench-'))
const engine = await startLocalEngine({ dataDir })
const uses: CapacityUse[] = []
const transport = connect({
  endpoint: engine.endpoint,
  region: 'local',
  credentials: async () => ({ accessKeyId: 'local', secretAccessKey: 'local' }),
})
await createTable(transport, { tableName: TABLE })
const metered = withCapacityMeter(transport, (use) => uses.push(use))
const store = createStoreOnTransport(metered, { tableName: TABLE })
try {
  const { send, work, clock } = await open(store, uses)
  await runBackground(send, work, clock, await run(send))
} finally {
  await store.close()
  await engine.close()
  await rm(dataDir, { recursive: true })
}
