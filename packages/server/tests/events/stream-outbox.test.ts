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

/** A bus that takes every event but those of some resources, and remembers what it was sent. */
function recordingBus(refused: ReadonlySet<string> = new Set()) {
  const sent: string[] = []
  const bus: Bus = {
    send: async (events) => {
      sent.push(...events.map((event) => event.resourceId))
      const taken = events.filter((event) => !refused.has(event.resourceId))
      return new Set(taken.map((event) => event.id))
    },
  }
  return { bus, sent }
}

/** Gives a batch to the function as Lambda does. */
async function give(bus: Bus, records: readonly WireStreamRecord[], of = deps) {
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
    { type: 'booking.confirmed', ...ACCOUNT, resourceId, resourceVersion: 2, data },
    deps.clock.nowEpochMilliseconds(),
  )

/** Commits a change of each resource, one event each, and reads the stream's records of them. */
async function changed(...resourceIds: readonly string[]): Promise<readonly WireStreamRecord[]> {
  for (const resourceId of resourceIds) {
    await deps.store.transact([change(resourceId)], `change of ${resourceId} in ${table.tableName}`)
  }
  return await table.records()
}

const log = async () => (await listEvents(deps, ACCOUNT, { afterPosition: 0, limit: 1000 })).data
const logged = async () => (await log()).map(({ event }) => event.resourceId)

test('what a booking goes through is published from the stream, and nothing else is', async () => {
  const { caller, hold, book } = await bookable(deps)
  const held = await hold('2026-04-21T09:00:00Z')
  const booked = await book('2026-04-21T11:00:00Z')
  const { bus, sent } = recordingBus()
  const records = await table.records()
  expect(records.length).toBeGreaterThan(10)
  const answer = await give(bus, records)
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
  // Publishing writes to the table too; none of that is an event.
  expect(await give(bus, await table.records())).toEqual({ published: 0, errors: [], failed: [] })
  expect(sent).toHaveLength(4)
})

test('records that come twice, in one batch or in two, are sent and logged once', async () => {
  const { bus, sent } = recordingBus()
  const records = await changed('bkg_a', 'bkg_b', 'bkg_c')
  await give(bus, [...records, ...records])
  expect(await give(bus, records)).toEqual({ published: 0, errors: [], failed: [] })
  expect(sent).toEqual(['bkg_a', 'bkg_b', 'bkg_c'])
  expect((await log()).map(({ position }) => position)).toEqual([1, 2, 3])
})

test('records in another order are all published, under positions without a gap', async () => {
  const { bus } = recordingBus()
  const records = await changed('bkg_a', 'bkg_b', 'bkg_c')
  const [a, b, c] = records as [WireStreamRecord, WireStreamRecord, WireStreamRecord]
  await give(bus, [c])
  await give(bus, [b, a])
  expect((await log()).map(({ position, event }) => [position, event.resourceId])).toEqual([
    [1, 'bkg_c'],
    [2, 'bkg_b'],
    [3, 'bkg_a'],
  ])
})

test('what the sweeper has published meanwhile is not sent again', async () => {
  const { bus, sent } = recordingBus()
  const records = await changed('bkg_a', 'bkg_b')
  await relayOutbox(deps, bus, 10)
  expect(await give(bus, records)).toEqual({ published: 0, errors: [], failed: [] })
  expect(sent).toHaveLength(2)
  expect(await logged()).toHaveLength(2)
})

test('sweeper and several functions at once log each event once', async () => {
  const { bus } = recordingBus()
  const ids = Array.from({ length: 40 }, (_, n) => `bkg_${n}`)
  const records = await changed(...ids)
  await Promise.all([
    give(bus, records),
    give(bus, records.toReversed()),
    relayOutbox(deps, bus, 50),
  ])
  expect((await log()).map(({ position }) => position)).toEqual(ids.map((_, n) => n + 1))
  expect(new Set(await logged())).toEqual(new Set(ids))
})

test('what the bus does not take is given back, and sent when it comes again; the rest is not', async () => {
  const refused = new Set(['bkg_b', 'bkg_d'])
  const { bus, sent } = recordingBus(refused)
  const records = await changed('bkg_a', 'bkg_b', 'bkg_c', 'bkg_d')
  const answer = await give(bus, records)
  expect(answer).toEqual({
    published: 2,
    errors: ['the bus did not accept the event', 'the bus did not accept the event'],
    failed: [sequenceOf(records[1]), sequenceOf(records[3])],
  })
  refused.clear()
  // Lambda starts again at the lowest of the two, so bkg_c comes a second time.
  expect((await give(bus, records.slice(1))).failed).toEqual([])
  expect(sent).toEqual(['bkg_a', 'bkg_b', 'bkg_c', 'bkg_d', 'bkg_b', 'bkg_d'])
  expect(await logged()).toEqual(['bkg_a', 'bkg_c', 'bkg_b', 'bkg_d'])
})

test('the earliest failure comes first, though the tenth is shorter text than the second', async () => {
  const records = await changed(...Array.from({ length: 11 }, (_, n) => `bkg_${n}`))
  const { bus } = recordingBus(new Set(['bkg_8', 'bkg_9', 'bkg_10']))
  expect((await give(bus, records.toReversed())).failed).toEqual(['9', '10', '11'])
})

test('a record that cannot be read is reported alone and holds up no other', async () => {
  const { bus } = recordingBus()
  await table.put(marshall({ PK: 'OUTBOX#1', SK: 'evn_torn', type: 'booking.confirmed' }))
  await table.put({ PK: { S: 'OUTBOX#1' }, SK: { S: 'evn_set' }, x: { SS: ['a'] } as never })
  const records = await changed('bkg_a', 'bkg_b')
  expect(await give(bus, records)).toEqual({
    published: 2,
    errors: [
      'schemaVersion: Invalid input: expected number, received undefined',
      'an item has an attribute of a type that the store never writes',
    ],
    failed: ['1', '2'],
  })
  expect(await logged()).toEqual(['bkg_a', 'bkg_b'])
})

test('an event that no log can hold is reported alone and holds up no other', async () => {
  const { bus, sent } = recordingBus()
  const before = await changed('bkg_a', 'bkg_b', 'bkg_c')
  // The item of the outbox is exactly as large as DynamoDB allows; that of the log has a longer key.
  const empty = change('bkg_huge', { text: '' })
  if (empty.kind !== 'outbox-append') throw new Error('no outbox item')
  const room = STORE_LIMITS.itemBytes - itemSize(marshall(empty.item))
  await deps.store.transact([change('bkg_huge', { text: 'x'.repeat(room) })], 'huge')
  const records = [...before, ...(await table.records()), ...(await changed('bkg_d', 'bkg_e'))]
  const answer = await give(bus, records)
  expect(answer.failed).toEqual([sequenceOf(records[3])])
  expect(answer.published).toBe(5)
  expect(await logged()).toEqual(['bkg_a', 'bkg_b', 'bkg_c', 'bkg_d', 'bkg_e'])
  // It was sent, once, in the call with the others.
  expect(sent).toEqual(['bkg_a', 'bkg_b', 'bkg_c', 'bkg_huge', 'bkg_d', 'bkg_e'])
})

test('while the store is out of reach every event is given back, and none is lost', async () => {
  const { bus } = recordingBus()
  const records = await changed('bkg_a', 'bkg_b')
  const gone = engine.storeOn(table.tableName, 'http://127.0.0.1:1')
  const answer = await give(bus, records, { ...deps, store: gone })
  await gone.close()
  expect(answer.failed).toEqual(records.map(sequenceOf))
  expect(await give(bus, records)).toEqual({ published: 2, errors: [], failed: [] })
  expect(await logged()).toEqual(['bkg_a', 'bkg_b'])
})

test('a change of an outbox item is no event, nor is its removal', async () => {
  const { bus, sent } = recordingBus()
  const write = change('bkg_a')
  if (write.kind !== 'outbox-append') throw new Error('no outbox item')
  await deps.store.transact([write], 'gone')
  await table.records()
  await table.put(marshall({ ...write.item, note: 'by hand' }))
  const modified = await table.records()
  expect(modified).toMatchObject([{ eventName: 'MODIFY' }])
  expect(await give(bus, modified)).toEqual({ published: 0, errors: [], failed: [] })
  await table.remove(outboxKey('bkg_a', write.item.SK))
  const removed = await table.records()
  expect(removed).toMatchObject([{ eventName: 'REMOVE' }])
  expect(await give(bus, removed)).toEqual({ published: 0, errors: [], failed: [] })
  expect(sent).toEqual([])
})
