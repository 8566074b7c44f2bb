import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { BOOKER, secondsOf, unwrap } from '../../../tests/support/booking-world.ts'
import { ENGINES, stopSharedEngine } from '../../../tests/support/stores.ts'
import { openWaitlistWorld, type WaitlistWorld } from '../../../tests/support/waitlist-world.ts'
import { createBooking } from '../bookings/create-booking.ts'
import { reassignBooking } from '../bookings/reassign-booking.ts'
import { rescheduleBooking } from '../bookings/reschedule-booking.ts'
import type { EventTypeInput } from '../event-types/event-types.ts'
import type { ChosenCandidate } from '../requirements/chosen-candidate.ts'
import { explainEventTypeSlot } from '../slots/explain-slot.ts'
import { listSlots } from '../slots/slots.ts'

afterAll(stopSharedEngine)

const at = (time: string): string => `2026-04-27T${time}:00Z`
/** Monday, 27 April at 10:00, a day before. */
const DAY_BEFORE = '2026-04-26T10:00:00Z'
const TAKEN = { ok: false, refusal: { code: 'slot_taken' } }

describe.each(ENGINES)('a candidate who is kept back until a day before on %s', (engine) => {
  let world: WaitlistWorld
  let ann: string
  let bob: string
  beforeEach(async () => {
    world = await openWaitlistWorld(engine)
    ann = (await world.provider({ name: 'Ann' })).id
    bob = (await world.provider({ name: 'Bob' })).id
    return () => world.close()
  })

  const makeType = (more: Partial<EventTypeInput> = {}) =>
    world.eventType({
      confirmation: 'instant',
      requirements: [
        {
          name: 'Dentist',
          providerIds: [ann, bob],
          count: 1,
          choice: 'priority',
          bookerMayChoose: true,
        },
      ],
      release: { keptBack: [{ providerIds: [bob], untilMinutesBefore: 1440 }] },
      ...more,
    })
  const listed = async (eventTypeId: string, chosen?: ChosenCandidate) => {
    const range = {
      from: { epochMinutes: secondsOf(at('09:00')) / 60 },
      to: { epochMinutes: secondsOf(at('12:00')) / 60 },
    }
    const slots = await listSlots(world.deps, world.caller, eventTypeId, {
      ...range,
      includeUnavailable: false,
      chosen,
    })
    return unwrap(slots).starts.map((start) => new Date(start * 60_000).toISOString().slice(11, 16))
  }
  const of = (providerId: string, isBooker: boolean) => ({ chosen: { providerId, isBooker } })
  const asBooker = () => ({ ...world.caller, role: 'public', actor: { kind: 'booker' } }) as const
  const bookAsBooker = (eventTypeId: string, start: string, more: object) =>
    createBooking(world.deps, asBooker(), {
      target: { eventTypeId },
      startEpochSeconds: secondsOf(start),
      booker: BOOKER,
      ...more,
    })
  const peopleOf = ({ assignments = [] }: Awaited<ReturnType<typeof world.book>>) =>
    assignments.map(({ providerId }) => providerId)

  test('is listed and booked from that second on, and not before', async () => {
    const type = await makeType()
    await world.book(type.id, at('10:00'))
    world.clock.moveTo(Date.parse(DAY_BEFORE) - 1000)
    expect(await listed(type.id)).toEqual(['09:00', '11:00'])
    expect(await world.create(type.id, at('10:00'))).toMatchObject(TAKEN)
    expect(await listed(type.id, { providerId: bob, isBooker: true })).toEqual(['09:00'])
    world.moveTo(DAY_BEFORE)
    expect(await listed(type.id)).toEqual(['09:00', '10:00', '11:00'])
    expect(peopleOf(await world.book(type.id, at('10:00')))).toEqual([bob])
  })

  test('is explained with when the start is offered', async () => {
    const type = await makeType()
    await world.book(type.id, at('10:00'))
    const explained = await explainEventTypeSlot(
      world.deps,
      world.caller,
      type.id,
      secondsOf(at('10:00')),
    )
    const offeredFromEpochMinutes = secondsOf(DAY_BEFORE) / 60
    expect(explained).toMatchObject({
      value: {
        available: false,
        reasons: [
          {
            code: 'too_few_candidates',
            candidates: [
              { providerId: ann, reasons: [{ code: 'taken' }] },
              {
                providerId: bob,
                reasons: [{ code: 'kept_back', untilMinutesBefore: 1440, offeredFromEpochMinutes }],
              },
            ],
          },
        ],
      },
    })
  })

  test('alone is refused with the reason', async () => {
    const type = await makeType({
      requirements: [{ name: 'Dentist', providerIds: [bob], count: 1 }],
    })
    expect(await world.create(type.id, at('10:00'))).toMatchObject({
      refusal: {
        code: 'slot_not_bookable',
        reasons: [{ candidates: [{ reasons: [{ code: 'kept_back' }] }] }],
      },
    })
  })

  test("is the account's to book at any time: named, or with override", async () => {
    const type = await makeType()
    expect(await listed(type.id, { providerId: bob, isBooker: false })).toEqual([
      '09:00',
      '10:00',
      '11:00',
    ])
    const named = await world.created(type.id, at('10:00'), of(bob, false))
    expect(peopleOf(named.booking)).toEqual([bob])
    await world.book(type.id, at('11:00'))
    const forced = await world.created(type.id, at('11:00'), { isOverride: true })
    expect(peopleOf(forced.booking)).toEqual([bob])
  })

  test('is not chosen by a booker, whatever is said of the choice', async () => {
    const type = await makeType()
    for (const says of [true, false]) {
      const tried = await bookAsBooker(type.id, at('10:00'), of(bob, says))
      expect(tried).toMatchObject({ refusal: { code: 'slot_not_bookable' } })
    }
  })

  test('stays in a booking that the account moves, and leaves one that its booker moves', async () => {
    const type = await makeType()
    const { booking } = await world.created(type.id, at('10:00'), of(bob, false))
    const moved = await rescheduleBooking(world.deps, world.caller, booking.id, {
      startEpochSeconds: secondsOf(at('11:00')),
    })
    expect(peopleOf(unwrap(moved))).toEqual([bob])
    const input = { startEpochSeconds: secondsOf(at('09:00')), chosen: null }
    const left = await rescheduleBooking(world.deps, asBooker(), booking.id, input)
    expect(peopleOf(unwrap(left))).toEqual([ann])
  })

  test('takes a booking over only if named', async () => {
    const type = await makeType()
    const { id } = await world.book(type.id, at('10:00'))
    expect(await reassignBooking(world.deps, world.caller, id, {})).toMatchObject({
      refusal: { code: 'no_candidate_free' },
    })
    const named = await reassignBooking(world.deps, world.caller, id, { to: bob })
    expect(peopleOf(unwrap(named))).toEqual([bob])
  })

  test('is not offered to the wait list before', async () => {
    const type = await makeType({ waitlist: {} })
    await world.book(type.id, at('10:00'))
    const { entry } = await world.join(type.id, {
      name: 'Grace',
      from: at('10:00'),
      to: at('10:01'),
    })
    await world.look()
    expect((await world.entry(entry.id)).status).toBe('waiting')
    world.moveTo(DAY_BEFORE)
    await world.look()
    expect(peopleOf(await world.offerOf(entry.id))).toEqual([bob])
  })
})
