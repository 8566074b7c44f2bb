import { describe, expect, test } from 'vitest'
import {
  AvailabilityCreate,
  BookingCreate,
  BookingListQuery,
  EventTypeCreate,
  EventTypePatch,
  ProviderCreate,
  ProviderListQuery,
  ProviderPatch,
  ProviderSlotsQuery,
  SlotsQuery,
  TestClockChange,
} from './index.ts'

const EVENT_TYPE_ID = 'ety_01kqs3v7m8e2f4g6h8j0k2m4n6'
const PROVIDER_ID = 'prv_01kqs3v7m8e2f4g6h8j0k2m4n6'
const provider = { name: 'Ada', timeZone: 'Europe/Berlin' }
const booking = {
  eventTypeId: EVENT_TYPE_ID,
  start: '2026-04-27T09:00:00Z',
  booker: { name: 'Grace', email: 'grace@example.com' },
}

interface Schema {
  safeParse(input: unknown): {
    success: boolean
    error?: { issues: readonly { path: readonly PropertyKey[] }[] } | undefined
  }
}

const rejectedAt = (schema: Schema, input: unknown): string | undefined =>
  schema.safeParse(input).error?.issues[0]?.path.join('.')

describe('a single-line text', () => {
  test.each([
    ['a line feed', 'Ada\nBcc: all@example.com'],
    ['a carriage return', 'Ada\rWeber'],
    ['a NUL', 'Ada\u0000'],
    ['a tab', 'Ada\tWeber'],
    ['a delete character', 'Ada\u007f'],
    ['a next-line character', 'Ada\u0085Weber'],
    ['a line separator', 'Ada\u2028Weber'],
    ['a paragraph separator', 'Ada\u2029Weber'],
    ['a lone surrogate', 'Ada\ud83d'],
    ['a control character at the end, which trimming would hide', 'Ada\n'],
    ['no characters', ''],
    ['only spaces', '   '],
    ['only a change of direction', '\u202e'],
    ['201 characters', 'a'.repeat(201)],
    ['a number', 7],
  ])('rejects %s', (_, name) => {
    expect(rejectedAt(ProviderCreate, { ...provider, name })).toBe('name')
  })

  test.each([
    ['letters of any script', 'Żółć 山田 🙂', 'Żółć 山田 🙂'],
    ['200 characters', 'a'.repeat(200), 'a'.repeat(200)],
    ['surrounding spaces, which it trims', '  Ada  ', 'Ada'],
    ['changes of direction, which it removes', '\u202a\u202eadA\u202c\u2069', 'adA'],
    ['a mark of direction, which Hebrew beside digits needs', 'דוד \u200f7', 'דוד \u200f7'],
  ])('accepts %s', (_, name, kept) => {
    expect(ProviderCreate.parse({ ...provider, name }).name).toBe(kept)
  })
})

describe('a multi-line text', () => {
  test('accepts line feeds and tabs', () => {
    expect(BookingCreate.parse({ ...booking, note: 'one\n\ttwo' }).note).toBe('one\n\ttwo')
  })

  test('gets line feeds for the line ends of a form', () => {
    expect(BookingCreate.parse({ ...booking, note: 'one\r\n\r\ntwo' }).note).toBe('one\n\ntwo')
  })

  test.each(['one\rtwo', 'bell\u0007', 'line\u2028separator', 'half \udc00'])(
    'rejects any other control character: %j',
    (note) => {
      expect(rejectedAt(BookingCreate, { ...booking, note })).toBe('note')
    },
  )

  test('has at most 2000 characters', () => {
    expect(BookingCreate.safeParse({ ...booking, note: 'a'.repeat(2000) }).success).toBe(true)
    expect(rejectedAt(BookingCreate, { ...booking, note: 'a'.repeat(2001) })).toBe('note')
  })
})

describe('an email address', () => {
  test('is converted to lowercase, so that one person has one address', () => {
    expect(ProviderCreate.parse({ ...provider, email: 'Ada@Example.COM' }).email).toBe(
      'ada@example.com',
    )
  })

  test.each([
    ['name@bücher.example', 'name@xn--bcher-kva.example'],
    ['Name@BÜCHER.Example', 'name@xn--bcher-kva.example'],
    ['ada@日本語.jp', 'ada@xn--wgv71a119e.jp'],
    ['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
  ])('with the domain of %s is stored as %s', (email, stored) => {
    expect(ProviderCreate.parse({ ...provider, email }).email).toBe(stored)
  })

  test('with letters beyond ASCII before the @ is rejected with words of its own', () => {
    const messageOf = (email: string) =>
      ProviderCreate.safeParse({ ...provider, email }).error?.issues.map(({ message }) => message)
    expect(messageOf('jörg@example.com')).toEqual([
      'must have only ASCII letters, digits and symbols before the @, such as ada@example.com',
    ])
    expect(messageOf('jörg@bücher.example')).toEqual([
      'must have only ASCII letters, digits and symbols before the @, such as ada@example.com',
    ])
    expect(messageOf('jörg')).toEqual(['must be an email address, such as ada@example.com'])
  })

  test.each([
    "o'hara+tag@sub.example.co.uk",
    'a@b.co',
    'a.b.c@example.com',
    'first_last-1@xn--bcher-kva.example',
    `${'a'.repeat(64)}@example.com`,
  ])('accepts %s', (email) => {
    expect(ProviderCreate.safeParse({ ...provider, email }).success).toBe(true)
  })

  test.each([
    'ada',
    'ada@localhost',
    'ada@@example.com',
    'ada@example..com',
    '.ada@example.com',
    'ada.@example.com',
    'a..b@example.com',
    'ada@-example.com',
    'ada@example.com\nBcc: all@example.com',
    'Ada <ada@example.com>',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b.'.repeat(130)}com`,
    'ada@bücher',
    'ada@-bücher.example',
    'ada@bücher.example/a',
    'ada@bücher.example:25',
    'ada@bücher％.example',
    'ada@bücher\u2028.example',
    `ada@${'ü'.repeat(63)}.example`,
    `ada@${'ü.'.repeat(60)}example`,
  ])('rejects %j', (email) => {
    expect(rejectedAt(ProviderCreate, { ...provider, email })).toBe('email')
  })
})

describe('a slug', () => {
  test.each(['a', 'first-visit', '30-min', 'a'.repeat(64)])('accepts %s', (slug) => {
    expect(ProviderCreate.safeParse({ ...provider, slug }).success).toBe(true)
  })

  test.each(['', '-a', 'a-', 'a--b', 'First', 'a b', 'ä', 'a/b', 'a'.repeat(65)])(
    'rejects %j',
    (slug) => {
      expect(rejectedAt(ProviderCreate, { ...provider, slug })).toBe('slug')
    },
  )
})

describe('an instant', () => {
  test.each([
    '2026-04-27T09:00:00Z',
    '2026-04-27T11:00:00+02:00',
    '2026-04-27T09:00:00.000Z',
    '2028-02-29T09:00:00Z',
    '2000-02-29T09:00:00Z',
    '2026-12-31T23:59:59+14:00',
    '1970-01-01T00:00:00Z',
    '2199-12-31T23:59:59Z',
  ])('accepts %s', (start) => {
    expect(BookingCreate.safeParse({ ...booking, start }).success).toBe(true)
  })

  test.each([
    ['without an offset', '2026-04-27T09:00:00'],
    ['without seconds', '2026-04-27T09:00Z'],
    ['of February 30', '2026-02-30T09:00:00Z'],
    ['of February 29 in a common year', '2027-02-29T09:00:00Z'],
    ['of February 29 in a century year that is not a leap year', '2100-02-29T09:00:00Z'],
    ['of April 31', '2026-04-31T09:00:00Z'],
    ['of month 13', '2026-13-01T09:00:00Z'],
    ['of day 0', '2026-04-00T09:00:00Z'],
    ['at hour 24', '2026-04-27T24:00:00Z'],
    ['at second 60', '2026-06-30T23:59:60Z'],
    ['whose + became a space in a query', '2026-04-27T11:00:00 02:00'],
    ['with a space instead of the T', '2026-04-27 09:00:00Z'],
    ['without a time', '2026-04-27'],
    ['before 1970', '1969-12-31T23:59:59Z'],
    ['after 2199', '2200-01-01T00:00:00Z'],
    ['with an offset of 24 hours', '2026-04-27T09:00:00+24:00'],
    ['with a fraction of a second', '2026-04-27T09:00:00.5Z'],
    ['in words', 'tomorrow at nine'],
    ['as a number', 1_777_280_400],
  ])('rejects a value %s', (_, start) => {
    expect(rejectedAt(BookingCreate, { ...booking, start })).toBe('start')
  })
})

describe('dates, times of day and zones', () => {
  const availability = {
    date: '2026-04-27',
    startTime: '09:00',
    endTime: '17:00',
    slotDurationMinutes: 30,
  }

  test('24:00 can end a window but not start one', () => {
    expect(AvailabilityCreate.safeParse({ ...availability, endTime: '24:00' }).success).toBe(true)
    expect(rejectedAt(AvailabilityCreate, { ...availability, startTime: '24:00' })).toBe(
      'startTime',
    )
  })

  test.each([
    ['date', '2026-02-30'],
    ['date', '2026-4-27'],
    ['date', '2026-13-01'],
    ['startTime', '9:00'],
    ['startTime', '09:60'],
    ['endTime', '24:01'],
    ['endTime', '25:00'],
    ['slotDurationMinutes', 0],
    ['slotDurationMinutes', 7.5],
    ['slotDurationMinutes', 1441],
    ['slotDurationMinutes', '30'],
    ['slotDurationMinutes', null],
  ])('an invalid %s %j is rejected', (name, value) => {
    expect(rejectedAt(AvailabilityCreate, { ...availability, [name]: value })).toBe(name)
  })

  test.each(['Europe/Berlin', 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])(
    'the time zone name %s is accepted',
    (timeZone) => {
      expect(ProviderCreate.safeParse({ ...provider, timeZone }).success).toBe(true)
    },
  )

  test.each(['', '+02:00', 'Europe/Berlin\n', '../etc/passwd', 'a/b/c/d', 'Europe//Berlin'])(
    'the time zone name %j is rejected',
    (timeZone) => {
      expect(rejectedAt(ProviderCreate, { ...provider, timeZone })).toBe('timeZone')
    },
  )
})

describe('an object', () => {
  test.each([
    ['an object with an unknown field', { ...provider, colour: 'red' }],
    [
      'an object with a field named __proto__',
      JSON.parse('{"name":"a","timeZone":"UTC","__proto__":{}}'),
    ],
    ['a list', [provider]],
    ['null', null],
    ['a string', 'Ada'],
  ])('is required, so %s is rejected', (_, input) => {
    expect(ProviderCreate.safeParse(input).success).toBe(false)
  })

  test('rejects unknown fields of nested objects too', () => {
    const booker = { ...booking.booker, admin: true }
    expect(rejectedAt(BookingCreate, { ...booking, booker })).toBe('booker')
  })
})

describe('a booking', () => {
  test('needs an event type, whose candidate it may name, or a provider', () => {
    const { eventTypeId: _, ...rest } = booking
    expect(BookingCreate.safeParse(booking).success).toBe(true)
    expect(BookingCreate.safeParse({ ...rest, providerId: PROVIDER_ID }).success).toBe(true)
    expect(rejectedAt(BookingCreate, rest)).toBe('eventTypeId')
    expect(BookingCreate.safeParse({ ...booking, providerId: PROVIDER_ID }).success).toBe(true)
  })

  test.each([
    'ety_01KQS3V7M8E2F4G6H8J0K2M4N6',
    'prv_01kqs3v7m8e2f4g6h8j0k2m4n6',
    'ety_81kqs3v7m8e2f4g6h8j0k2m4n6',
    'ety_01kqs3v7m8e2f4g6h8j0k2m4n',
    'ety_01kqs3v7m8e2f4g6h8j0k2m4nu',
    'ety_01kqs3v7m8e2f4g6h8j0k2m4n6#x',
  ])('rejects the malformed event type id %s', (eventTypeId) => {
    expect(rejectedAt(BookingCreate, { ...booking, eventTypeId })).toBe('eventTypeId')
  })
})

describe('an event type', () => {
  const eventType = {
    providerId: PROVIDER_ID,
    slug: 'first-visit',
    title: 'First visit',
    durationMinutes: 30,
    availabilityRules: [{ weekday: 'monday', windows: [{ start: '09:00', end: '24:00' }] }],
  }

  test('needs only a provider, slug, title, duration and rules', () => {
    expect(EventTypeCreate.parse(eventType)).toEqual(eventType)
  })

  test.each([
    ['availabilityRules.0.weekday', { availabilityRules: [{ weekday: 'Monday', windows: [] }] }],
    [
      'availabilityRules.0.windows.0.start',
      { availabilityRules: [{ weekday: 'monday', windows: [{ start: '24:00', end: '24:00' }] }] },
    ],
    ['availabilityRules', { availabilityRules: {} }],
    [
      'dateOverrides',
      { dateOverrides: Array.from({ length: 1001 }, () => ({ date: '2026-04-27', windows: [] })) },
    ],
    ['confirmation', { confirmation: 'maybe' }],
    ['holdMinutes', { holdMinutes: 61 }],
    ['bufferBeforeMinutes', { bufferBeforeMinutes: -1 }],
    ['durationMinutes', { durationMinutes: Number.NaN }],
  ])('with an invalid %s is rejected', (path, change) => {
    expect(rejectedAt(EventTypeCreate, { ...eventType, ...change })).toBe(path)
  })

  test('cannot move to another provider', () => {
    expect(rejectedAt(EventTypePatch, { providerId: PROVIDER_ID })).toBe('')
  })
})

test('null removes an optional value of a provider but not its name', () => {
  expect(ProviderPatch.parse({ specialty: null, email: null })).toEqual({
    specialty: null,
    email: null,
  })
  expect(rejectedAt(ProviderPatch, { name: null })).toBe('name')
})

describe('a query', () => {
  test('has a default limit of 50', () => {
    expect(ProviderListQuery.parse({})).toEqual({ limit: 50 })
    expect(ProviderListQuery.parse({ limit: '100' })).toEqual({ limit: 100 })
  })

  test.each(['0', '101', '-1', '1e2', '0x10', ' 5', '', 'ten'])('rejects the limit %j', (limit) => {
    expect(rejectedAt(ProviderListQuery, { limit })).toBe('limit')
  })

  test('rejects unknown parameters, so that a typo cannot widen it', () => {
    expect(ProviderListQuery.safeParse({ speciality: 'dentist' }).success).toBe(false)
  })

  test('for bookings takes no filter, one status or several', () => {
    const statusOf = (query: object) => BookingListQuery.parse(query).status
    expect(statusOf({})).toBeUndefined()
    expect(statusOf({ status: 'pending' })).toEqual(['pending'])
    expect(statusOf({ status: ['pending', 'confirmed'] })).toEqual(['pending', 'confirmed'])
    expect(BookingListQuery.safeParse({ status: ['pending', 'lost'] }).success).toBe(false)
    expect(BookingListQuery.safeParse({ order: 'sideways' }).success).toBe(false)
  })

  test('for opened slots needs a date or a range', () => {
    const date = '2026-04-27'
    expect(ProviderSlotsQuery.safeParse({ date }).success).toBe(true)
    expect(ProviderSlotsQuery.safeParse({ from: date, to: '2026-04-28' }).success).toBe(true)
    expect(ProviderSlotsQuery.safeParse({}).success).toBe(false)
    expect(ProviderSlotsQuery.safeParse({ from: date }).success).toBe(false)
    expect(ProviderSlotsQuery.safeParse({ date, to: date }).success).toBe(false)
    expect(
      ProviderSlotsQuery.safeParse({ from: '2026-04-27T09:00:00Z', to: '2026-04-27T12:00:00Z' })
        .success,
    ).toBe(true)
    expect(ProviderSlotsQuery.safeParse({ from: date, to: '2026-04-28T00:00:00Z' }).success).toBe(
      false,
    )
  })

  test('for slots accepts instants and dates', () => {
    expect(
      SlotsQuery.safeParse({ from: '2026-04-27', to: '2026-04-28T00:00:00+02:00' }).success,
    ).toBe(true)
    expect(rejectedAt(SlotsQuery, { from: '2026-02-30', to: '2026-03-01' })).toBe('from')
    expect(rejectedAt(SlotsQuery, { from: '2026-04-27T09:00', to: '2026-04-28' })).toBe('from')
  })
})

test('the test clock accepts either an instant or an advance', () => {
  expect(TestClockChange.safeParse({ now: '2026-04-27T09:00:00Z' }).success).toBe(true)
  expect(TestClockChange.safeParse({ advanceSeconds: 301 }).success).toBe(true)
  expect(TestClockChange.safeParse({}).success).toBe(false)
  expect(
    TestClockChange.safeParse({ now: '2026-04-27T09:00:00Z', advanceSeconds: 1 }).success,
  ).toBe(false)
})
