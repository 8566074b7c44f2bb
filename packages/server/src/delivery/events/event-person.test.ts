import { expect, test } from 'vitest'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { type EventMatch, eventWithout } from './event-person.ts'

const GRACE = 'grace@example.com'
const MAX = { name: 'Max', email: 'max@example.com' }
const EVE = { name: null, email: 'eve@example.com' }
const PLACE = { kind: 'ask_booker', address: 'At home', phone: null, url: null, label: null }

const match = (address: string): EventMatch => ({
  booker: ({ email }) => email === address,
  guest: ({ email }) => email === address,
  bookingId: () => false,
  calendarEvent: () => false,
})

const updated: DomainEvent = {
  id: 'evn_1',
  type: 'booking.updated',
  schemaVersion: 1,
  accountId: 'acc_1',
  resourceId: 'bkg_1',
  resourceVersion: 3,
  occurredAtEpochMilliseconds: 0,
  data: {
    booking: { id: 'bkg_1', booker: { name: 'Grace', email: GRACE }, guests: [MAX] },
    previousLocation: PLACE,
    previousGuests: [MAX, EVE],
  },
}

test('an erased booker takes along what their booking carried before a change', () => {
  const erased = eventWithout(updated, match(GRACE))
  expect(JSON.stringify(erased)).not.toMatch(/grace|max@|eve@|At home/i)
  expect(erased?.data).toMatchObject({ previousLocation: null, previousGuests: [] })
})

test('an erased guest disappears from the guests before and after a change', () => {
  expect(eventWithout(updated, match(MAX.email))?.data).toMatchObject({
    booking: { booker: { email: GRACE }, guests: [] },
    previousLocation: PLACE,
    previousGuests: [EVE],
  })
  expect(eventWithout(updated, match(EVE.email))?.data).toMatchObject({
    booking: { guests: [MAX] },
    previousGuests: [MAX],
  })
  expect(eventWithout(updated, match('bo@example.com'))).toBeUndefined()
})
