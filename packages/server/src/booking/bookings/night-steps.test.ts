import type { BookedNights, Booking } from '@holdfast/engine'
import { expect, test } from 'vitest'
import type { Decision } from '../decision.ts'
import { nightsOfBooking } from './night-steps.ts'

const stay = (arrivalDay: number, departureDay: number): BookedNights =>
  ({ calendarId: 'cal_1', arrivalDay, departureDay }) as unknown as BookedNights
const STAY = stay(10, 13)
const booking = { id: 'bkg_1', stay: STAY } as unknown as Booking
const steps = (claim: object, to = STAY, before: Booking | undefined = booking) =>
  nightsOfBooking(before, { booking, claim } as Decision, to, 3)

const BASE = {
  calendarId: 'cal_1',
  nights: STAY,
  mark: { ownerId: 'bkg_1', was: 'booking', is: 'booking' },
  index: 3,
}
const NONE = { kind: 'none' }
const FINAL = { kind: 'final' }
const HELD = { kind: 'held' }
const until = (untilEpochSeconds: number) => ({ kind: 'held', untilEpochSeconds })

test('a change that claims nothing leaves the nights alone', () => {
  expect(steps({ kind: 'none' })).toEqual([])
})

test('a new stay takes its nights, for good or until its hold ends, or is lost', () => {
  expect(steps({ kind: 'claim' })).toEqual([{ ...BASE, from: NONE, to: FINAL, ifGone: 'lost' }])
  expect(steps({ kind: 'claim', holdUntilEpochSeconds: 5 })).toEqual([
    { ...BASE, from: NONE, to: until(5), ifGone: 'lost' },
  ])
})

test('a confirmed stay has its held nights for good, unless they are gone', () => {
  expect(steps({ kind: 'confirm' })).toEqual([{ ...BASE, from: HELD, to: FINAL, ifGone: 'lost' }])
})

test('a stay that ends leaves its nights, if it still has them', () => {
  expect(steps({ kind: 'release', held: true })).toEqual([
    { ...BASE, from: HELD, to: NONE, ifGone: 'nothing' },
  ])
  expect(steps({ kind: 'release', held: false })).toEqual([
    { ...BASE, from: FINAL, to: NONE, ifGone: 'nothing' },
  ])
})

test('a stay that moves leaves its nights before it takes the others', () => {
  const other = stay(11, 14)
  const base = { ...BASE, nights: other }
  expect(steps({ kind: 'move' }, other)).toEqual([
    { ...BASE, from: FINAL, to: NONE, ifGone: 'lost' },
    { ...base, from: NONE, to: FINAL, ifGone: 'lost' },
  ])
  expect(steps({ kind: 'move', holdUntilEpochSeconds: 5 }, other)).toEqual([
    { ...BASE, from: HELD, to: NONE, ifGone: 'lost' },
    { ...base, from: NONE, to: until(5), ifGone: 'lost' },
  ])
  expect(steps({ kind: 'move', holdUntilEpochSeconds: 5, wasFinal: true }, other)).toEqual([
    { ...BASE, from: FINAL, to: NONE, ifGone: 'lost' },
    { ...base, from: NONE, to: until(5), ifGone: 'lost' },
  ])
})

test('a stay whose times alone change keeps its nights, and a hold of them must still stand', () => {
  expect(steps({ kind: 'move' })).toEqual([])
  expect(steps({ kind: 'move', holdUntilEpochSeconds: 5 })).toEqual([
    { ...BASE, from: until(5), to: until(5), ifGone: 'lost' },
  ])
  // One that was for good and is held from now on changes its mark.
  expect(steps({ kind: 'move', holdUntilEpochSeconds: 5, wasFinal: true })).toHaveLength(2)
})

test('a stay that gets another unit leaves its nights in the one before it takes them in the other', () => {
  const elsewhere = { ...STAY, calendarId: 'cal_2' } as BookedNights
  const there = { ...BASE, calendarId: 'cal_2', nights: elsewhere }
  expect(steps({ kind: 'reassign' }, elsewhere)).toEqual([
    { ...BASE, from: FINAL, to: NONE, ifGone: 'lost' },
    { ...there, from: NONE, to: FINAL, ifGone: 'lost' },
  ])
  expect(steps({ kind: 'reassign', holdUntilEpochSeconds: 5 }, elsewhere)).toEqual([
    { ...BASE, from: HELD, to: NONE, ifGone: 'lost' },
    { ...there, from: NONE, to: until(5), ifGone: 'lost' },
  ])
})
