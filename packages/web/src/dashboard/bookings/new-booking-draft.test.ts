import { expect, test } from 'vitest'
import type { Contact, EventType } from '../api.ts'
import {
  bookingBodyOf,
  chosenMinutesOf,
  decidingOf,
  needsOf,
  newExtras,
} from './new-booking-draft.ts'

const place = (kind: EventType['locations'][number]['kind'], phone: string | null = null) => ({
  kind,
  address: null,
  phone,
  url: null,
  label: null,
})

// The parts that a new booking reads.
const eventTypeWith = (part: Partial<EventType>) =>
  ({
    id: 'ety_01kqs3v7m8e2f4g6h8j0k2m4n6',
    durationMinutes: 30,
    locations: [],
    questions: [],
    ...part,
  }) as unknown as EventType

const CALLER = { name: ' Ada ', email: 'ada@example.com ', phone: '', isAnonymous: false, note: '' }

test('a booking of a plain event type says nothing about durations, locations or questions', () => {
  const eventType = eventTypeWith({})
  expect(bookingBodyOf(eventType, CALLER, newExtras(eventType))).toEqual({
    eventTypeId: eventType.id,
    booker: { name: 'Ada', email: 'ada@example.com' },
  })
})

test('a known person is booked by the contact, whatever was typed before', () => {
  const eventType = eventTypeWith({})
  const contact = { id: 'cnt_1', name: 'Ada Known', email: 'known@example.com' } as Contact
  expect(bookingBodyOf(eventType, { ...CALLER, contact }, newExtras(eventType))).toEqual({
    eventTypeId: eventType.id,
    contactId: 'cnt_1',
  })
  const withPhone = { ...newExtras(eventType), phone: '+49 30 901820' }
  expect(bookingBodyOf(eventType, { ...CALLER, contact }, withPhone)).toEqual({
    eventTypeId: eventType.id,
    booker: { name: 'Ada Known', email: 'known@example.com', phone: '+49 30 901820' },
  })
})

test('a booking says the chosen duration and location, and what the booker told', () => {
  const eventType = eventTypeWith({
    durationOptionsMinutes: [30, 60],
    locations: [place('phone', '+41443334455'), place('ask_booker')],
    questions: [
      {
        id: 'age',
        label: 'Age',
        kind: 'number',
        required: true,
        private: true,
        consent: false,
        options: null,
        pattern: null,
        hint: null,
        min: null,
        max: null,
        optionRules: null,
        optionTexts: null,
      },
    ],
  })
  const extras = {
    ...newExtras(eventType),
    durationMinutes: 60,
    locationOption: 1,
    place: ' Café ',
    phone: '+49 30 901820',
    guests: 'Max <max@example.com>',
    answers: { age: '42' },
  }
  expect(bookingBodyOf(eventType, { ...CALLER, note: 'Urgent' }, extras)).toEqual({
    eventTypeId: eventType.id,
    booker: { name: 'Ada', email: 'ada@example.com', phone: '+49 30 901820' },
    note: 'Urgent',
    durationMinutes: 60,
    location: { option: 1, value: 'Café' },
    answers: { age: 42 },
    guests: [{ name: 'Max', email: 'max@example.com' }],
  })
})

test('somebody is booked with a phone, with a name alone, or without a name', () => {
  const bookerOf = (caller: Partial<typeof CALLER>) => {
    const type = eventTypeWith({})
    const { eventTypeId: _, ...body } = bookingBodyOf(
      type,
      { ...CALLER, ...caller },
      newExtras(type),
    )
    return body
  }
  expect(bookerOf({ email: '', phone: ' 030 901820 ' })).toEqual({
    booker: { name: 'Ada', phone: '030 901820' },
  })
  expect(bookerOf({ email: '' })).toEqual({ booker: { name: 'Ada' } })
  expect(bookerOf({ isAnonymous: true })).toEqual({ anonymous: true })
})

test.each([
  [place('ask_booker'), { place: true, phone: false }],
  [place('phone'), { place: false, phone: true }],
  [place('phone', '+41443334455'), { place: false, phone: false }],
  [place('in_person'), { place: false, phone: false }],
])('a location asks the booker only for what it needs', (location, needs) => {
  const eventType = eventTypeWith({ locations: [location] })
  expect(needsOf(eventType, newExtras(eventType))).toEqual(needs)
})

test('a booking says how many seats it takes if they are several', () => {
  const eventType = eventTypeWith({
    seats: { capacity: 12, showRemaining: true, maxPerBooking: null },
  })
  const extras = newExtras(eventType)
  expect(bookingBodyOf(eventType, CALLER, extras)).not.toHaveProperty('seats')
  expect(bookingBodyOf(eventType, CALLER, { ...extras, seats: 3 })).toMatchObject({ seats: 3 })
})

const HAIR = {
  id: 'hair',
  label: 'Your hair',
  kind: 'select' as const,
  required: true,
  private: false,
  consent: false,
  options: ['Short', 'Long'],
  pattern: null,
  hint: null,
  min: null,
  max: null,
  optionRules: { Long: { addMinutes: 15 } },
  optionTexts: null,
}

test('answers that decide are part of the question for times and of the booking, with what they add', () => {
  const eventType = eventTypeWith({ durationOptionsMinutes: [30, 60], questions: [HAIR] })
  const extras = { ...newExtras(eventType), answers: { hair: 'Long' } }
  expect(decidingOf(eventType, extras)).toEqual({ options: { hair: ['Long'] }, addMinutes: 15 })
  expect(chosenMinutesOf(eventType, extras)).toBeUndefined()
  expect(bookingBodyOf(eventType, CALLER, extras)).toEqual({
    eventTypeId: eventType.id,
    booker: { name: 'Ada', email: 'ada@example.com' },
    answers: { hair: 'Long' },
  })
  const longer = { ...extras, durationMinutes: 60 }
  expect(chosenMinutesOf(eventType, longer)).toBe(75)
  expect(bookingBodyOf(eventType, CALLER, longer)).toMatchObject({ durationMinutes: 75 })
})

test('an empty answer decides nothing', () => {
  const eventType = eventTypeWith({ questions: [HAIR] })
  expect(decidingOf(eventType, newExtras(eventType))).toEqual({ options: {}, addMinutes: 0 })
})
