import type { LedgerDay } from '@holdfast/engine'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { BOOKER, secondsOf, unwrap } from '../../../tests/support/booking-world.ts'
import { ENGINES, stopSharedEngine } from '../../../tests/support/stores.ts'
import { openWaitlistWorld, type WaitlistWorld } from '../../../tests/support/waitlist-world.ts'
import { ledgerFromItem, ledgerReplace } from '../../kernel/items/ledger-item.ts'
import { transact } from '../../kernel/transaction.ts'
import { ledgerKey } from '../../ledger/keys.ts'
import { inspect } from '../../ops/doctor/inspect.ts'
import { repair } from '../../ops/doctor/repair.ts'
import { openAvailability } from '../availability/availability.ts'
import { createBlock } from '../blocks/blocks.ts'
import type { EventTypeInput } from '../event-types/event-types.ts'
import { createBookingGroup } from '../groups/create-group.ts'
import { rescheduleBookingGroup } from '../groups/move-group.ts'
import { deleteProvider } from '../providers/provider-deletion.ts'
import { createAbsence } from '../shared-absences/create-absence.ts'
import { explainEventTypeSlot } from '../slots/explain-slot.ts'
import { listProviderSlots } from '../slots/provider-slots.ts'
import { listSlots } from '../slots/slots.ts'
import { cancelBooking, confirmBooking } from './change-booking.ts'
import { type RescheduleInput, rescheduleBooking } from './reschedule-booking.ts'

afterAll(stopSharedEngine)

const MIN = 20
const MAX = 240
const at = (time: string): string => `2026-04-27T${time}:00Z`
const TAKEN = { ok: false, refusal: { code: 'slot_taken' } }

describe.each(ENGINES)('time that a booking frees on %s', (engine) => {
  let world: WaitlistWorld
  beforeEach(async () => {
    world = await openWaitlistWorld(engine)
    return () => world.close()
  })

  const makeType = (more: Partial<EventTypeInput> = {}) =>
    world.eventType({
      confirmation: 'instant',
      slotStepMinutes: 30,
      release: { freedAfterMinutes: { min: MIN, max: MAX } },
      ...more,
    })
  const starts = async (eventTypeId: string): Promise<readonly string[]> => {
    const range = {
      from: { epochMinutes: secondsOf(at('09:00')) / 60 },
      to: { epochMinutes: secondsOf(at('18:00')) / 60 },
    }
    const listed = unwrap(
      await listSlots(world.deps, world.caller, eventTypeId, {
        ...range,
        includeUnavailable: false,
      }),
    )
    return listed.starts.map((start) => new Date(start * 60_000).toISOString().slice(11, 16))
  }
  const cancel = async (id: string) => unwrap(await cancelBooking(world.deps, world.caller, id, {}))
  const move = (id: string, start: string, more: Partial<RescheduleInput> = {}) =>
    rescheduleBooking(world.deps, world.caller, id, {
      startEpochSeconds: secondsOf(start),
      ...more,
    })
  const moveAsBooker = (id: string, start: string) =>
    rescheduleBooking(
      world.deps,
      { ...world.caller, role: 'public', actor: { kind: 'booker' } },
      id,
      {
        startEpochSeconds: secondsOf(start),
      },
    )
  const marks = async (providerId: string) =>
    (await world.ledger(providerId, '2026-04-27')).holds.toSorted(
      (a, b) => a.firstQuantum - b.firstQuantum,
    )
  /** The second at which the only kept time of a provider is free. */
  const freeAt = async (providerId: string): Promise<number> => {
    const [mark, ...others] = await marks(providerId)
    expect(others).toEqual([])
    return mark?.expiresAtEpochSeconds ?? 0
  }
  const expectClean = async () => expect((await inspect(world.deps)).findings).toEqual([])

  test('by a cancellation stays taken until a second that differs by booking', async () => {
    const type = await makeType()
    const seconds = new Set<number>()
    for (let round = 0; round < 4; round += 1) {
      const { id } = await world.book(type.id, at('10:00'))
      const now = Math.floor(world.clock.nowEpochMilliseconds() / 1000)
      await cancel(id)
      const until = await freeAt(type.providerId)
      seconds.add(until - now)
      expect(until - now).toBeGreaterThanOrEqual(MIN * 60)
      expect(until - now).toBeLessThanOrEqual(MAX * 60)
      expect(await starts(type.id)).not.toContain('10:00')
      await expectClean()
      world.clock.moveTo((until - 1) * 1000)
      expect(await world.create(type.id, at('10:00'))).toMatchObject(TAKEN)
      world.clock.moveTo(until * 1000)
      expect(await starts(type.id)).toContain('10:00')
      await expectClean()
    }
    expect(seconds.size).toBe(4)
  })

  test("is the account's to book with override, and to block", async () => {
    const type = await makeType()
    await cancel((await world.book(type.id, at('10:00'))).id)
    expect(await world.create(type.id, at('10:00'))).toMatchObject(TAKEN)
    const { booking } = await world.created(type.id, at('10:00'), { isOverride: true })
    expect(await marks(type.providerId)).toEqual([])
    await expectClean()
    await cancel(booking.id)
    unwrap(
      await createBlock(world.deps, world.caller, type.providerId, {
        startEpochSeconds: secondsOf(at('10:30')),
        endEpochSeconds: secondsOf(at('12:00')),
      }),
    )
    await expectClean()
    // The half hour beside the block is kept as before.
    expect(await marks(type.providerId)).toMatchObject([{ firstQuantum: 120, quantumCount: 6 }])
    expect(await world.create(type.id, at('09:30'))).toMatchObject(TAKEN)
  })

  test('is not touched by a doctor, who removes its mark where somebody else has the time', async () => {
    const type = await makeType()
    await cancel((await world.book(type.id, at('10:00'))).id)
    const key = ledgerKey(type.providerId, '2026-04-27')
    const day = async () => ledgerFromItem(await world.store.get(key, { consistent: true }))
    const { rev: _, ...kept } = await day()
    const write = async (next: LedgerDay) => {
      const written = { day: ledgerReplace(key, await day(), next) }
      expect(await transact(world.deps, written)).toEqual({ kind: 'done' })
    }
    const repaired = async (code: string) => {
      const { findings } = await inspect(world.deps)
      expect(findings.map((each) => each.code)).toEqual([code])
      await repair(world.deps, findings)
      await expectClean()
    }
    await write({ ...kept, taken: new Set([...kept.taken, 3]) })
    await repaired('orphan_quanta')
    expect(await day()).toMatchObject(kept)
    await world.created(type.id, at('10:00'), { isOverride: true })
    await write({ ...(await day()), holds: kept.holds })
    await repaired('mark_without_owner')
    expect(await marks(type.providerId)).toEqual([])
  })

  test('is in the way of no absence, and keeps no provider from being deleted', async () => {
    const type = await makeType()
    const { providerId } = type
    await cancel((await world.book(type.id, at('10:00'))).id)
    const absence = await createAbsence(world.deps, world.caller, {
      kind: 'block',
      providerIds: [providerId],
      time: {
        startEpochSeconds: secondsOf(at('10:00')),
        endEpochSeconds: secondsOf(at('10:30')),
      },
      onConflict: 'refuse',
    })
    expect(absence).toMatchObject({ ok: true })
    expect(await marks(providerId)).toMatchObject([{ firstQuantum: 126, quantumCount: 6 }])
    await expectClean()
    expect(await deleteProvider(world.deps, world.caller, providerId)).toMatchObject({ ok: true })
  })

  test('is told to the account with its end, and to nobody else', async () => {
    const type = await makeType()
    const { id } = await world.book(type.id, at('10:00'))
    await cancel(id)
    const keptUntilEpochSeconds = await freeAt(type.providerId)
    const explained = await explainEventTypeSlot(
      world.deps,
      world.caller,
      type.id,
      secondsOf(at('10:00')),
    )
    expect(explained).toMatchObject({
      value: { available: false, reasons: [{ code: 'taken', keptUntilEpochSeconds }] },
    })
    await world.book(type.id, at('11:00'))
    const beside = await explainEventTypeSlot(
      world.deps,
      world.caller,
      type.id,
      secondsOf(at('10:30')),
    )
    expect(JSON.stringify(beside)).not.toContain('keptUntil')
  })

  test('by a move is kept except for what the booking still needs, and it may move back', async () => {
    const type = await makeType()
    const { id } = await world.book(type.id, at('10:00'))
    unwrap(await move(id, at('10:30')))
    const [mark] = await marks(type.providerId)
    expect([mark?.firstQuantum, mark?.quantumCount]).toEqual([120, 6])
    expect(await world.create(type.id, at('09:30'))).toMatchObject(TAKEN)
    expect(await starts(type.id)).not.toContain('09:30')
    await expectClean()
    unwrap(await moveAsBooker(id, at('10:00')))
    const [left, ...others] = await marks(type.providerId)
    expect([left?.firstQuantum, left?.quantumCount, others]).toEqual([132, 6, []])
    await expectClean()
    unwrap(await move(id, at('14:00')))
    const { id: other } = await world.book(type.id, at('16:00'))
    expect(await move(other, at('10:00'))).toMatchObject(TAKEN)
    unwrap(await move(other, at('10:00'), { isOverride: true }))
    await expectClean()
  })

  test('keeps its mark on both sides of what the account books in its middle', async () => {
    const long = await makeType({ durationMinutes: 180 })
    const short = await makeType({ providerId: long.providerId, slotStepMinutes: 60 })
    await cancel((await world.book(long.id, at('10:00'))).id)
    const until = await freeAt(long.providerId)
    await world.created(short.id, at('11:00'), { isOverride: true })
    expect(await marks(long.providerId)).toMatchObject([
      { firstQuantum: 120, quantumCount: 12, expiresAtEpochSeconds: until },
      { firstQuantum: 144, quantumCount: 12, expiresAtEpochSeconds: until },
    ])
    expect(await world.create(short.id, at('12:00'))).toMatchObject(TAKEN)
    await expectClean()
    world.clock.moveTo(until * 1000)
    await world.book(short.id, at('10:00'))
    await world.book(short.id, at('12:00'))
    expect(await marks(long.providerId)).toEqual([])
    await expectClean()
  })

  test('is not kept from a booking of the same group that moves into it', async () => {
    const type = await makeType()
    const items = ['10:00', '11:00'].map((start) => ({
      eventTypeId: type.id,
      startEpochSeconds: secondsOf(at(start)),
    }))
    const group = unwrap(
      await createBookingGroup(world.deps, world.caller, {
        items,
        onConflict: 'refuse',
        booker: BOOKER,
        fields: {},
        isOverride: false,
      }),
    )
    unwrap(
      await rescheduleBookingGroup(world.deps, world.caller, group.group.id, {
        to: { shiftMinutes: 60 },
      }),
    )
    expect(await marks(type.providerId)).toMatchObject([{ firstQuantum: 120, quantumCount: 12 }])
    await expectClean()
  })

  test('of a hold is free at once, and at its second', async () => {
    const type = await makeType({ confirmation: 'hold' })
    const { booking } = await world.created(type.id, at('10:00'))
    await cancel(booking.id)
    expect(await starts(type.id)).toContain('10:00')
    const { booking: second } = await world.created(type.id, at('10:00'))
    world.moveTo('2026-04-20T08:05:00Z')
    expect(await starts(type.id)).toContain('10:00')
    expect(await marks(type.providerId)).toHaveLength(1)
    expect(second.freedAfterSeconds).toBeGreaterThan(0)
  })

  test('is offered to the wait list at once', async () => {
    const type = await makeType({ waitlist: {} })
    const { id } = await world.book(type.id, at('10:00'))
    const { entry } = await world.join(type.id, {
      name: 'Grace',
      from: at('10:00'),
      to: at('10:01'),
    })
    await cancel(id)
    expect(await starts(type.id)).not.toContain('10:00')
    await world.look()
    expect((await world.offerOf(entry.id)).startEpochSeconds).toBe(secondsOf(at('10:00')))
    await expectClean()
  })

  test('is kept at every provider of a team', async () => {
    const [ann, bob, room] = [
      await world.provider(),
      await world.provider(),
      await world.provider({ kind: 'room' }),
    ]
    const type = await makeType({
      requirements: [
        { name: 'Person', providerIds: [ann.id, bob.id], count: 1, choice: 'priority' },
        { name: 'Room', providerIds: [room.id], count: 1 },
      ],
    })
    const { id } = await world.book(type.id, at('10:00'))
    await cancel(id)
    expect(await marks(ann.id)).toHaveLength(1)
    expect(await marks(room.id)).toHaveLength(1)
    expect(await starts(type.id)).not.toContain('10:00')
    expect(await world.create(type.id, at('10:00'))).toMatchObject(TAKEN)
    const explained = await explainEventTypeSlot(
      world.deps,
      world.caller,
      type.id,
      secondsOf(at('10:00')),
    )
    const keptUntilEpochSeconds = (await marks(room.id))[0]?.expiresAtEpochSeconds
    expect(explained).toMatchObject({
      value: {
        reasons: [
          {
            candidates: [
              { providerId: room.id, reasons: [{ code: 'taken', keptUntilEpochSeconds }] },
            ],
          },
        ],
      },
    })
    await expectClean()
    const { booking } = await world.created(type.id, at('10:00'), { isOverride: true })
    expect(booking.assignments?.map(({ providerId }) => providerId)).toEqual([ann.id, room.id])
    unwrap(await move(booking.id, at('13:00')))
    expect(await world.create(type.id, at('10:00'))).toMatchObject(TAKEN)
    unwrap(await moveAsBooker(booking.id, at('10:00')))
    await expectClean()
  })

  test('of an opened slot looks booked until it is free', async () => {
    const provider = await world.provider()
    const type = await makeType({ providerId: provider.id })
    const { id } = await world.book(type.id, at('10:00'))
    await cancel(id)
    const opening = {
      date: '2026-04-27',
      startTime: '09:00',
      endTime: '12:00',
      slotDurationMinutes: 60,
    }
    unwrap(await openAvailability(world.deps, world.caller, provider.id, opening))
    const range = {
      fromEpochMinutes: secondsOf(at('09:00')) / 60,
      toEpochMinutes: secondsOf(at('12:00')) / 60,
    }
    const slots = async () =>
      unwrap(await listProviderSlots(world.deps, world.caller, provider.id, range)).slots.map(
        ({ startEpochMinutes: _s, endEpochMinutes: _e, ...slot }) => slot,
      )
    const [free, booked] = [{ status: 'available' }, { status: 'booked' }]
    expect(await slots()).toEqual([free, booked, free])
    world.clock.moveTo((await freeAt(provider.id)) * 1000)
    expect(await slots()).toEqual([free, free, free])
  })

  test('of an event type without the rule is free at once', async () => {
    const type = await world.eventType({ confirmation: 'instant' })
    const booking = await world.book(type.id, at('10:00'))
    expect(booking.freedAfterSeconds).toBeUndefined()
    await cancel(booking.id)
    expect(await marks(type.providerId)).toEqual([])
    await world.book(type.id, at('10:00'))
  })

  test('goes to one of many who want it at its second, and to nobody before', async () => {
    const type = await makeType()
    const { id } = await world.book(type.id, at('10:00'))
    const early = Array.from({ length: 5 }, () => world.create(type.id, at('10:00')))
    const [cancelled, ...before] = await Promise.all([
      cancelBooking(world.deps, world.caller, id, {}),
      ...early,
    ])
    expect(cancelled.ok).toBe(true)
    expect(before.filter(({ ok }) => ok)).toEqual([])
    world.clock.moveTo((await freeAt(type.providerId)) * 1000)
    const all = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        world.create(type.id, at('10:00'), {
          booker: { ...BOOKER, email: `b${index}@example.com` },
        }),
      ),
    )
    expect(all.filter(({ ok }) => ok)).toHaveLength(1)
    await expectClean()
  })

  test('that is held is confirmed by whoever took it with override', async () => {
    const type = await makeType({ confirmation: 'hold' })
    const { booking } = await world.created(type.id, at('10:00'))
    unwrap(await confirmBooking(world.deps, world.caller, booking.id))
    await cancel(booking.id)
    const held = await world.created(type.id, at('10:00'), { isOverride: true })
    unwrap(await confirmBooking(world.deps, world.caller, held.booking.id))
    expect(await marks(type.providerId)).toEqual([])
    await expectClean()
  })
})
