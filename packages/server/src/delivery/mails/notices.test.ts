import { EVENT_KEYS } from '@holdfast/contracts'
import type { Booking } from '@holdfast/engine'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DomainEvent, DomainEventName } from '../../kernel/events/event.ts'
import { BOOKING_NOTICES, messageFor } from './booking-notices.ts'
import { familyOf, NOTICES } from './notices.ts'
import { paymentNoticeFor, sessionNoticeFor } from './other-notices.ts'

const NAMES = Object.keys(BOOKING_NOTICES) as (keyof typeof BOOKING_NOTICES)[]
const EVENT_NAMES = Object.keys(NOTICES) as DomainEventName[]

const BOOKING = fc.record(
  {
    status: fc.constantFrom('pending', 'confirmed', 'cancelled', 'expired', 'completed', 'no_show'),
    confirmation: fc.constantFrom('hold', 'approval', 'none'),
    confirmedAtEpochSeconds: fc.nat(),
    emailUnconfirmed: fc.constant(true),
    waitlistId: fc.constant('wle_1'),
    clockChangeVersion: fc.constantFrom(2, 3),
    version: fc.constant(3),
  },
  { requiredKeys: ['status', 'version'] },
)

const CONTEXT = fc.record(
  {
    // The decision reads no other member.
    booking: BOOKING as unknown as fc.Arbitrary<Booking>,
    eventName: fc.constantFrom(...NAMES),
    isNewAddress: fc.boolean(),
    placeChange: fc.constantFrom(
      'elsewhere' as const,
      'first-link' as const,
      'other-link' as const,
    ),
    previousService: fc.constant({ eventType: undefined }),
  },
  { requiredKeys: ['booking', 'eventName'] },
)
const PART = fc.constantFrom('joins' as const, 'stays' as const, 'leaves' as const)

const eventOf = (type: DomainEventName, data: object = {}): DomainEvent =>
  ({ id: 'evt_1', type, data }) as unknown as DomainEvent

describe('the notices of a booking', () => {
  test('nobody but the booker hears of a booking whose address waits to be confirmed', () => {
    fc.assert(
      fc.property(CONTEXT, PART, (context, part) => {
        fc.pre(context.booking.emailUnconfirmed === true)
        expect(messageFor(context, 'provider', part)).toBeUndefined()
        const told = messageFor(context, 'booker')
        expect(['emailProofNeeded', 'waitlistOffered', 'waitlistLapsed', undefined]).toContain(told)
      }),
    )
  })

  test('nobody hears of the move, the new people or the end of a hold', () => {
    fc.assert(
      fc.property(CONTEXT, PART, ({ booking, ...context }, part) => {
        const { confirmedAtEpochSeconds: _, emailUnconfirmed: __, ...rest } = booking
        const names = ['rescheduled', 'reassigned', 'cancelled', 'expired'] as const
        for (const name of names) {
          const eventName = `booking.${name}` as const
          const hold = {
            ...context,
            eventName,
            booking: { ...rest, confirmation: 'hold' as const },
          }
          for (const to of ['booker', 'provider', 'guest'] as const) {
            expect(messageFor(hold, to, part)).toBeUndefined()
          }
        }
      }),
    )
  })

  test('no guest hears of what was never confirmed', () => {
    fc.assert(
      fc.property(CONTEXT, PART, (context, part) => {
        fc.pre(context.booking.confirmedAtEpochSeconds === undefined)
        expect(messageFor(context, 'guest', part)).toBeUndefined()
      }),
    )
  })

  test('each rule decides on some booking', () => {
    const decided = new Set<string>()
    fc.assert(
      fc.property(CONTEXT, PART, (context, part) => {
        for (const to of ['booker', 'provider', 'guest'] as const) {
          const kind = messageFor(context, to, to === 'booker' ? 'stays' : part)
          if (kind) decided.add(`${context.eventName} ${to} ${kind}`)
        }
      }),
      { numRuns: 20_000, seed: 43 },
    )
    const all = NAMES.flatMap((name) =>
      BOOKING_NOTICES[name].flatMap(({ to, kind }) => to.map((each) => `${name} ${each} ${kind}`)),
    )
    expect(new Set(all)).toEqual(decided)
  })
})

test('every event of the contract has notices, or says why it has none', () => {
  for (const key of EVENT_KEYS) expect(EVENT_NAMES).toContain(key)
  for (const name of EVENT_NAMES) {
    const entry: object = NOTICES[name]
    const reason = 'nobody' in entry ? entry.nobody : undefined
    if (reason === undefined) continue
    expect(reason).toMatch(/^.{12,}\.$/)
    expect(familyOf(eventOf(name, { booking: {} }))).toBeUndefined()
  }
})

test('an event of a later version of the server tells nobody', () => {
  expect(familyOf(eventOf('booking.postponed' as DomainEventName))).toBeUndefined()
})

test('a stay that nobody booked on the public page, or whose note alone changed, tells nobody', () => {
  const stay = { guest: { name: 'Nora', email: 'nora@example.com' } }
  expect(familyOf(eventOf('stay.created', { stay }))).toBe('calendar')
  expect(familyOf(eventOf('stay.created', { stay: { guest: null } }))).toBeUndefined()
  expect(familyOf(eventOf('stay.updated', { stay }))).toBeUndefined()
  expect(familyOf(eventOf('stay.updated', { stay, movedFrom: {} }))).toBe('calendar')
})

test('a calendar that is only late tells nobody', () => {
  const lost = (status: string) =>
    familyOf(eventOf('calendar.sync_failed', { connection: { status } }))
  expect([lost('failing'), lost('broken'), lost('stale')]).toEqual([
    undefined,
    'calendar',
    'calendar',
  ])
})

test('a request to pay is not sent for what is paid or over', () => {
  const told = (status: 'pending' | 'cancelled', payment: string) =>
    paymentNoticeFor('payment.requested', 'booker', {
      booking: { status, payment: { status: payment } } as unknown as Booking,
    })
  expect(told('pending', 'required')).toBe('paymentNeeded')
  expect(told('pending', 'captured')).toBeUndefined()
  expect(told('cancelled', 'required')).toBeUndefined()
})

test('of a charge of several bookings, the charge decides', () => {
  const booking = { status: 'pending', payment: { orderId: 'ord_1', status: 'required' } }
  const told = (isChargeRight?: boolean) =>
    paymentNoticeFor('payment.requested', 'booker', {
      booking: booking as unknown as Booking,
      isChargeRight,
    })
  expect([told(), told(false), told(true)]).toEqual([undefined, undefined, 'paymentNeeded'])
})

test('a class that nobody booked ends without a notice, and one that ended has no news', () => {
  const facts = { part: 'stays', isMove: true, isTaken: false, isClosed: true } as const
  const told = (name: DomainEventName, other: object = {}) =>
    sessionNoticeFor(name, 'provider', { ...facts, ...other })
  expect(told('session.cancelled')).toBeUndefined()
  expect(told('session.cancelled', { isTaken: true })).toBe('cancelled')
  expect(told('session.changed')).toBeUndefined()
  expect(told('session.changed', { isClosed: false })).toBe('moved')
  expect(told('session.changed', { isClosed: false, part: 'leaves' })).toBe('left')
  expect(told('session.changed', { isClosed: false, isMove: false })).toBe('changed')
})
