import { expect, test } from 'vitest'
import { createPhoneNumbers } from '../../adapters/phone/phone-numbers.ts'
import { checkBookingLocation, checkLocations, type LocationInput } from './check-locations.ts'

const phoneNumbers = createPhoneNumbers()
const readPhone = (text: string) => phoneNumbers.toE164(text, ['Europe/Zurich'])

const errorsOf = async (inputs: readonly LocationInput[]) => {
  const checked = await checkLocations(inputs, readPhone)
  if (checked.ok || checked.refusal.code !== 'validation_failed') return []
  return checked.refusal.errors
}

test('each kind of location is stored with its own members', async () => {
  expect(
    await checkLocations(
      [
        { kind: 'in_person', address: 'Seestraße 1, 8002 Zürich', label: 'Practice' },
        { kind: 'phone', phone: '044 333 44 55' },
        { kind: 'phone' },
        { kind: 'link', url: 'https://example.com/room' },
        { kind: 'google_meet' },
        { kind: 'teams', label: 'Online' },
        { kind: 'ask_booker', label: 'Your place' },
      ],
      readPhone,
    ),
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

test('an event type without locations stores none', async () => {
  expect(await checkLocations(undefined, readPhone)).toEqual({ ok: true, value: undefined })
  expect(await checkLocations([], readPhone)).toEqual({ ok: true, value: undefined })
})

test('a member that a kind needs is required, and the pointer names it', async () => {
  expect(await errorsOf([{ kind: 'teams' }, { kind: 'in_person' }, { kind: 'link' }])).toEqual([
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

test('a member of another kind is refused', async () => {
  const all = { address: 'Here', phone: '+41443334455', url: 'https://example.com' }
  const pointersOf = async (kind: LocationInput['kind']) =>
    (await errorsOf([{ kind, ...all }])).map(({ pointer }) => pointer)
  expect(await pointersOf('in_person')).toEqual(['/locations/0/phone', '/locations/0/url'])
  expect(await pointersOf('phone')).toEqual(['/locations/0/address', '/locations/0/url'])
  expect(await pointersOf('link')).toEqual(['/locations/0/address', '/locations/0/phone'])
  for (const kind of ['google_meet', 'teams', 'ask_booker'] as const) {
    expect(await pointersOf(kind)).toEqual([
      '/locations/0/address',
      '/locations/0/phone',
      '/locations/0/url',
    ])
  }
  expect((await errorsOf([{ kind: 'phone', url: 'https://example.com' }]))[0]?.message).toBe(
    'is not possible for `phone`; send `phone`',
  )
  expect((await errorsOf([{ kind: 'teams', url: 'https://example.com' }]))[0]?.message).toBe(
    'is not possible for `teams`; leave it out',
  )
})

test.each(['044 333', '+41 44 333', '+999123456789', 'call me'])(
  'the phone number %s is refused',
  async (phone) => {
    expect(await errorsOf([{ kind: 'phone', phone }])).toEqual([
      {
        pointer: '/locations/0/phone',
        message: 'must be a valid phone number, best with + and country code, such as +41443334455',
      },
    ])
  },
)

test('the location that an account gives a booking is complete', async () => {
  expect(await checkBookingLocation({ kind: 'ask_booker', address: 'At home' }, readPhone)).toEqual(
    {
      ok: true,
      value: { kind: 'ask_booker', address: 'At home' },
    },
  )
  expect(await checkBookingLocation({ kind: 'ask_booker' }, readPhone)).toMatchObject({
    refusal: { errors: [{ pointer: '/location/address' }] },
  })
  expect(await checkBookingLocation({ kind: 'phone' }, readPhone)).toMatchObject({
    refusal: { errors: [{ pointer: '/location/phone' }] },
  })
  expect(
    await checkBookingLocation({ kind: 'google_meet', url: 'https://x.example' }, readPhone),
  ).toMatchObject({
    refusal: { errors: [{ pointer: '/location/url' }] },
  })
})
