import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  BOOKER,
  type BookingWorld,
  NOW,
  openBookingWorld,
  secondsOf,
} from '../../../tests/support/booking-world.ts'
import { everyDayOf } from '../../../tests/support/slot-starts.ts'
import { storeWith } from '../../../tests/support/store-with.ts'
import { createDeadlineScope } from '../../adapters/system/deadline-scope.ts'
import { acquire, type Lock } from '../../kernel/keyed-mutex.ts'
import type { ItemKey, Store } from '../../kernel/ports/store.ts'
import { asRequest, paceRetries } from '../../kernel/retry.ts'
import { createRetryBudget } from '../../kernel/retry-budget.ts'
import { createRetryPacing } from '../../kernel/retry-pacing.ts'
import { createBooking } from './create-booking.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
beforeEach(() => world.moveTo(NOW))
afterAll(() => world.close())

const DAY = '2026-04-27'
const nameOf = ({ PK, SK }: ItemKey) => `${PK} ${SK}`

/**
 * A store whose transactions take some milliseconds, during which DynamoDB rejects every other one on the same
 * item. It counts what it committed and rejected.
 */
function contended(milliseconds: number, isBlocked: () => boolean = () => false) {
  const changing = new Set<string>()
  const counts = { committed: 0, rejected: 0 }
  const store: Store = storeWith(world.store, {
    async transact(writes, token) {
      const names = writes.map((write) => nameOf('item' in write ? write.item : write.key))
      if (isBlocked() || names.some((name) => changing.has(name))) {
        counts.rejected += 1
        return { committed: false, failed: [] }
      }
      for (const name of names) changing.add(name)
      await sleep(milliseconds)
      const outcome = await world.store.transact(writes, token)
      for (const name of names) changing.delete(name)
      if (outcome.committed) counts.committed += 1
      return outcome
    },
  })
  return { store, counts }
}

/** Paces the retries of this process on the machine's clock. */
function paced({ burst = 1_000 } = {}) {
  const now = () => performance.now()
  return paceRetries(
    createRetryPacing({
      scope: createDeadlineScope(),
      budget: createRetryBudget({ burst, perSecond: 0, now }),
      now,
      random: Math.random,
      sleep: (milliseconds) => sleep(milliseconds),
    }),
  )
}

/** An event type of five minutes, around the clock. */
const fiveMinutes = () =>
  world.eventType({
    durationMinutes: 5,
    availabilityRules: everyDayOf(),
    confirmation: 'instant',
  })

const startOf = (slot: number) => secondsOf(`${DAY}T00:00:00Z`) + slot * 300

const book = (store: Store, eventTypeId: string, slot: number) =>
  asRequest(() =>
    createBooking({ ...world.deps, store }, world.caller, {
      target: { eventTypeId },
      startEpochSeconds: startOf(slot),
      booker: BOOKER,
    }),
  )

test('each time of a crowded day is booked once, and all others learn that it is taken', async () => {
  const type = await fiveMinutes()
  const { store, counts } = contended(3)
  const restore = paced()
  const attempts = Array.from({ length: 120 }, (_, index) => index % 30)
  const results = await Promise.all(attempts.map((slot) => book(store, type.id, slot)))
  restore()
  const booked = results.flatMap((result, index) => (result.ok ? [attempts[index]] : []))
  expect(booked.toSorted((a = 0, b = 0) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n))
  const refusals = results.flatMap((result) => (result.ok ? [] : [result.refusal.code]))
  expect(refusals).toEqual(Array(90).fill('slot_taken'))
  // The queue of the provider: after the first conflicts, hardly any transaction meets another one.
  expect(counts.committed).toBe(30)
  expect(counts.rejected).toBeLessThan(150)
})

test('while others queue for a provider, a time that is taken is refused without a transaction', async () => {
  const type = await fiveMinutes()
  await book(world.store, type.id, 0)
  const lock = await acquire(type.providerId)
  let transactions = 0
  const store = storeWith(world.store, {
    transact(...given) {
      transactions += 1
      return world.store.transact(...given)
    },
  })
  expect(await book(store, type.id, 0)).toMatchObject({
    refusal: { code: 'slot_taken', startEpochSeconds: startOf(0) },
  })
  expect(transactions).toBe(0)
  const free = book(store, type.id, 1)
  lock.release(false)
  expect(await free).toMatchObject({ ok: true })
  expect(transactions).toBe(1)
})

test('a time that a transaction found taken is refused at once, although others queue for the provider', async () => {
  const type = await fiveMinutes()
  await book(world.store, type.id, 0)
  let lock: Lock | undefined
  const store = storeWith(world.store, {
    async transact(...given) {
      const outcome = await world.store.transact(...given)
      lock ??= await acquire(type.providerId)
      return outcome
    },
  })
  expect(await book(store, type.id, 0)).toMatchObject({ refusal: { code: 'slot_taken' } })
  lock?.release(false)
})

test('a time that is free is never called taken, even if no attempt gets through', async () => {
  const type = await fiveMinutes()
  let isBlocked = true
  const { store } = contended(1, () => isBlocked)
  const restore = paced({ burst: 5 })
  await expect(book(store, type.id, 7)).rejects.toMatchObject({
    code: 'store_unavailable',
    outcome: 'not-applied',
  })
  restore()
  isBlocked = false
  expect(await book(store, type.id, 7)).toMatchObject({ ok: true })
})
