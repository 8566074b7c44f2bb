import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  BOOKER,
  type BookingWorld,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { openPrivateAnswers } from '../answers/private-answers.ts'
import { openAvailability } from '../availability/availability.ts'
import type { EventTypeInput } from '../event-types/event-types.ts'
import { updateEventType } from '../event-types/event-types.ts'
import { confirmBooking } from './change-booking.ts'
import { createBooking } from './create-booking.ts'
import { updateBooking } from './update-booking.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
afterAll(() => world.close())

const TEN = '2026-04-27T10:00:00Z'
const QUESTIONS: NonNullable<EventTypeInput['questions']> = [
  { id: 'company', label: 'Company', kind: 'text', required: true },
  { id: 'diagnosis', label: 'Diagnosis', kind: 'text', private: true },
]
const REQUIRED = [{ pointer: '/answers/company', message: 'The answer to "Company" is required.' }]
const MAX = { email: 'max@example.com' }

const refused = (errors: readonly object[]) => ({
  ok: false,
  refusal: { code: 'validation_failed', errors },
})

test.each(['instant', 'approval', 'hold'] as const)(
  'a booking with confirmation %s and a booker is asked when it is created',
  async (confirmation) => {
    const { id } = await world.eventType({ confirmation, questions: QUESTIONS })
    expect(await world.create(id, TEN)).toEqual(refused(REQUIRED))
    const fields = { answers: { company: 'Analytical' } }
    const { booking } = await world.created(id, TEN, { fields })
    expect(booking.answers).toEqual({ company: 'Analytical' })
    if (confirmation !== 'hold') return
    const confirmed = unwrap(await confirmBooking(world.deps, world.caller, booking.id))
    expect(confirmed.answers).toEqual({ company: 'Analytical' })
  },
)

test('a hold without a booker is asked on confirmation, also by the account', async () => {
  const { deps, caller } = world
  const { id: eventTypeId } = await world.eventType({ questions: QUESTIONS })
  const target = { eventTypeId }
  const { booking } = unwrap(
    await createBooking(deps, caller, { target, startEpochSeconds: secondsOf(TEN) }),
  )
  expect(await confirmBooking(deps, caller, booking.id, { booker: BOOKER })).toEqual(
    refused(REQUIRED),
  )
  const fields = { answers: { company: 'Analytical', diagnosis: 'Migraine' }, guests: [MAX] }
  const confirmed = unwrap(
    await confirmBooking(deps, caller, booking.id, { booker: BOOKER, fields }),
  )
  expect([confirmed.status, confirmed.answers, confirmed.guests]).toEqual([
    'confirmed',
    { company: 'Analytical' },
    [MAX],
  ])
  expect(await openPrivateAnswers(deps, confirmed)).toEqual({ diagnosis: 'Migraine' })
})

test('a hold keeps what it was asked if the questions change before it is confirmed', async () => {
  const { deps, caller } = world
  const { id: eventTypeId } = await world.eventType()
  const { booking } = unwrap(
    await createBooking(deps, caller, {
      target: { eventTypeId },
      startEpochSeconds: secondsOf(TEN),
    }),
  )
  unwrap(await updateEventType(deps, caller, eventTypeId, { questions: QUESTIONS }))
  const confirmed = unwrap(await confirmBooking(deps, caller, booking.id, { booker: BOOKER }))
  expect(confirmed.answers).toBeUndefined()
})

test('a hold with a booker takes other answers on confirmation', async () => {
  const { deps, caller } = world
  const { id } = await world.eventType({ questions: QUESTIONS })
  const fields = { answers: { company: 'Analytical', diagnosis: 'Migraine' } }
  const { booking } = await world.created(id, TEN, { fields })
  const other = { booker: BOOKER, fields: { answers: { company: 'Engines' } } }
  const confirmed = unwrap(await confirmBooking(deps, caller, booking.id, other))
  expect(confirmed.answers).toEqual({ company: 'Engines' })
  expect(await openPrivateAnswers(deps, confirmed)).toEqual({ diagnosis: 'Migraine' })
})

test('the account leaves out required answers with an override, but sends no wrong ones', async () => {
  const { id } = await world.eventType({ questions: QUESTIONS })
  const fields = { answers: { company: 7 } }
  expect(await world.create(id, TEN, { isOverride: true, fields })).toMatchObject({
    refusal: { errors: [{ pointer: '/answers/company' }] },
  })
  const { booking } = await world.created(id, TEN, { isOverride: true })
  expect(booking.answers).toBeUndefined()
})

test('a slot that a provider opened asks nothing, and takes guests and metadata', async () => {
  const { deps, caller } = world
  const { id: providerId } = await world.provider()
  const window = { startTime: '10:00', endTime: '11:00', slotDurationMinutes: 30 }
  const opened = { date: '2026-04-27', ...window }
  unwrap(await openAvailability(deps, caller, providerId, opened))
  const book = (fields: object) =>
    createBooking(deps, caller, {
      target: { providerId },
      startEpochSeconds: secondsOf(TEN),
      booker: BOOKER,
      fields,
    })
  expect(await book({ answers: { company: 'x' } })).toEqual(
    refused([
      {
        pointer: '/answers/company',
        message: '"company" is no question: the event type asks none. Leave it out.',
      },
    ]),
  )
  const { booking } = unwrap(await book({ guests: [MAX], metadata: { crm: 'c-1' } }))
  expect([booking.guests, booking.metadata]).toEqual([[MAX], { crm: 'c-1' }])
})

test('a guest does not become the booker, neither on confirmation nor by a change', async () => {
  const { deps, caller } = world
  const { id: eventTypeId } = await world.eventType()
  const clash = refused([
    {
      pointer: '/booker/email',
      message: '"max@example.com" is a guest of the booking. Send `guests` without them.',
    },
  ])
  const max = { name: 'Max', ...MAX }
  const { booking } = unwrap(
    await createBooking(deps, caller, {
      target: { eventTypeId },
      startEpochSeconds: secondsOf(TEN),
      fields: { guests: [MAX] },
    }),
  )
  expect(await confirmBooking(deps, caller, booking.id, { booker: max })).toEqual(clash)
  const details = { booker: BOOKER, fields: {} }
  const { id, guests } = unwrap(await confirmBooking(deps, caller, booking.id, details))
  expect(guests).toEqual([MAX])
  expect(await updateBooking(deps, caller, id, { booker: max })).toEqual(clash)
  const changed = unwrap(await updateBooking(deps, caller, id, { booker: max, guests: [] }))
  expect([changed.booker, changed.guests]).toEqual([max, undefined])
})

test('a phone number is stored in E.164 wherever a booker is given', async () => {
  const { deps, caller } = world
  const { id: providerId } = await world.provider({ timeZone: 'Europe/Berlin' })
  const { id: eventTypeId } = await world.eventType({ providerId })
  const target = { eventTypeId }
  const booker = { ...BOOKER, phone: '030 901820' }
  const { booking } = unwrap(
    await createBooking(deps, caller, { target, startEpochSeconds: secondsOf(TEN) }),
  )
  const confirmed = unwrap(await confirmBooking(deps, caller, booking.id, { booker }))
  expect(confirmed.booker?.phone).toBe('+4930901820')
  const change = { booker: { phone: '01 40 20 50 50', timeZone: 'Europe/Paris' } }
  const moved = unwrap(await updateBooking(deps, caller, booking.id, change))
  expect(moved.booker?.phone).toBe('+33140205050')
  const none = unwrap(await updateBooking(deps, caller, booking.id, { booker: { phone: null } }))
  expect(none.booker?.phone).toBeUndefined()
})

test('a change of metadata or answers leaves the invitation, its guests and the booker alone', async () => {
  const { id } = await world.eventType({ confirmation: 'instant', questions: QUESTIONS })
  const fields = { answers: { company: 'Analytical' }, guests: [MAX] }
  const booker = { ...BOOKER, phone: '+41443334455' }
  const { booking } = await world.created(id, TEN, { fields, booker })
  for (const change of [{ metadata: { crmId: 'c-1' } }, { answers: { company: 'Engines' } }]) {
    const changed = unwrap(await updateBooking(world.deps, world.caller, booking.id, change))
    expect(changed).toMatchObject({ sequence: 0, guests: [MAX], booker })
  }
  const outbox = await world.items('OUTBOX')
  const data = outbox.filter(({ type }) => type === 'booking.updated').map((event) => event.data)
  const own = data.filter((each) => JSON.stringify(each).includes(booking.id))
  expect(own).toHaveLength(2)
  for (const each of own) {
    expect(each).not.toHaveProperty('previousGuests')
    expect(each).not.toHaveProperty('previousBooker')
  }
})
