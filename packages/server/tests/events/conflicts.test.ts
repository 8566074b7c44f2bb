import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAvailability } from '../../src/booking/availability/availability.ts'
import { rescheduleBooking } from '../../src/booking/bookings/change-booking.ts'
import { createBooking } from '../../src/booking/bookings/create-booking.ts'
import { createEventType } from '../../src/booking/event-types/event-types.ts'
import { createProvider } from '../../src/booking/providers/providers.ts'
import { listEvents } from '../../src/delivery/events/event-log.ts'
import { relayOutbox } from '../../src/delivery/events/relay.ts'
import { createConflictReporter } from '../../src/delivery/events/report-conflicts.ts'
import { firstAccount } from '../../src/identity/accounts/accounts.ts'
import { testDependencies } from '../support/dependencies.ts'
import { ENGINES, openTestStore, type TestStore } from '../support/stores.ts'

const NOW = Date.parse('2026-04-20T08:00:00Z')
const seconds = (instant: string) => Date.parse(instant) / 1000

/** An event type of an hour, and a reporter whose minute is told by hand. */
async function setting(opened: TestStore) {
  const errors: unknown[] = []
  const { deps: plain, clock } = testDependencies(opened.store, new Date(NOW).toISOString())
  const reporter = createConflictReporter(plain, (error) => errors.push(error))
  const deps = { ...plain, noteConflict: reporter.note }
  const caller = {
    accountId: await firstAccount(deps),
    requestId: 'test',
    role: 'account',
  } as const
  const provider = await createProvider(deps, caller, { name: 'Room', timeZone: 'UTC' })
  if (!provider.ok) throw new Error('no provider')
  const providerId = provider.value.id
  const makeEventType = async (slug: string) => {
    const made = await createEventType(deps, caller, {
      providerId,
      slug,
      title: 'An hour',
      durationMinutes: 60,
      availabilityRules: [{ weekday: 'tuesday', windows: [{ start: '00:00', end: '24:00' }] }],
    })
    if (!made.ok) throw new Error(made.refusal.code)
    return made.value.id
  }
  const ask = (target: Parameters<typeof createBooking>[2]['target'], start: string) =>
    createBooking(deps, caller, {
      target,
      startEpochSeconds: seconds(start),
      booker: { name: 'Ada', email: 'ada@example.com' },
    })
  /** The conflicts that were told of a resource, once all that was begun is written. */
  const told = async (resourceId: string) => {
    await reporter.publishDue()
    await relayOutbox(deps, {}, 100)
    const { data } = await listEvents(deps, caller, { afterPosition: 0, limit: 1000 })
    return data
      .map(({ event }) => event)
      .filter((event) => event.type === 'slot.conflict_detected' && event.resourceId === resourceId)
  }
  return { deps, clock, caller, providerId, makeEventType, ask, told, reporter, errors }
}

describe.each(ENGINES)('on %s', (engine) => {
  let opened: TestStore
  let on: Awaited<ReturnType<typeof setting>>
  beforeAll(async () => {
    opened = await openTestStore(engine)
    on = await setting(opened)
  })
  afterAll(() => opened.close())

  test('the first refusal of a taken time is told at once, those of the next minute together', async () => {
    const eventTypeId = await on.makeEventType('counted')
    const start = '2026-04-21T09:00:00Z'
    expect((await on.ask({ eventTypeId }, start)).ok).toBe(true)
    expect(await on.told(eventTypeId)).toEqual([])
    for (let refused = 0; refused < 3; refused += 1) {
      expect(await on.ask({ eventTypeId }, start)).toMatchObject({
        ok: false,
        refusal: { code: 'slot_taken' },
      })
      on.clock.moveTo(on.clock.nowEpochMilliseconds() + 1_000)
    }
    const [first, ...more] = await on.told(eventTypeId)
    expect(more).toEqual([])
    expect(first).toMatchObject({
      resourceVersion: 1,
      data: {
        conflict: {
          providerId: on.providerId,
          eventTypeId,
          start,
          refusalCount: 1,
          firstRefusedAt: '2026-04-20T08:00:00Z',
        },
      },
    })
    on.clock.moveTo(NOW + 59_999)
    expect(await on.told(eventTypeId)).toHaveLength(1)
    on.clock.moveTo(NOW + 60_000)
    const counts = (await on.told(eventTypeId)).map(({ data }) => data.conflict)
    expect(counts).toMatchObject([
      { refusalCount: 1 },
      { refusalCount: 2, firstRefusedAt: '2026-04-20T08:00:01Z' },
    ])
    on.clock.moveTo(NOW + 200_000)
    expect(await on.told(eventTypeId)).toHaveLength(2)
    on.clock.moveTo(NOW)
  })

  test('a move to a time that is taken is told of its event type', async () => {
    const eventTypeId = await on.makeEventType('moved')
    const first = await on.ask({ eventTypeId }, '2026-04-21T12:00:00Z')
    await on.ask({ eventTypeId }, '2026-04-21T14:00:00Z')
    if (!first.ok) throw new Error(first.refusal.code)
    const moved = await rescheduleBooking(on.deps, on.caller, first.value.booking.id, {
      startEpochSeconds: seconds('2026-04-21T14:00:00Z'),
    })
    expect(moved).toMatchObject({ ok: false, refusal: { code: 'slot_taken' } })
    expect((await on.told(eventTypeId)).map(({ data }) => data.conflict)).toMatchObject([
      { eventTypeId, start: '2026-04-21T14:00:00Z', refusalCount: 1 },
    ])
  })

  test('a conflict over an opened slot is told of the provider', async () => {
    const opening = {
      date: '2026-04-28',
      startTime: '09:00',
      endTime: '12:00',
      slotDurationMinutes: 30,
    }
    const { deps, caller, providerId } = on
    expect((await openAvailability(deps, caller, providerId, opening)).ok).toBe(true)
    await on.ask({ providerId }, '2026-04-28T09:30:00Z')
    await on.ask({ providerId }, '2026-04-28T09:30:00Z')
    expect((await on.told(providerId)).map(({ data }) => data.conflict)).toMatchObject([
      { providerId, eventTypeId: null, start: '2026-04-28T09:30:00Z', refusalCount: 1 },
    ])
  })

  test('other refusals are no conflicts', async () => {
    const eventTypeId = await on.makeEventType('rules')
    expect(await on.ask({ eventTypeId }, '2026-04-22T09:00:00Z')).toMatchObject({
      ok: false,
      refusal: { code: 'slot_not_bookable' },
    })
    expect(await on.told(eventTypeId)).toEqual([])
  })

  test('what was counted is told when the server stops', async () => {
    const eventTypeId = await on.makeEventType('stopped')
    const start = '2026-04-21T17:00:00Z'
    for (let asked = 0; asked < 5; asked += 1) await on.ask({ eventTypeId }, start)
    await on.reporter.close()
    expect((await on.told(eventTypeId)).map(({ data }) => data.conflict)).toMatchObject([
      { refusalCount: 1 },
      { refusalCount: 3 },
    ])
  })

  test('an event that could not be written is reported, and the refusal stands', async () => {
    const failing = {
      ...on.deps,
      store: { ...on.deps.store, transact: () => Promise.reject(new Error('disk full')) },
    }
    const errors: unknown[] = []
    const reporter = createConflictReporter(failing, (error) => errors.push(error))
    reporter.note({
      accountId: on.caller.accountId,
      providerId: on.providerId,
      resourceVersion: 1,
      startEpochSeconds: 0,
    })
    await reporter.close()
    expect(errors).toEqual([new Error('disk full')])
  })
})
