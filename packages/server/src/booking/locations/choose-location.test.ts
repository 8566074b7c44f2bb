import type { Location } from '@holdfast/engine'
import { expect, test } from 'vitest'
import { chooseLocation } from './choose-location.ts'
import { publicLocationRepresentation } from './location.ts'

const locations: readonly Location[] = [
  { kind: 'in_person', address: 'Seestraße 1' },
  { kind: 'phone', label: 'We call you' },
  { kind: 'phone', phone: '+41443334455' },
  { kind: 'ask_booker' },
  { kind: 'google_meet' },
]

const eventType = { locations }

const refusalOf = (...given: Parameters<typeof chooseLocation>) => {
  const chosen = chooseLocation(...given)
  return chosen.ok || chosen.refusal.code !== 'validation_failed' ? [] : chosen.refusal.errors
}

test('a booking gets the first location unless it chooses another one', () => {
  expect(chooseLocation(eventType, undefined, undefined)).toEqual({
    ok: true,
    value: { kind: 'in_person', address: 'Seestraße 1' },
  })
  expect(chooseLocation(eventType, { option: 4 }, undefined)).toEqual({
    ok: true,
    value: { kind: 'google_meet' },
  })
})

test('a booking of an event type without locations has none and cannot choose one', () => {
  expect(chooseLocation({}, undefined, undefined)).toEqual({ ok: true, value: undefined })
  expect(chooseLocation(undefined, undefined, undefined)).toEqual({ ok: true, value: undefined })
  expect(refusalOf({}, { option: 0 }, undefined)).toEqual([
    {
      pointer: '/location',
      message: 'is not possible: the event type offers no locations',
    },
  ])
})

test('a location that the event type does not offer is refused', () => {
  expect(refusalOf(eventType, { option: 5 }, undefined)).toEqual([
    {
      pointer: '/location/option',
      message: 'must be the index of a location of the event type, from 0 to 4',
    },
  ])
})

test('the booker names the place where the event type asks for it', () => {
  expect(chooseLocation(eventType, { option: 3, value: 'My office' }, undefined)).toEqual({
    ok: true,
    value: { kind: 'ask_booker', address: 'My office' },
  })
  expect(refusalOf(eventType, { option: 3 }, undefined)).toEqual([
    { pointer: '/location/value', message: 'is required: send the place' },
  ])
})

test('a booker who is called gives a number, or is called at their own', () => {
  const called = { option: 1 }
  expect(chooseLocation(eventType, { ...called, value: '+49 30 901820' }, undefined)).toEqual({
    ok: true,
    value: { kind: 'phone', label: 'We call you', phone: '+4930901820' },
  })
  expect(chooseLocation(eventType, called, { phone: '+4930901820' })).toEqual({
    ok: true,
    value: { kind: 'phone', label: 'We call you', phone: '+4930901820' },
  })
  expect(refusalOf(eventType, called, {})).toEqual([
    { pointer: '/booker/phone', message: 'is required: the booker is called at this number' },
  ])
  expect(refusalOf(eventType, { ...called, value: '030 901820' }, undefined)).toEqual([
    {
      pointer: '/location/value',
      message: 'must be a valid phone number with + and country code, such as +41443334455',
    },
  ])
})

test('a location that needs no value refuses one', () => {
  for (const option of [0, 2, 4]) {
    expect(refusalOf(eventType, { option, value: 'elsewhere' }, undefined)).toEqual([
      {
        pointer: '/location/value',
        message: 'is not possible: the location needs no value',
      },
    ])
  }
})

test('a location that was chosen before stays unless there is a new choice', () => {
  const before: Location = { kind: 'ask_booker', address: 'My office' }
  expect(chooseLocation(eventType, undefined, undefined, before)).toEqual({
    ok: true,
    value: before,
  })
  expect(chooseLocation(eventType, { option: 0 }, undefined, before)).toEqual({
    ok: true,
    value: { kind: 'in_person', address: 'Seestraße 1' },
  })
})

test('nobody sees the link of a meeting before they book', () => {
  const link: Location = { kind: 'link', url: 'https://example.com/room', label: 'Online' }
  expect(publicLocationRepresentation(link)).toEqual({
    kind: 'link',
    address: null,
    phone: null,
    url: null,
    label: 'Online',
  })
})
