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

const VOID = { send: false, reschedule: false, isMissed: false }
const SENT = { send: true, reschedule: false, isMissed: false }
const MISSED = { send: false, reschedule: false, isMissed: true }

/** What an action does if it runs when it is due. */
const decided = (minutes: number, planned: readonly number[] | undefined, wanted: number[]) =>
  decideReminder(due(minutes, planned), BOOKING, wanted, START - minutes * 60)

test('each of several reminders is sent at its time', () => {
  const planned = [1440, 60]
  expect(decided(1440, planned, [1440, 60])).toEqual(SENT)
  expect(decided(60, planned, [1440, 60])).toEqual(SENT)
})

test('a reminder that the account removed is not sent', () => {
  expect(decided(60, [1440, 60], [1440])).toEqual({ ...VOID, reschedule: true })
  expect(decided(1440, undefined, [])).toEqual({ ...VOID, reschedule: true })
})

test('a reminder that was added is scheduled when the next one is due', () => {
  expect(decided(1440, undefined, [1440, 60])).toEqual({ ...SENT, reschedule: true })
  expect(decided(1440, undefined, [60])).toEqual({ ...VOID, reschedule: true })
})

test('the first reminder makes up for an earlier one that was added too late, and no other does', () => {
  expect(decided(60, undefined, [1440])).toMatchObject({ send: true })
  expect(decided(1440, [1440, 60], [2880, 30])).toMatchObject({ send: true })
  expect(decided(60, [1440, 60], [2880, 30])).toMatchObject({ send: false })
})

test('a reminder for the time before a move is void, unless one for the new time is due with it', () => {
  const before = START - 23 * 3600
  const action = due(60, undefined, before)
  expect(decideReminder(action, BOOKING, [1440], START - 3600)).toEqual(VOID)
  expect(decideReminder(action, BOOKING, [60], START - 3600)).toEqual(SENT)
})

test('after an outage, only the last of the due reminders is sent', () => {
  const now = START - 30 * 60
  const wanted = [1440, 60, 15]
  expect(decideReminder(due(1440, wanted), BOOKING, wanted, now)).toMatchObject({ send: false })
  expect(decideReminder(due(60, wanted), BOOKING, wanted, now)).toMatchObject({ send: true })
})

test('a late reminder is sent until the booking begins, and is missed from then on', () => {
  expect(decideReminder(due(60), BOOKING, [60], START - 1)).toEqual(SENT)
  expect(decideReminder(due(60), BOOKING, [60], START)).toEqual(MISSED)
})

test('of several reminders that are too late, only the last one counts as missed', () => {
  const planned = [1440, 60]
  expect(decideReminder(due(1440, planned), BOOKING, planned, START)).toEqual(VOID)
  expect(decideReminder(due(60, planned), BOOKING, planned, START)).toEqual(MISSED)
})

test('a reminder of a booking that was completed meanwhile was missed', () => {
  const completed = { ...BOOKING, status: 'completed' } as const
  expect(decideReminder(due(60), completed, [60], START + 3600)).toEqual(MISSED)
})

test('a reminder that nobody wants any more is not missed', () => {
  expect(decideReminder(due(60), BOOKING, [], START)).toEqual(VOID)
})

test('nobody is reminded of a booking that was cancelled', () => {
  const cancelled = { ...BOOKING, status: 'cancelled' } as const
  expect(decideReminder(due(60), cancelled, [60], START - 3600)).toEqual(VOID)
  expect(decideReminder(due(60), cancelled, [60], START)).toEqual(VOID)
})
