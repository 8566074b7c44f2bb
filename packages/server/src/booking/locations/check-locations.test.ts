import { expect, test } from 'vitest'
import { checkBookingLocation, checkLocations, type LocationInput } from './check-locations.ts'

const errorsOf = (inputs: readonly LocationInput[]) => {
  const checked = checkLocations(inputs)
  if (checked.ok || checked.refusal.code !== 'validation_failed') return []
  return checked.refusal.errors
}

test('each kind of location is stored with its own members', () => {
  expect(
    checkLocations([
      { kind: 'in_person', address: 'Seestraße 1, 8002 Zürich', label: 'Practice' },
      { kind: 'phone', phone: '+41 44 333 44 55' },
      { kind: 'phone' },
      { kind: 'link', url: 'https://example.com/room' },
      { kind: 'google_meet' },
      { kind: 'teams', label: 'Online' },
      { kind: 'ask_booker', label: 'Your place' },
    ]),
  ).toEqual({
    ok: true,
    value: [
      { kind: 'in_person', address: 'Seestraße 1, 8002 Zürich', label: 'Practice' },
      { kind: 'phone', phone: '+41443334455' },
      { kind: 'phone' },
      { kind: 'link', url: 'https://example.com/room' },
      { kind: 'google_meet' },
      { kind: 'teams', label: 'Online' },
      { kind: 'ask_booker', label: 'Your place' },
    ],
  })
})

test('an event type without locations stores none', () => {
  expect(checkLocations(undefined)).toEqual({ ok: true, value: undefined })
  expect(checkLocations([])).toEqual({ ok: true, value: undefined })
})

test('a member that a kind needs is required, and the pointer names it', () => {
  expect(errorsOf([{ kind: 'teams' }, { kind: 'in_person' }, { kind: 'link' }])).toEqual([
    {
      pointer: '/locations/1/address',
      message: 'is required for `in_person`: send the place, such as "Seestraße 1, 8002 Zürich"',
    },
    {
      pointer: '/locations/2/url',
      message: 'is required for `link`: send the link, such as https://example.com/room',
    },
  ])
})

test('a member of another kind is refused', () => {
  const all = { address: 'Here', phone: '+41443334455', url: 'https://example.com' }
  const pointersOf = (kind: LocationInput['kind']) =>
    errorsOf([{ kind, ...all }]).map(({ pointer }) => pointer)
  expect(pointersOf('in_person')).toEqual(['/locations/0/phone', '/locations/0/url'])
  expect(pointersOf('phone')).toEqual(['/locations/0/address', '/locations/0/url'])
  expect(pointersOf('link')).toEqual(['/locations/0/address', '/locations/0/phone'])
  for (const kind of ['google_meet', 'teams', 'ask_booker'] as const) {
    expect(pointersOf(kind)).toEqual([
      '/locations/0/address',
      '/locations/0/phone',
      '/locations/0/url',
    ])
  }
  expect(errorsOf([{ kind: 'phone', url: 'https://example.com' }])[0]?.message).toBe(
    'is not possible for `phone`; send `phone`',
  )
  expect(errorsOf([{ kind: 'teams', url: 'https://example.com' }])[0]?.message).toBe(
    'is not possible for `teams`; leave it out',
  )
})

test.each(['044 333 44 55', '+41 44 333', '+999123456789', 'call me'])(
  'the phone number %s is refused',
  (phone) => {
    expect(errorsOf([{ kind: 'phone', phone }])).toEqual([
      {
        pointer: '/locations/0/phone',
        message: 'must be a valid phone number with + and country code, such as +41443334455',
      },
    ])
  },
)

test('the location that an account gives a booking is complete', () => {
  expect(checkBookingLocation({ kind: 'ask_booker', address: 'At home' })).toEqual({
    ok: true,
    value: { kind: 'ask_booker', address: 'At home' },
  })
  expect(checkBookingLocation({ kind: 'ask_booker' })).toMatchObject({
    refusal: { errors: [{ pointer: '/location/address' }] },
  })
  expect(checkBookingLocation({ kind: 'phone' })).toMatchObject({
    refusal: { errors: [{ pointer: '/location/phone' }] },
  })
  expect(checkBookingLocation({ kind: 'google_meet', url: 'https://x.example' })).toMatchObject({
    refusal: { errors: [{ pointer: '/location/url' }] },
  })
})
