import { expect, test } from 'vitest'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { mentionsOf } from '../../kernel/privacy/person.ts'
import {
  bookerlessBooking,
  type EventMatch,
  eventWithout,
  isEventAbout,
  MATCH_ANYBODY,
  matchPerson,
} from './event-person.ts'

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

const NOTED = { id: 'bkg_1', booker: null, cancellationReason: 'My knee' }

const eventWith = (data: DomainEvent['data']): DomainEvent => ({ ...updated, data })

test('the texts of a booking that names nobody are erased where the booking is known as theirs', () => {
  const mentions = mentionsOf({ addresses: [GRACE], names: ['Grace Hopper'] })
  const event = eventWith({ booking: NOTED })
  const theirs = matchPerson(mentions, new Set(['bkg_1']))
  expect(eventWithout(event, theirs)?.data).toMatchObject({
    booking: { id: 'bkg_1', booker: null, cancellationReason: null },
  })
  expect(isEventAbout(event, theirs)).toBe(true)
  expect(isEventAbout(event, matchPerson(mentions, new Set(['bkg_2'])))).toBe(false)
  expect(isEventAbout(event, matchPerson(mentions))).toBe(false)
  const textless = eventWith({ booking: { ...NOTED, cancellationReason: null } })
  expect(isEventAbout(textless, theirs)).toBe(false)
  expect(bookerlessBooking(event)).toBe('bkg_1')
  expect(bookerlessBooking(textless)).toBeUndefined()
  expect(bookerlessBooking(updated)).toBeUndefined()
})

test('the reason of the server for a cancellation stays when its booker is erased', () => {
  const reasonAfter = (cancelledBy: string) => {
    const booking = { ...NOTED, booker: { name: 'Grace', email: GRACE }, cancelledBy }
    return eventWithout(eventWith({ booking }), match(GRACE))?.data.booking
  }
  expect(reasonAfter('system')).toMatchObject({ cancellationReason: 'My knee' })
  expect(reasonAfter('booker')).toMatchObject({ cancellationReason: null })
})

test('what is about a person is found by their address, and by their name in events of calendars', () => {
  const person = matchPerson(mentionsOf({ addresses: [GRACE, 'con_1'], names: ['Grace Hopper'] }))
  const booker = (email: string | null, contactId: string | null = null) => ({
    booker: { name: 'Somebody', email, contactId },
  })
  const isAbout = (data: DomainEvent['data']) => isEventAbout(eventWith(data), person)
  expect(isAbout({ booking: { id: 'bkg_1', ...booker('Grace@Example.com') } })).toBe(true)
  expect(isAbout({ booking: { id: 'bkg_1', ...booker(null, 'con_1') } })).toBe(true)
  expect(isAbout({ booking: { id: 'bkg_1', ...booker(MAX.email, 'con_1') } })).toBe(false)
  expect(isAbout({ entry: booker(GRACE) })).toBe(true)
  expect(isAbout({ entry: booker(MAX.email) })).toBe(false)
  expect(isAbout({ previousBooker: booker(GRACE).booker })).toBe(true)
  expect(isAbout({ previousBooker: booker(MAX.email).booker })).toBe(false)
  expect(isAbout({ stay: { guest: { email: GRACE } } })).toBe(true)
  expect(isAbout({ stay: { guest: { email: MAX.email }, title: 'Grace Hopper' } })).toBe(false)
  expect(isAbout({ calendarEvent: { title: 'Visit of Grace Hopper' } })).toBe(true)
  expect(isAbout({ calendarEvent: { title: 'Visit', description: GRACE } })).toBe(true)
  expect(isAbout({ calendarEvent: { extendedProps: { who: 'Grace Hopper' } } })).toBe(true)
  expect(isAbout({ calendarEvent: { title: 'Visit of Grace' } })).toBe(false)
  expect(isAbout({ occurrence: { calendarEvent: { title: 'Visit of Grace Hopper' } } })).toBe(true)
  expect(isAbout({ provider: { name: 'Grace Hopper', email: GRACE } })).toBe(false)
})

test('what was erased before is not about anybody any more', () => {
  const about = (data: DomainEvent['data']) => isEventAbout(eventWith(data), MATCH_ANYBODY)
  for (const data of [
    { booking: { id: 'bkg_1', booker: { name: 'Grace', email: GRACE } } },
    { booking: NOTED },
    { calendarEvent: { title: 'Visit' } },
    { calendarEvent: { title: 'Erased', description: 'Knee' } },
    { calendarEvent: { title: 'Erased', extendedProps: { who: 'Grace' } } },
    { stay: { title: 'Erased', guest: { email: GRACE } } },
  ]) {
    expect([data, about(data)]).toEqual([data, true])
    const erased = eventWithout(eventWith(data), MATCH_ANYBODY)?.data ?? {}
    expect(JSON.stringify(erased)).not.toMatch(/grace|knee|visit/i)
    expect([erased, about(erased)]).toEqual([erased, false])
  }
})
