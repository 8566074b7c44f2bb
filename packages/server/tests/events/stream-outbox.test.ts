import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { marshall } from '../../src/adapters/dynamodb/codec.ts'
import { itemSize } from '../../src/adapters/dynamodb/item-size.ts'
import { createStreamHandler, type WireStreamRecord } from '../../src/adapters/dynamodb/stream.ts'
import type { AppDependencies } from '../../src/composition/http/app.ts'
import { listEvents } from '../../src/delivery/events/event-log.ts'
import type { StreamReport } from '../../src/delivery/events/handle-stream.ts'
import type { Bus } from '../../src/delivery/events/publish.ts'
import { relayOutbox } from '../../src/delivery/events/relay.ts'
import type { DomainEvent } from '../../src/kernel/events/event.ts'
import { outboxWrite } from '../../src/kernel/events/outbox.ts'
import { outboxKey } from '../../src/kernel/keys.ts'
import { STORE_LIMITS } from '../../src/kernel/ports/store.ts'
import { bookable } from '../support/bookable.ts'
import { testDependencies } from '../support/dependencies.ts'
import { startTestEngine, type TestEngine } from '../support/dynamodb.ts'
import { openStreamTable, type StreamTable, sequenceOf } from '../support/stream-table.ts'

const NOW = '2026-04-20T08:00:00Z'
const ACCOUNT = { accountId: 'acc_1' }

let engine: TestEngine
let table: StreamTable
let deps: AppDependencies

beforeAll(async () => {
  engine = await startTestEngine()
})
beforeEach(async () => {
  table = await openStreamTable(engine)
  deps = testDependencies(table.store, NOW).deps
})
afterEach(() => table.close())
afterAll(() => engine.stop())

/** A bus that rejects the events of some resources and records everything it was sent. */
function recordingBus(rejected: ReadonlySet<string> = new Set()) {
  const sent: string[] = []
  const bus: Bus = {
    send: async (events) => {
      sent.push(...events.map((event) => event.resourceId))
      const accepted = events.filter((event) => !rejected.has(event.resourceId))
      return new Set(accepted.map((event) => event.id))
    },
  }
  return { bus, sent }
}

/** Invokes the function with a batch, as Lambda does. */
async function handle(bus: Bus, records: readonly WireStreamRecord[], of = deps) {
  const reports: StreamReport[] = []
  const handler = createStreamHandler(of, bus, (report) => reports.push(report))
  const { batchItemFailures } = await handler({ Records: records })
  const [report] = reports
  return {
    published: report?.published,
    errors: report?.failed.map(({ error }) => error),
    failed: batchItemFailures.map(({ itemIdentifier }) => itemIdentifier),
  }
}

const change = (resourceId: string, data: DomainEvent['data'] = {}) =>
  outboxWrite(
    deps,
    {
      type: 'booking.confirmed',
      actor: { kind: 'system' },
      ...ACCOUNT,
      resourceId,
      resourceVersion: 2,
      data,
    },
    deps.clock.nowEpochMilliseconds(),
  )

/** Commits one event for each resource and reads the stream's records of them. */
async function changed(...resourceIds: readonly string[]): Promise<readonly WireStreamRecord[]> {
  for (const resourceId of resourceIds) {
    await deps.store.transact([change(resourceId)], `change of ${resourceId} in ${table.tableName}`)
  }
  return await table.records()
}

const log = async () => (await listEvents(deps, ACCOUNT, { afterPosition: 0, limit: 1000 })).data
const logged = async () => (await log()).map(({ event }) => event.resourceId)

test('the stream publishes every event of a booking and nothing else', async () => {
  const { caller, hold, book } = await bookable(deps)
  const held = await hold('2026-04-21T09:00:00Z')
  const booked = await book('2026-04-21T11:00:00Z')
  const { bus, sent } = recordingBus()
  const records = await table.records()
  expect(records.length).toBeGreaterThan(10)
  const answer = await handle(bus, records)
  expect(answer).toEqual({ published: 4, errors: [], failed: [] })
  const { data } = await listEvents(deps, caller, { afterPosition: 0, limit: 100 })
  expect(data.map(({ position, event }) => [position, event.type, event.resourceId])).toEqual([
    [1, 'event_type.created', expect.any(String)],
    [2, 'booking.created', held.id],
    [3, 'booking.created', booked.id],
    [4, 'booking.confirmed', booked.id],
  ])
  expect(data[3]?.event.data).toMatchObject({
    booking: { id: booked.id, status: 'confirmed', start: '2026-04-21T11:00:00Z' },
  })
  expect(sent).toHaveLength(4)
  // Publishing writes to the table as well. None of those writes is an event.
  expect(await handle(bus, await table.records())).toEqual({ published: 0, errors: [], failed: [] })
  expect(sent).toHaveLength(4)
})

test('records that arrive twice, in one batch or in two, are sent and logged once', async () => {
  const { bus, sent } = recordingBus()
  const records = await changed('bkg_a', 'bkg_b', 'bkg_c')
  await handle(bus, [...records, ...records])
  expect(await handle(bus, records)).toEqual({ published: 0, errors: [], failed: [] })
  expect(sent).toEqual(['bkg_a', 'bkg_b', 'bkg_c'])
  expect((await log()).map(({ position }) => position)).toEqual([1, 2, 3])
})

test('records that arrive out of order are all published, at positions without gaps', async () => {
  const { bus } = recordingBus()
  const records = await changed('bkg_a', 'bkg_b', 'bkg_c')
  const [a, b, c] = records as [WireStreamRecord, WireStreamRecord, WireStreamRecord]
  await handle(bus, [c])
  await handle(bus, [b, a])
  expect((await log()).map(({ position, event }) => [position, event.resourceId])).toEqual([
    [1, 'bkg_c'],
    [2, 'bkg_b'],
    [3, 'bkg_a'],
  ])
})

test('events that the relay has already published are not sent again', async () => {
  const { bus, sent } = recordingBus()
  const records = await changed('bkg_a', 'bkg_b')
  await relayOutbox(deps, bus, 10)
  expect(await handle(bus, records)).toEqual({ published: 0, errors: [], failed: [] })
  expect(sent).toHaveLength(2)
  expect(await logged()).toHaveLength(2)
})

test('a relay and several functions that run at once log each event once', async () => {
  const { bus } = recordingBus()
  const ids = Array.from({ length: 40 }, (_, n) => `bkg_${n}`)
  const records = await changed(...ids)
  await Promise.all([
    handle(bus, records),
    handle(bus, records.toReversed()),
    relayOutbox(deps, bus, 50),
  ])
  expect((await log()).map(({ position }) => position)).toEqual(ids.map((_, n) => n + 1))
  expect(new Set(await logged())).toEqual(new Set(ids))
})

test('only events that the bus rejects are returned to the stream and sent again', async () => {
  const rejected = new Set(['bkg_b', 'bkg_d'])
  const { bus, sent } = recordingBus(rejected)
  const records = await changed('bkg_a', 'bkg_b', 'bkg_c', 'bkg_d')
  const answer = await handle(bus, records)
  expect(answer).toEqual({
    published: 2,
    errors: ['the bus did not accept the event', 'the bus did not accept the event'],
    failed: [sequenceOf(records[1]), sequenceOf(records[3])],
  })
  rejected.clear()
  // Lambda starts again at the earliest failed record, so the one of bkg_c arrives a second time.
  expect((await handle(bus, records.slice(1))).failed).toEqual([])
  expect(sent).toEqual(['bkg_a', 'bkg_b', 'bkg_c', 'bkg_d', 'bkg_b', 'bkg_d'])
  expect(await logged()).toEqual(['bkg_a', 'bkg_c', 'bkg_b', 'bkg_d'])
})

/** The record with a sequence number of DynamoDB's form: digits without leading zeros, of any length. */
const numbered = (record: WireStreamRecord, number: number): WireStreamRecord => ({
  ...record,
  dynamodb: { ...record.dynamodb, SequenceNumber: String(number) },
})

test('failures are in the numeric order of their sequence numbers', async () => {
  const changes = await changed(...Array.from({ length: 11 }, (_, n) => `bkg_${n}`))
  const records = changes.map((record, n) => numbered(record, n + 1))
  const { bus } = recordingBus(new Set(['bkg_8', 'bkg_9', 'bkg_10']))
  expect((await handle(bus, records.toReversed())).failed).toEqual(['9', '10', '11'])
})

test('an unreadable record is reported and does not block the others', async () => {
  const { bus } = recordingBus()
  await table.put(marshall({ PK: 'OUTBOX#1', SK: 'evn_torn', type: 'booking.confirmed' }))
  await table.put({ PK: { S: 'OUTBOX#1' }, SK: { S: 'evn_set' }, x: { SS: ['a'] } as never })
  const records = (await changed('bkg_a', 'bkg_b')).map((record, n) => numbered(record, n + 1))
  expect(await handle(bus, records)).toEqual({
    published: 2,
    errors: [
      'schemaVersion: Invalid input: expected number, received undefined',
      'an item has an attribute of a type that the store never writes',
    ],
    failed: ['1', '2'],
  })
  expect(await logged()).toEqual(['bkg_a', 'bkg_b'])
})

test('an event that is too large for the log is reported and does not block the others', async () => {
  const { bus, sent } = recordingBus()
  const before = await changed('bkg_a', 'bkg_b', 'bkg_c')
  // The outbox item is exactly as large as DynamoDB allows. The log item has a longer key.
  const empty = change('bkg_huge', { text: '' })
  if (empty.kind !== 'outbox-append') throw new Error('no outbox item')
  const room = STORE_LIMITS.itemBytes - itemSize(marshall(empty.item))
  await deps.store.transact([change('bkg_huge', { text: 'x'.repeat(room) })], 'huge')
  const records = [...before, ...(await table.records()), ...(await changed('bkg_d', 'bkg_e'))]
  const answer = await handle(bus, records)
  expect(answer.failed).toEqual([sequenceOf(records[3])])
  expect(answer.published).toBe(5)
  expect(await logged()).toEqual(['bkg_a', 'bkg_b', 'bkg_c', 'bkg_d', 'bkg_e'])
  // It was sent once, in one call with the others.
  expect(sent).toEqual(['bkg_a', 'bkg_b', 'bkg_c', 'bkg_huge', 'bkg_d', 'bkg_e'])
})

test('no event is lost while the store is unreachable', async () => {
  const { bus } = recordingBus()
  const records = await changed('bkg_a', 'bkg_b')
  const unreachable = engine.storeOn(table.tableName, 'http://127.0.0.1:1')
  const answer = await handle(bus, records, { ...deps, store: unreachable })
  await unreachable.close()
  expect(answer.failed).toEqual(records.map(sequenceOf))
  expect(await handle(bus, records)).toEqual({ published: 2, errors: [], failed: [] })
  expect(await logged()).toEqual(['bkg_a', 'bkg_b'])
})

test('neither a change nor the removal of an outbox item publishes an event', async () => {
  const { bus, sent } = recordingBus()
  const write = change('bkg_a')
  if (write.kind !== 'outbox-append') throw new Error('no outbox item')
  await deps.store.transact([write], 'gone')
  await table.records()
  await table.put(marshall({ ...write.item, note: 'by hand' }))
  const modified = await table.records()
  expect(modified).toMatchObject([{ eventName: 'MODIFY' }])
  expect(await handle(bus, modified)).toEqual({ published: 0, errors: [], failed: [] })
  await table.remove(outboxKey('bkg_a', write.item.SK))
  const removed = await table.records()
  expect(removed).toMatchObject([{ eventName: 'REMOVE' }])
  expect(await handle(bus, removed)).toEqual({ published: 0, errors: [], failed: [] })
  expect(sent).toEqual([])
})
