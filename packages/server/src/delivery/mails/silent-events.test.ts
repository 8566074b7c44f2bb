import { expect, test } from 'vitest'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { isSilent } from './silent-events.ts'

const created = (booking: object, type: DomainEvent['type'] = 'booking.created') =>
  isSilent({
    id: 'evn_1',
    type,
    schemaVersion: 1,
    accountId: 'acc_1',
    resourceId: 'bkg_1',
    resourceVersion: 1,
    occurredAtEpochMilliseconds: 0,
    data: { booking: { ...booking } },
  })

test('nobody gets an email about the creation of a hold or of a confirmed booking', () => {
  const instant = { status: 'confirmed', confirmation: 'instant', emailUnconfirmed: false }
  const hold = { status: 'pending', confirmation: 'hold', emailUnconfirmed: false }
  expect([created(instant), created(hold)]).toEqual([true, true])
})

test.each([
  ['a request for approval', { confirmation: 'approval', emailUnconfirmed: false }],
  ['a hold whose address is to be confirmed', { confirmation: 'hold', emailUnconfirmed: true }],
  ['a hold of an event that an earlier version has stored', { confirmation: 'hold' }],
])('the creation of %s may have emails', (_, booking) => {
  expect(created({ status: 'pending', ...booking })).toBe(false)
})

test('the confirmation of a booking has emails', () => {
  const booking = { status: 'confirmed', confirmation: 'instant', emailUnconfirmed: false }
  expect(created(booking, 'booking.confirmed')).toBe(false)
})
