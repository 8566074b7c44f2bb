import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ID_PREFIXES, type IdKind } from '@holdfast/engine'
import { expect, test } from 'vitest'
import { createSqliteStore } from '../../../packages/server/src/adapters/sqlite/sqlite-store.ts'
import {
  cancelBooking,
  closeBooking,
  confirmBooking,
} from '../../../packages/server/src/booking/bookings/change-booking.ts'
import { createBooking } from '../../../packages/server/src/booking/bookings/create-booking.ts'
import { expireDue } from '../../../packages/server/src/booking/bookings/expire-due.ts'
import type { Offer } from '../../../packages/server/src/booking/bookings/offer.ts'
import type { BookingDependencies } from '../../../packages/server/src/booking/dependencies.ts'
import { contactsConsumer } from '../../../packages/server/src/delivery/contacts/contacts.ts'
import { publish } from '../../../packages/server/src/delivery/events/publish.ts'
import { runSchedule } from '../../../packages/server/src/delivery/schedule/run-schedule.ts'
import { scheduleConsumer } from '../../../packages/server/src/delivery/schedule/schedule.ts'
import { getAccount } from '../../../packages/server/src/identity/accounts/accounts.ts'
import { systemCaller } from '../../../packages/server/src/kernel/caller.ts'
import { isWaiting, outboxEntity } from '../../../packages/server/src/kernel/events/outbox.ts'
import { ALL_SHARDS, outboxPartition } from '../../../packages/server/src/kernel/keys.ts'
import type { Item, Store } from '../../../packages/server/src/kernel/ports/store.ts'
import { newTask } from '../../../packages/server/src/kernel/queue/task.ts'
import { seeded } from '../scale/random.ts'
import { Books } from './books.ts'
import { bulkWriterOf } from './bulk-writer.ts'
import type { Fate } from './lives.ts'
import { growthDependencies, openPractice } from './practice.ts'

const secondsOf = (instant: string) => Date.parse(instant) / 1000
const NOW = secondsOf('2026-11-23T10:00:00Z')
const CREATED = secondsOf('2026-11-20T09:00:00Z')
const BOOKER = { name: 'Grace Hopper', email: 'grace@example.com' }

/** One booking of each fate; those of the past are over at `NOW`. */
const APPOINTMENTS: readonly { readonly fate: Fate; readonly start: string }[] = [
  { fate: 'completed', start: '2026-11-23T08:00:00Z' },
  { fate: 'no_show', start: '2026-11-23T08:30:00Z' },
  { fate: 'cancelled', start: '2026-11-24T08:30:00Z' },
  { fate: 'expired', start: '2026-11-24T09:00:00Z' },
  { fate: 'confirmed', start: '2026-11-25T09:30:00Z' },
]

/** Ids by kind and number: the server and the books draw the same ones, in the same order of each kind. */
function numberedIds(): BookingDependencies['ids'] {
  const numbers = new Map<IdKind, number>()
  return {
    next(kind) {
      const number = (numbers.get(kind) ?? 0) + 1
      numbers.set(kind, number)
      return `${ID_PREFIXES[kind]}_0${String(number).padStart(25, '0')}`
    },
  }
}

/** Publishes what is in the outbox, with what follows from it in the store. */
async function relay(deps: BookingDependencies): Promise<void> {
  const consumers = [contactsConsumer(deps), scheduleConsumer(deps)]
  for (const shard of ALL_SHARDS) {
    const { items } = await deps.store.query({ partition: outboxPartition(shard) })
    const events = items.filter(isWaiting).map(outboxEntity.decode)
    await publish(deps, {}, events)
    for (const event of events) {
      for (const { name, wants, handle } of consumers) {
        if (wants(event)) await handle(newTask(name, event, deps.clock.nowEpochMilliseconds()))
      }
    }
  }
}

/** Leads a booking to its fate by the use cases of the server. */
async function live(
  deps: BookingDependencies,
  moveTo: (epochSeconds: number) => void,
  { provider: { accountId }, eventType }: Offer,
  { fate, start }: (typeof APPOINTMENTS)[number],
): Promise<void> {
  const by = (kind: 'booker' | 'key') => ({ ...systemCaller(accountId, 'test'), actor: { kind } })
  const startEpochSeconds = secondsOf(start)
  moveTo(CREATED)
  const created = await createBooking(deps, by('booker'), {
    target: { eventTypeId: eventType?.id ?? '' },
    startEpochSeconds,
    booker: BOOKER,
  })
  if (!created.ok) throw new Error(created.refusal.code)
  const { id, holdExpiresAtEpochSeconds = 0 } = created.value.booking
  await relay(deps)
  if (fate === 'expired') {
    moveTo(holdExpiresAtEpochSeconds)
    await expireDue(deps, 10)
    return await relay(deps)
  }
  moveTo(CREATED + 90)
  await confirmBooking(deps, by('booker'), id)
  await relay(deps)
  if (fate === 'cancelled') {
    moveTo((CREATED + 90 + NOW) / 2)
    await cancelBooking(deps, { ...by('booker'), role: 'manage' }, id, {})
  }
  if (fate === 'no_show') {
    moveTo(startEpochSeconds + 15 * 60)
    await closeBooking(deps, by('key'), id, 'no_show')
  }
  if (fate === 'completed') {
    moveTo(startEpochSeconds + 30 * 60)
    await runSchedule({ ...deps, publicUrl: '' }, 10)
  }
  await relay(deps)
}

const allItems = async (store: Store): Promise<readonly Item[]> => {
  const items: Item[] = []
  for await (const page of store.scan()) items.push(...page)
  return items
}

/** Items by key as text, without event ids, the order of the log and numbers of ledger writes. */
function comparable(items: readonly object[]): readonly string[] {
  const text = (item: object) =>
    JSON.stringify(
      Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))),
      (_, value) =>
        value instanceof Set ? [...value].sort() : value instanceof Uint8Array ? [...value] : value,
    )
      .replaceAll(/evn_\w{26}/g, 'evn')
      .replaceAll(/"SK":"0{10}\d{5}"/g, '"SK":"position"')
      .replaceAll(/"rev":\d+/g, '"rev"')
  return items.map(text).sort()
}

test('the books write what the server writes of a booking of each fate', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-growth-'))
  const store = await createSqliteStore({ file: join(folder, 'server.sqlite') })
  const other = await createSqliteStore({ file: join(folder, 'books.sqlite') })
  try {
    let now = CREATED
    const bare = growthDependencies(store, CREATED, seeded(1))
    const practice = await openPractice(bare, { providers: 1, seed: 1 })
    const offer = practice.checkUps[0] as Offer
    const clock = { nowEpochMilliseconds: () => now * 1000 }
    const deps = { ...bare, clock, ids: numberedIds() }
    const known = new Set((await allItems(store)).map(({ PK, SK }) => `${PK} ${SK}`))
    const move = (to: number) => {
      now = to
    }
    for (const each of APPOINTMENTS) {
      await live(deps, move, offer, each)
    }
    move(NOW)
    await runSchedule({ ...deps, publicUrl: '' }, 10)
    const stored = (await allItems(store)).filter(({ PK, SK }) => !known.has(`${PK} ${SK}`))

    const writer = bulkWriterOf(other, 'books')
    const books = new Books(
      { ...bare, ids: numberedIds() },
      {
        account: await getAccount(bare, practice.accountId),
        writer,
        nowEpochSeconds: NOW,
        position: 1,
      },
    )
    for (const { fate, start } of APPOINTMENTS) {
      const startEpochSeconds = secondsOf(start)
      const appointment = { offer, startEpochSeconds, createdAtEpochSeconds: CREATED, fate }
      books.enter(appointment, BOOKER)
    }
    books.endGroup()
    books.end()
    await writer.end()
    expect(comparable(await allItems(other))).toEqual(comparable(stored))
  } finally {
    await store.close()
    await other.close()
    await rm(folder, { recursive: true })
  }
})
