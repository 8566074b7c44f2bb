import { expect, test } from 'vitest'
import { decideReminder } from './reminders.ts'

const START = 1_000_000_200
const BOOKING = { status: 'confirmed', startEpochSeconds: START } as const

/** An action that is due that many minutes before the start, of several if they are given. */
const due = (minutes: number, reminderMinutes?: readonly number[], start = START) =>
  ({
    accountId: 'acc_1',
    bookingId: 'bk_1',
    kind: 'remind',
    dueEpochSeconds: START - minutes * 60,
    startEpochSeconds: start,
    ...(reminderMinutes && { reminderMinutes }),
    version: 1,
  }) as const

/** What an action does if it runs when it is due. */
const decided = (minutes: number, planned: readonly number[] | undefined, wanted: number[]) =>
  decideReminder(due(minutes, planned), BOOKING, wanted, START - minutes * 60)

test('each of several reminders is sent at its time', () => {
  const planned = [1440, 60]
  expect(decided(1440, planned, [1440, 60])).toEqual({ send: true, reschedule: false })
  expect(decided(60, planned, [1440, 60])).toEqual({ send: true, reschedule: false })
})

test('a reminder that the account removed is not sent', () => {
  expect(decided(60, [1440, 60], [1440])).toEqual({ send: false, reschedule: true })
  expect(decided(1440, undefined, [])).toEqual({ send: false, reschedule: true })
})

test('a reminder that was added is scheduled when the next one is due', () => {
  expect(decided(1440, undefined, [1440, 60])).toEqual({ send: true, reschedule: true })
  expect(decided(1440, undefined, [60])).toEqual({ send: false, reschedule: true })
})

test('the first reminder makes up for an earlier one that was added too late, and no other does', () => {
  expect(decided(60, undefined, [1440])).toMatchObject({ send: true })
  expect(decided(1440, [1440, 60], [2880, 30])).toMatchObject({ send: true })
  expect(decided(60, [1440, 60], [2880, 30])).toMatchObject({ send: false })
})

test('a reminder for the time before a move is void, unless one for the new time is due with it', () => {
  const before = START - 23 * 3600
  const action = due(60, undefined, before)
  expect(decideReminder(action, BOOKING, [1440], START - 3600)).toEqual({
    send: false,
    reschedule: false,
  })
  expect(decideReminder(action, BOOKING, [60], START - 3600)).toEqual({
    send: true,
    reschedule: false,
  })
})

test('after an outage, only the last of the due reminders is sent', () => {
  const now = START - 30 * 60
  const wanted = [1440, 60, 15]
  expect(decideReminder(due(1440, wanted), BOOKING, wanted, now)).toMatchObject({ send: false })
  expect(decideReminder(due(60, wanted), BOOKING, wanted, now)).toMatchObject({ send: true })
})

test('nobody is reminded of a booking that has started or was cancelled', () => {
  expect(decideReminder(due(60), BOOKING, [60], START)).toMatchObject({ send: false })
  const cancelled = { ...BOOKING, status: 'cancelled' } as const
  expect(decideReminder(due(60), cancelled, [60], START - 3600)).toEqual({
    send: false,
    reschedule: false,
  })
})
