import type { Booking, BookingLocation } from '@holdfast/engine'
import { expect, test } from 'vitest'
import type { EventType } from '../../booking/event-types/event-type.ts'
import { isLinkMissing, placeForAll } from './place.ts'

const url = 'https://example.com/room'

const placeOf = (
  location: BookingLocation,
  booking: Partial<Booking> = {},
  locations: EventType['locations'] = [],
) =>
  placeForAll({ booking: { status: 'confirmed', location, ...booking }, eventType: { locations } })

test('a place of the event type is for all to read', () => {
  const phone = { kind: 'phone', phone: '+41443334455' } as const
  expect(placeOf(phone, { isUnproven: true }, [phone])).toEqual(phone)
  const practice = { kind: 'in_person', address: 'Seestraße 1' } as const
  expect(placeOf(practice, { isUnproven: true })).toEqual(practice)
})

test('a place or number that a stranger gave is for nobody at an unproven address', () => {
  const home = { kind: 'ask_booker', address: 'pills.example', label: 'Your place' } as const
  expect(placeOf(home, { isUnproven: true })).toEqual({ kind: 'ask_booker', label: 'Your place' })
  expect(placeOf(home)).toEqual(home)
  const called = { kind: 'phone', phone: '+4930901820' } as const
  const ours = { kind: 'phone', phone: '+41443334455' } as const
  expect(placeOf(called, { isUnproven: true }, [ours])).toEqual({ kind: 'phone' })
  expect(placeOf(called, {}, [ours])).toEqual(called)
})

test('nobody learns a link before the booking is confirmed, or that of a conference after it ended', () => {
  const link = { kind: 'link', url, label: 'Online' } as const
  const meet = { kind: 'google_meet', url } as const
  expect(placeOf(link, { status: 'pending' })).toEqual({ kind: 'link', label: 'Online' })
  expect(placeOf(link, { status: 'cancelled' })).toEqual(link)
  expect(placeOf(meet, { status: 'pending' })).toEqual({ kind: 'google_meet' })
  expect(placeOf(meet, { status: 'cancelled' })).toEqual({ kind: 'google_meet' })
  expect(placeOf(meet)).toEqual(meet)
})

test('only a conference that is still to come lacks its link', () => {
  const isMissing = (location: BookingLocation, status: Booking['status']) =>
    isLinkMissing({ location, status })
  expect(isMissing({ kind: 'teams' }, 'confirmed')).toBe(true)
  expect(isMissing({ kind: 'teams' }, 'cancelled')).toBe(false)
  expect(isMissing({ kind: 'teams', url }, 'confirmed')).toBe(false)
  expect(isMissing({ kind: 'phone' }, 'confirmed')).toBe(false)
})
