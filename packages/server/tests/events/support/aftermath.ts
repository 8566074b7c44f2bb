import { setTimeout as sleep } from 'node:timers/promises'
import type { Booking, Contact, EventType } from '@holdfast/contracts'
import { dueRange } from '../../../src/delivery/keys.ts'
import { ALL_SHARDS, outboxPartition } from '../../../src/kernel/keys.ts'
import type { Item, Store } from '../../../src/kernel/ports/store.ts'
import { CONSUMER_NAMES } from '../../../src/kernel/queue/task.ts'
import { inspect } from '../../../src/ops/doctor/inspect.ts'
import type { HttpClient } from '../../support/http-client.ts'
import { listAll } from '../../support/ledger-check.ts'
import type { DueNote, LoggedEvent } from './outcome.ts'

/** How many items wait: events to be published, tasks of each consumer, and work that is due. */
async function waitingCount(store: Store, nowEpochMilliseconds: number): Promise<number> {
  const ranges = ALL_SHARDS.flatMap((shard) => [
    { partition: outboxPartition(shard) },
    ...CONSUMER_NAMES.map((name) => ({ partition: `QUEUE#${name}#${shard}` })),
    dueRange(shard, nowEpochMilliseconds / 1000),
  ])
  let count = 0
  for (const range of ranges) {
    count += (await store.query({ ...range, limit: 100, consistent: true })).items.length
  }
  return count
}

const LOOK_MILLISECONDS = 100

/** Waits until nothing waits in the store, with the clock standing where it stands. */
export async function untilQuiet(
  store: Store,
  nowEpochMilliseconds: number,
  timeoutMilliseconds: number,
): Promise<void> {
  const giveUpAt = performance.now() + timeoutMilliseconds
  for (;;) {
    const count = await waitingCount(store, nowEpochMilliseconds)
    if (count === 0) return
    if (performance.now() > giveUpAt) throw new Error(`${count} items still wait in the store`)
    await sleep(LOOK_MILLISECONDS)
  }
}

/** All that can be asked of a store after the fact. */
export interface Aftermath {
  readonly log: readonly LoggedEvent[]
  readonly bookings: readonly Booking[]
  readonly eventTypes: readonly EventType[]
  readonly contacts: readonly Contact[]
  readonly deadLetters: readonly unknown[]
  readonly dueNotes: readonly DueNote[]
  /** One line for each finding of the doctor. */
  readonly findings: readonly string[]
}

async function itemsOf(store: Store, prefix: string): Promise<readonly Item[]> {
  const found: Item[] = []
  for await (const page of store.scan()) {
    found.push(...page.filter(({ PK }) => PK.startsWith(prefix)))
  }
  return found
}

async function dueNotesOf(store: Store): Promise<readonly DueNote[]> {
  return (await itemsOf(store, 'DUE#')).map((item) => ({
    bookingId: item.bookingId as string,
    kind: item.kind as string,
    dueEpochSeconds: item.dueEpochSeconds as number,
  }))
}

async function findingsOf(store: Store, nowEpochMilliseconds: number): Promise<readonly string[]> {
  const clock = { nowEpochMilliseconds: () => nowEpochMilliseconds }
  const { findings, itemCount } = await inspect({ store, clock })
  if (itemCount === 0) throw new Error('the doctor saw an empty store')
  return findings.map(({ code, keys: [key], sentence }) =>
    [code, key?.PK, key?.SK, sentence].join(' '),
  )
}

/** Reads what came of it, through the API where that tells it. */
export async function readAftermath(
  api: HttpClient,
  store: Store,
  nowEpochMilliseconds: number,
): Promise<Aftermath> {
  const eventTypes = await listAll<EventType>(api, '/v1/event-types')
  const bookings: Booking[] = []
  for (const { id } of eventTypes) {
    bookings.push(...(await listAll<Booking>(api, `/v1/bookings?eventTypeId=${id}`)))
  }
  return {
    log: await listAll<LoggedEvent>(api, '/v1/events'),
    bookings,
    eventTypes,
    contacts: await listAll<Contact>(api, '/v1/contacts'),
    deadLetters: await listAll(api, '/v1/dead-letters'),
    dueNotes: await dueNotesOf(store),
    findings: await findingsOf(store, nowEpochMilliseconds),
  }
}
