import { expect, test } from 'vitest'
import type { Booking, EventType, Provider } from '../api.ts'
import { toneOfBooking, tonesOf } from './coloring.ts'

const provider = (id: string, kind = 'person') => ({ id, name: id.toUpperCase(), kind }) as Provider
const eventType = (id: string, color: string | null) => ({ id, title: id, color }) as EventType
const booking = (status: Booking['status'], rest: Partial<Booking> = {}) =>
  ({
    status,
    eventTypeId: 'cut',
    providerId: 'ada',
    assignments: [{ providerId: 'room' }, { providerId: 'ada' }],
    ...rest,
  }) as Booking

const TYPES = [eventType('cut', '#ffcc00'), eventType('wash', null)]

test('an event type keeps its own color, with text that can be read on it, and others get one each', () => {
  const tones = tonesOf('type', [], TYPES)
  expect(tones.get('cut')).toMatchObject({ color: '#ffcc00', ink: '#000000' })
  expect(tones.get('wash')).toMatchObject({ color: '#2c5aa0', ink: '#ffffff' })
})

test('providers have different colors, and teams none', () => {
  const tones = tonesOf(
    'provider',
    [provider('ada'), provider('team', 'team'), provider('bob')],
    [],
  )
  expect([...tones.keys()]).toEqual(['ada', 'bob'])
  expect(new Set([...tones.values()].map(({ color }) => color)).size).toBe(2)
})

test('a booking that takes place has the color of its type or of the first provider who is shown', () => {
  const byType = tonesOf('type', [], TYPES)
  expect(toneOfBooking(booking('confirmed'), 'type', byType)?.id).toBe('cut')
  expect(toneOfBooking(booking('completed'), 'type', byType)?.id).toBe('cut')
  const byProvider = tonesOf('provider', [provider('ada')], [])
  expect(toneOfBooking(booking('confirmed'), 'provider', byProvider)?.id).toBe('ada')
})

test('a request, a no-show and everything without a choice keep the color of their status', () => {
  const tones = tonesOf('type', [], TYPES)
  expect(toneOfBooking(booking('pending'), 'type', tones)).toBeUndefined()
  expect(toneOfBooking(booking('no_show'), 'type', tones)).toBeUndefined()
  const none = tonesOf('status', [provider('ada')], TYPES)
  expect(toneOfBooking(booking('confirmed'), 'status', none)).toBeUndefined()
})
