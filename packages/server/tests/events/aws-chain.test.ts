import { afterEach, expect, test } from 'vitest'
import { fixedCredentials } from '../../src/adapters/aws/credentials.ts'
import {
  createStreamHandler,
  type StreamBatch,
  type StreamBatchResponse,
  type WireStreamRecord,
} from '../../src/adapters/dynamodb/stream.ts'
import { createEventBridgeBus } from '../../src/adapters/eventbridge/bus.ts'
import { createEventBridgeClient } from '../../src/adapters/eventbridge/client.ts'
import { createSqsConsumer } from '../../src/adapters/sqs/consumer.ts'
import { createMessageVisibility } from '../../src/adapters/sqs/visibility.ts'
import { contactsConsumer } from '../../src/delivery/contacts/contacts.ts'
import { listEvents } from '../../src/delivery/events/event-log.ts'
import { listContacts } from '../../src/people/contacts/contacts.ts'
import { CREDENTIALS, errorAnswerOf, REGION } from '../support/aws-server.ts'
import { bookable } from '../support/bookable.ts'
import { testDependencies } from '../support/dependencies.ts'
import { startTestEngine } from '../support/dynamodb.ts'
import { startEventBridge } from '../support/eventbridge-server.ts'
import { seededRandom } from '../support/fault-proxy.ts'
import { envelopeOf, startSqsQueue } from '../support/sqs-queue.ts'
import { openStreamTable, sequenceOf } from '../support/stream-table.ts'

const opened: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

/** The whole chain from a table's stream to a consumer, each part over a socket. */
async function openChain(random: () => number) {
  const engine = await startTestEngine()
  const table = await openStreamTable(engine)
  const bridge = await startEventBridge()
  const queue = await startSqsQueue({ maxReceiveCount: 20 })
  const at = { region: REGION, credentials: fixedCredentials(CREDENTIALS) }
  const client = createEventBridgeClient({ ...at, endpoint: bridge.endpoint })
  const visibility = createMessageVisibility({ ...at, endpoint: queue.endpoint })
  opened.push(
    () => engine.stop(),
    () => table.close(),
    () => bridge.stop(),
    () => queue.stop(),
    () => client.close(),
    () => visibility.close(),
  )
  const deps = { ...testDependencies(table.store, '2026-04-20T08:00:00Z').deps, random }
  const bus = createEventBridgeBus({
    client,
    eventBusName: 'holdfast',
    onFailure: () => {},
    retry: { sleep: async () => {}, retries: 1 },
  })
  return {
    deps,
    table,
    bridge,
    queue,
    publish: createStreamHandler(deps, bus, () => {}),
    link: createSqsConsumer({
      deps,
      consumer: contactsConsumer(deps),
      visibility,
      onFailure: () => {},
    }),
  }
}

/**
 * Runs a function over the records of one shard as Lambda does: in batches, again from the lowest
 * failed record on, and sometimes with the same batch again, as after a crash before its response.
 */
async function runShard(
  records: readonly WireStreamRecord[],
  publish: (batch: StreamBatch) => Promise<StreamBatchResponse>,
  random: () => number,
): Promise<void> {
  let position = 0
  for (let round = 0; position < records.length; round += 1) {
    if (round === 500) throw new Error('the end of the shard was not reached')
    const batch = records.slice(position, position + 20)
    const { batchItemFailures } = await publish({ Records: batch })
    if (random() < 0.25) continue
    const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier))
    const lowest = batch.findIndex((record) => failed.has(sequenceOf(record)))
    position += lowest < 0 ? batch.length : lowest
  }
}

test.each([1, 2])(
  'each confirmed booking is linked once to its contact despite faults in every part, seed %i',
  async (seed) => {
    const random = seededRandom(seed)
    const { deps, table, bridge, queue, publish, link } = await openChain(random)
    const { caller, book } = await bookable(deps)
    const BOOKERS = ['ada@example.com', 'grace@example.com', 'alan@example.com']
    for (let hour = 0; hour < 15; hour += 1) {
      const start = `2026-04-21T${String(hour).padStart(2, '0')}:00:00Z`
      await book(start, BOOKERS[hour % 3])
    }
    for (let call = 0; call < 500; call += 1) {
      const fault = random() < 0.5 ? errorAnswerOf(500, 'InternalException') : undefined
      bridge.inject(random() < 0.1 ? { kind: 'drop-answer' } : fault)
      bridge.failEntries(random() < 0.5 ? {} : { 1: 'InternalFailure' })
    }
    await runShard(await table.records(), publish, random)

    const { data } = await listEvents(deps, caller, { afterPosition: 0, limit: 100 })
    expect(data.map(({ position }) => position)).toEqual(data.map((_, index) => index + 1))
    expect(data.filter(({ event }) => event.type === 'booking.confirmed')).toHaveLength(15)
    const onBus = bridge.taken.map(({ Detail }) => (JSON.parse(Detail) as { id: string }).id)
    expect(new Set(onBus)).toEqual(new Set(data.map(({ event }) => event.id)))

    // The rule forwards everything in any order, and every fifth message twice.
    const messages = bridge.taken
      .map((entry) => ({ place: random(), message: envelopeOf(entry) }))
      .sort((a, b) => a.place - b.place)
      .map(({ message }) => message)
    queue.put(...messages, ...messages.filter((_, index) => index % 5 === 0))
    for (let round = 0; queue.bodies().length > 0 && round < 100; round += 1) {
      await queue.poll(link)
      queue.pass(60)
    }
    expect([queue.bodies(), queue.deadLetterQueue]).toEqual([[], []])
    const contacts = await listContacts(deps, caller, {}, { limit: 10 })
    expect(contacts.data.map(({ email, bookingCount }) => [email, bookingCount])).toEqual([
      ['ada@example.com', 5],
      ['alan@example.com', 5],
      ['grace@example.com', 5],
    ])
  },
)
