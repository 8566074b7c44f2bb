import { systemClock } from '../../../packages/server/src/adapters/system/clock.ts'
import { createIdSource } from '../../../packages/server/src/adapters/system/ids.ts'
import type { DomainEvent } from '../../../packages/server/src/kernel/events/event.ts'
import { isWaiting, outboxEntity } from '../../../packages/server/src/kernel/events/outbox.ts'
import { ALL_SHARDS, outboxPartition } from '../../../packages/server/src/kernel/keys.ts'
import type { Store } from '../../../packages/server/src/kernel/ports/store.ts'
import {
  type ConsumerName,
  newTask,
  taskEntity,
} from '../../../packages/server/src/kernel/queue/task.ts'

/** The tasks that a confirmed booking leaves behind, but for its emails. */
const CONSUMERS: readonly ConsumerName[] = ['webhooks', 'contacts', 'schedule']
const BOOKERS = 5_000
const EVENTS_PER_TRANSACTION = 30
const TRANSACTIONS_AT_ONCE = 8

/** The confirmations that a server without a relay left in the outbox. */
async function confirmations(store: Store): Promise<readonly DomainEvent[]> {
  const events: DomainEvent[] = []
  for (const shard of ALL_SHARDS) {
    const { items } = await store.query({ partition: outboxPartition(shard) })
    events.push(...items.filter(isWaiting).map(outboxEntity.decode))
  }
  return events.filter(({ type }) => type === 'booking.confirmed')
}

/** The same event about another booking of another booker. */
function copyOf(event: DomainEvent, id: string, bookingId: string, number: number): DomainEvent {
  const booking = event.data.booking as Readonly<Record<string, string>>
  const booker = { name: 'Grace Hopper', email: `grace${number % BOOKERS}@example.com` }
  const data = { ...event.data, booking: { ...booking, id: bookingId, booker } }
  return { ...event, id, resourceId: bookingId, data }
}

/**
 * Writes at least `count` tasks about copies of the confirmed bookings in the outbox. Returns how many it wrote. It
 * empties the outbox first.
 */
export async function writeBacklog(store: Store, count: number): Promise<number> {
  const ids = createIdSource()
  const now = systemClock.nowEpochMilliseconds()
  const events = await confirmations(store)
  let left = Math.ceil(count / CONSUMERS.length)
  let written = 0
  const writeNext = async (): Promise<void> => {
    while (left > 0) {
      const size = Math.min(EVENTS_PER_TRANSACTION, left)
      left -= size
      const tasks = Array.from({ length: size }, () => {
        written += 1
        const event = events[written % events.length] as DomainEvent
        return copyOf(event, ids.next('event', now), ids.next('booking', now), written)
      }).flatMap((event) => CONSUMERS.map((consumer) => newTask(consumer, event, now)))
      await store.transact(tasks.map(taskEntity.create), ids.next('event', now))
    }
  }
  await Promise.all(Array.from({ length: TRANSACTIONS_AT_ONCE }, writeNext))
  await emptyOutbox(store)
  return written * CONSUMERS.length
}

async function emptyOutbox(store: Store): Promise<void> {
  const ids = createIdSource()
  for (const shard of ALL_SHARDS) {
    const { items } = await store.query({ partition: outboxPartition(shard) })
    for (const { PK, SK } of items) {
      const key = { PK, SK }
      await store.transact([{ kind: 'delete', key }], ids.next('event', 0))
    }
  }
}
