import type { Location } from '@holdfast/engine'
import { expect, test } from 'vitest'
import { createPhoneNumbers } from '../../adapters/phone/phone-numbers.ts'
import {
  chooseLocation as choose,
  type LocatedEventType,
  type LocationChoice,
  type ReachableBooker,
} from './choose-location.ts'
import { publicLocationRepresentation } from './location.ts'

const locations: readonly Location[] = [
  { kind: 'in_person', address: 'Seestraße 1' },
  { kind: 'phone', label: 'We call you' },
  { kind: 'phone', phone: '+41443334455' },
  { kind: 'ask_booker' },
  { kind: 'google_meet' },
]

const eventType = { locations }

const phoneNumbers = createPhoneNumbers()
const readPhone = (text: string) => phoneNumbers.toE164(text, ['Europe/Berlin'])

const chooseLocation = (
  of: LocatedEventType | undefined,
  input: LocationChoice | undefined,
  booker?: ReachableBooker,
  before?: Location,
) => choose(of, input, booker, { readPhone, before })

const refusalOf = async (...given: Parameters<typeof chooseLocation>) => {
  const chosen = await chooseLocation(...given)
  return chosen.ok || chosen.refusal.code !== 'validation_failed' ? [] : chosen.refusal.errors
}

test('a booking gets the first location unless it chooses another one', async () => {
  expect(await chooseLocation(eventType, undefined)).toEqual({
    ok: true,
    value: { kind: 'in_person', address: 'Seestraße 1' },
  })
  expect(await chooseLocation(eventType, { option: 4 })).toEqual({
    ok: true,
    value: { kind: 'google_meet' },
  })
})

test('a booking of an event type without locations has none and cannot choose one', async () => {
  expect(await chooseLocation({}, undefined)).toEqual({ ok: true, value: undefined })
  expect(await chooseLocation(undefined, undefined)).toEqual({ ok: true, value: undefined })
  expect(await refusalOf({}, { option: 0 })).toEqual([
    {
      pointer: '/location',
      message: 'is not possible: the event type offers no locations',
    },
  ])
})

test('a location that the event type does not offer is refused', async () => {
  expect(await refusalOf(eventType, { option: 5 })).toEqual([
    {
      pointer: '/location/option',
      message: 'must be the index of a location of the event type, from 0 to 4',
    },
  ])
})

test('the booker names the place where the event type asks for it', async () => {
  expect(await chooseLocation(eventType, { option: 3, value: 'My office' })).toEqual({
    ok: true,
    value: { kind: 'ask_booker', address: 'My office' },
  })
  expect(await refusalOf(eventType, { option: 3 })).toEqual([
    { pointer: '/location/value', message: 'is required: send the place' },
  ])
})

test('a booker who is called gives a number, or is called at their own', async () => {
  const called = { option: 1 }
  expect(await chooseLocation(eventType, { ...called, value: '030 901820' })).toEqual({
    ok: true,
    value: { kind: 'phone', label: 'We call you', phone: '+4930901820' },
  })
  expect(await chooseLocation(eventType, called, { phone: '+4930901820' })).toEqual({
    ok: true,
    value: { kind: 'phone', label: 'We call you', phone: '+4930901820' },
  })
  expect(await refusalOf(eventType, called, {})).toEqual([
    { pointer: '/booker/phone', message: 'is required: the booker is called at this number' },
  ])
  expect(await refusalOf(eventType, { ...called, value: '030 90' })).toEqual([
    {
      pointer: '/location/value',
      message: 'must be a valid phone number, best with + and country code, such as +41443334455',
    },
  ])
})

test('a location that needs no value refuses one', async () => {
  for (const option of [0, 2, 4]) {
    expect(await refusalOf(eventType, { option, value: 'elsewhere' })).toEqual([
      {
        pointer: '/location/value',
        message: 'is not possible: the location needs no value',
      },
    ])
  }
})

test('a location that was chosen before stays unless there is a new choice', async () => {
  const before: Location = { kind: 'ask_booker', address: 'My office' }
  expect(await chooseLocation(eventType, undefined, undefined, before)).toEqual({
    ok: true,
    value: before,
  })
  expect(await chooseLocation(eventType, { option: 0 }, undefined, before)).toEqual({
    ok: true,
    value: { kind: 'in_person', address: 'Seestraße 1' },
  })
})

test('nobody sees the link of a meeting before they book', async () => {
  const link: Location = { kind: 'link', url: 'https://example.com/room', label: 'Online' }
  expect(publicLocationRepresentation(link)).toEqual({
    kind: 'link',
    address: null,
    phone: null,
    url: null,
    label: 'Online',
  })
})
