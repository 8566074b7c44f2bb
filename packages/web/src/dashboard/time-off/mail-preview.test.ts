import { expect, test } from 'vitest'
import type { Booking, Provider } from '../api.ts'
import type { Appointment } from '../calendar/appointments.ts'
import type { Decision } from './decisions.ts'
import { mailsOf } from './mail-preview.ts'

const provider = (id: string, email: string | null) =>
  ({ id, name: id.toUpperCase(), email }) as Provider

const booking = (providerIds: readonly string[], rest: Partial<Booking> = {}) =>
  ({
    id: 'bkg_1',
    providerId: providerIds[0],
    assignments: providerIds.map((providerId) => ({ requirement: 'doctor', providerId })),
    booker: { name: 'Grace', email: 'grace@example.com' },
    status: 'confirmed',
    confirmation: 'instant',
    confirmedAt: '2026-04-20T08:00:00Z',
    emailUnconfirmed: false,
    ...rest,
  }) as Booking

const providers = [
  provider('ada', 'ada@example.com'),
  provider('bob', 'bob@example.com'),
  provider('cleo', null),
  provider('room', 'Ada@example.com'),
  { ...provider('desk', 'desk@example.com'), kind: 'team' } as Provider,
]

const eventTypes = [{ id: 'ety_1', providerId: 'desk' }]

const linesOf = (appointments: readonly Appointment[], decision: Decision) =>
  mailsOf(appointments, () => decision, { awayIds: new Set(['ada']), providers, eventTypes }).map(
    ({ kind, name, count }) => `${count} ${kind} to ${name}`,
  )

const lines = (bookings: readonly Booking[], decision: Decision) =>
  linesOf(
    bookings.map((each) => ({ kind: 'booking', booking: each })),
    decision,
  )

const CANCEL: Decision = { kind: 'cancel' }

test('a cancellation goes to the booker and to everybody whom the booking takes, once to each address', () => {
  expect(lines([booking(['ada', 'bob', 'cleo', 'room'])], CANCEL)).toEqual([
    '1 cancellation to Grace',
    '1 cancellation to ADA',
    '1 cancellation to BOB',
  ])
})

test('several emails to one recipient are one line', () => {
  const other = { booker: { name: 'Alan', email: 'alan@example.com' } as Booking['booker'] }
  expect(lines([booking(['ada']), booking(['ada'], other)], CANCEL)).toEqual([
    '1 cancellation to Grace',
    '2 cancellation to ADA',
    '1 cancellation to Alan',
  ])
})

test('a reassignment goes to whoever takes over, to the booker, to those who stay and to who leaves', () => {
  const shared = booking(['ada', 'bob'])
  expect(lines([shared], { kind: 'reassign' })).toEqual([
    '1 handover to undefined',
    '1 update to Grace',
    '1 update to BOB',
    '1 removal to ADA',
  ])
  expect(lines([booking(['ada'])], { kind: 'reassign', toId: 'bob' })).toEqual([
    '1 handover to BOB',
    '1 update to Grace',
    '1 removal to ADA',
  ])
})

test('nobody without an address, and no address that stays, is named', () => {
  expect(lines([booking(['ada'])], { kind: 'reassign', toId: 'cleo' })).toEqual([
    '1 update to Grace',
    '1 removal to ADA',
  ])
  expect(lines([booking(['ada'])], { kind: 'reassign', toId: 'room' })).toEqual([
    '1 update to Grace',
  ])
})

test('nobody gets an email about a hold, or about a booking that is left as it is', () => {
  const hold = booking(['ada'], { status: 'pending', confirmation: 'hold', confirmedAt: null })
  expect(lines([hold], CANCEL)).toEqual([])
  expect(lines([booking(['ada'], { emailUnconfirmed: true })], CANCEL)).toEqual([])
  expect(lines([booking(['ada'])], { kind: 'leave' })).toEqual([])
})

test('a class has one email to each provider, and one to each of its bookers who has an email about it', () => {
  const alan = { booker: { name: 'Alan', email: 'alan@example.com' } as Booking['booker'] }
  const hold = booking(['ada'], { confirmation: 'hold', confirmedAt: null })
  const yoga: Appointment = {
    kind: 'class',
    bookings: [hold, booking(['ada']), booking(['ada'], alan)],
  }
  expect(linesOf([yoga], CANCEL)).toEqual([
    '1 cancellation to Grace',
    '1 cancellation to Alan',
    '1 cancellation to ADA',
  ])
  expect(linesOf([yoga], { kind: 'reassign', toId: 'bob' })).toEqual([
    '1 handover to BOB',
    '1 update to Grace',
    '1 update to Alan',
    '1 removal to ADA',
  ])
  expect(linesOf([{ kind: 'class', bookings: [hold] }], CANCEL)).toEqual([])
})

test('the team that offers an event type gets the emails of those who take part', () => {
  const offered = booking(['ada'], { eventTypeId: 'ety_1' })
  expect(lines([offered], CANCEL)).toEqual([
    '1 cancellation to Grace',
    '1 cancellation to ADA',
    '1 cancellation to DESK',
  ])
  expect(lines([offered], { kind: 'reassign', toId: 'bob' })).toEqual([
    '1 handover to BOB',
    '1 update to Grace',
    '1 update to DESK',
    '1 removal to ADA',
  ])
})
