import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import { openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import { dueText } from '../../adapters/sqs/due-messages.ts'
import type { BatchedMessage } from '../../adapters/sqs/sender.ts'
import { actionsDue } from '../../delivery/keys.ts'
import { scheduleAction } from '../../delivery/schedule/schedule-action.ts'
import { scheduledActionEntity } from '../../delivery/schedule/scheduled-action.ts'
import { transact } from '../../kernel/transaction.ts'
import { createAnnounce } from './announce-due.ts'

const NOW = Date.parse('2026-04-20T08:00:00Z')
const NOW_SECONDS = NOW / 1000

let opened: TestStore
let deps: ReturnType<typeof testDependencies>['deps']
let clock: ReturnType<typeof testDependencies>['clock']
let sent: BatchedMessage[]
let fails: boolean
beforeEach(async () => {
  opened = await openTestStore()
  ;({ deps, clock } = testDependencies(opened.store, new Date(NOW).toISOString()))
  sent = []
  fails = false
})
afterEach(() => opened.close())

/** The search for due actions, with one entry a message, so that a page has ten. */
const open = (keysPerMessage = 1, graceMilliseconds = 0) =>
  createAnnounce(deps, {
    kind: 'due_actions',
    queue: actionsDue,
    graceMilliseconds,
    keysPerMessage,
    textOf: dueText,
    sender: {
      async sendAll(messages) {
        if (fails) throw new Error('SQS is down')
        sent.push(...messages)
      },
    },
  })

const actionOf = (bookingId: string, dueEpochSeconds: number) =>
  ({ accountId: 'acc_1', bookingId, kind: 'complete', dueEpochSeconds, version: 1 }) as const
const schedule = (bookingId: string, dueEpochSeconds = NOW_SECONDS) =>
  scheduleAction(deps, actionOf(bookingId, dueEpochSeconds))
const done = (bookingId: string, dueEpochSeconds = NOW_SECONDS) =>
  transact(deps, { action: scheduledActionEntity.discard(actionOf(bookingId, dueEpochSeconds)) })

/** The bookings whose actions were announced since the last call, with repetitions. */
const announced = () =>
  sent
    .splice(0)
    .flatMap(({ body }) => (JSON.parse(body) as { SKs: string[] }).SKs)
    .map((sortKey) => sortKey.split('#')[1])
    .sort()
const toTheEnd = () => performance.now() + 60_000

test('one call announces what is due in all shards, in messages of a bounded number of keys', async () => {
  const ids = Array.from({ length: 100 }, (_, index) => `bkg_${String(index).padStart(3, '0')}`)
  for (const id of ids) await schedule(id)
  await schedule('bkg_later', NOW_SECONDS + 1)
  expect(await open(3)(toTheEnd())).toBe(100)
  const partitions = new Set(sent.map(({ body }) => (JSON.parse(body) as { PK: string }).PK))
  expect(partitions.size).toBe(8)
  expect(sent.every(({ body }) => (JSON.parse(body) as { SKs: string[] }).SKs.length <= 3)).toBe(
    true,
  )
  expect(new Set(sent.map(({ groupId }) => groupId))).toEqual(new Set(['due_actions']))
  expect(announced()).toEqual(ids)
})

test('an entry whose message was lost is announced again by the next call, and one that is done is not', async () => {
  const announce = open()
  await schedule('bkg_lost')
  await schedule('bkg_done')
  await announce(toTheEnd())
  expect(announced()).toEqual(['bkg_done', 'bkg_lost'])
  await done('bkg_done')
  clock.moveTo(NOW + 60_000)
  await announce(toTheEnd())
  expect(announced()).toEqual(['bkg_lost'])
})

test('an entry that was due long before it was written is announced by the next call', async () => {
  const announce = open()
  await announce(toTheEnd())
  clock.moveTo(NOW + 3_600_000)
  await announce(toTheEnd())
  await schedule('bkg_late', NOW_SECONDS)
  clock.moveTo(NOW + 3_660_000)
  await announce(toTheEnd())
  expect(announced()).toEqual(['bkg_late'])
})

test('an entry in its grace period is left to those who already have its message', async () => {
  const announce = open(1, 30_000)
  await schedule('bkg_1')
  clock.moveTo(NOW + 29_000)
  expect(await announce(toTheEnd())).toBe(0)
  clock.moveTo(NOW + 30_000)
  expect(await announce(toTheEnd())).toBe(1)
})

test('a long backlog is announced once, and again after five minutes, with its oldest page each time', async () => {
  const announce = open()
  // All in one shard, which is that of an id.
  const ids = Array.from({ length: 30 }, (_, index) => NOW_SECONDS - 1000 + index)
  for (const due of ids) await schedule('bkg_same', due)
  expect(await announce(toTheEnd())).toBe(30)
  clock.moveTo(NOW + 120_000)
  expect(await announce(toTheEnd())).toBe(10)
  await schedule('bkg_same', NOW_SECONDS + 110)
  clock.moveTo(NOW + 180_000)
  expect(await announce(toTheEnd())).toBe(11)
  clock.moveTo(NOW + 300_000)
  expect(await announce(toTheEnd())).toBe(31)
})

test('a call that ran out of time is continued by the next', async () => {
  const announce = open()
  for (let due = NOW_SECONDS - 30; due < NOW_SECONDS; due += 1) await schedule('bkg_same', due)
  expect(await announce(performance.now())).toBe(10)
  // The oldest page again, and then what is left.
  expect(await announce(toTheEnd())).toBe(30)
})

test('entries whose messages SQS rejected are announced by the next call', async () => {
  const announce = open()
  await schedule('bkg_1')
  fails = true
  await expect(announce(toTheEnd())).rejects.toThrow('SQS is down')
  fails = false
  expect(await announce(toTheEnd())).toBe(1)
})

test('two timers at once, or a new process, announce everything', async () => {
  await schedule('bkg_1')
  await Promise.all([open()(toTheEnd()), open()(toTheEnd())])
  expect(announced()).toEqual(['bkg_1', 'bkg_1'])
})
