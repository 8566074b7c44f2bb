import { setTimeout as sleep } from 'node:timers/promises'
import type { Booking, Contact, EventType } from '@holdfast/contracts'
import { dueRange } from '../../../src/delivery/keys.ts'
import {
  type ScheduledAction,
  scheduledActionEntity,
} from '../../../src/delivery/schedule/scheduled-action.ts'
import { ALL_SHARDS, outboxPartition } from '../../../src/kernel/keys.ts'
import type { Store } from '../../../src/kernel/ports/store.ts'
import { CONSUMER_NAMES } from '../../../src/kernel/queue/task.ts'
import { inspect } from '../../../src/ops/doctor/inspect.ts'
import type { HttpClient } from '../../support/http-client.ts'
import { listAll } from '../../support/ledger-check.ts'
import type { LoggedEvent } from './outcome.ts'

/** The number of unpublished events, queued tasks and due actions. */
async function pendingCount(store: Store, nowEpochMilliseconds: number): Promise<number> {
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

const POLL_MILLISECONDS = 100

/** Waits until the store has no pending work at the given time; rejects after the timeout. */
export async function untilQuiet(
  store: Store,
  nowEpochMilliseconds: number,
  timeoutMilliseconds: number,
): Promise<void> {
  const endsAt = performance.now() + timeoutMilliseconds
  for (;;) {
    const count = await pendingCount(store, nowEpochMilliseconds)
    if (count === 0) return
    if (performance.now() > endsAt) throw new Error(`${count} items are still pending in the store`)
    await sleep(POLL_MILLISECONDS)
  }
}

/** The final content of a store. */
export interface Aftermath {
  readonly log: readonly LoggedEvent[]
  readonly bookings: readonly Booking[]
  readonly eventTypes: readonly EventType[]
  readonly contacts: readonly Contact[]
  readonly deadLetters: readonly unknown[]
  readonly scheduledActions: readonly ScheduledAction[]
  /** One line for each finding of the doctor. */
  readonly findings: readonly string[]
}

async function scheduledActionsOf(store: Store): Promise<readonly ScheduledAction[]> {
  const actions: ScheduledAction[] = []
  for await (const page of store.scan()) {
    const due = page.filter(({ PK }) => PK.startsWith('DUE#'))
    actions.push(...due.map(scheduledActionEntity.decode))
  }
  return actions
}

async function findingsOf(store: Store, nowEpochMilliseconds: number): Promise<readonly string[]> {
  const clock = { nowEpochMilliseconds: () => nowEpochMilliseconds }
  const { findings, itemCount } = await inspect({ store, clock })
  if (itemCount === 0) throw new Error('the doctor saw an empty store')
  return findings.map(({ code, keys: [key], sentence }) =>
    [code, key?.PK, key?.SK, sentence].join(' '),
  )
}

/** Reads the final content of a store, through the API where possible. */
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
    scheduledActions: await scheduledActionsOf(store),
    findings: await findingsOf(store, nowEpochMilliseconds),
  }
}
