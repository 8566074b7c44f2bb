import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import { OTHER_ENGINES, openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import { openAvailability } from '../../booking/availability/availability.ts'
import { createBooking } from '../../booking/bookings/create-booking.ts'
import { rescheduleBooking } from '../../booking/bookings/reschedule-booking.ts'
import { createEventType } from '../../booking/event-types/event-types.ts'
import { createProvider } from '../../booking/provider-changes/save-provider.ts'
import { firstAccount } from '../../identity/accounts/accounts.ts'
import { listEvents } from './event-log.ts'
import { relayOutbox } from './relay.ts'
import { createConflictReporter } from './report-conflicts.ts'

const NOW = Date.parse('2026-04-20T08:00:00Z')
const seconds = (instant: string) => Date.parse(instant) / 1000

/** A provider, and a conflict reporter that publishes only when the test says so. */
async function createFixture(opened: TestStore) {
  const errors: unknown[] = []
  const { deps: plain, clock } = testDependencies(opened.store, new Date(NOW).toISOString())
  const reporter = createConflictReporter(plain, (error) => errors.push(error))
  const deps = { ...plain, reportConflict: reporter.record }
  const caller = {
    accountId: await firstAccount(deps),
    requestId: 'test',
    role: 'account',
    actor: { kind: 'system' },
  } as const
  const provider = await createProvider(deps, caller, { name: 'Room', timeZone: 'UTC' })
  if (!provider.ok) throw new Error('no provider')
  const providerId = provider.value.id
  const newEventType = async (slug: string) => {
    const created = await createEventType(deps, caller, {
      providerId,
      slug,
      title: 'An hour',
      durationMinutes: 60,
      availabilityRules: [{ weekday: 'tuesday', windows: [{ start: '00:00', end: '24:00' }] }],
    })
    if (!created.ok) throw new Error(created.refusal.code)
    return created.value.id
  }
  const book = (target: Parameters<typeof createBooking>[2]['target'], start: string) =>
    createBooking(deps, caller, {
      target,
      startEpochSeconds: seconds(start),
      booker: { name: 'Ada', email: 'ada@example.com' },
    })
  /** Publishes what is due and returns the conflict events of a resource. */
  const reported = async (resourceId: string) => {
    await reporter.publishDue()
    await relayOutbox(deps, {}, 100)
    const { data } = await listEvents(deps, caller, { afterPosition: 0, limit: 1000 })
    return data
      .map(({ event }) => event)
      .filter((event) => event.type === 'slot.conflict_detected' && event.resourceId === resourceId)
  }
  return { deps, clock, caller, providerId, newEventType, book, reported, reporter, errors }
}

describe.each(OTHER_ENGINES)('on %s', (engine) => {
  let opened: TestStore
  let on: Awaited<ReturnType<typeof createFixture>>
  beforeAll(async () => {
    opened = await openTestStore(engine)
    on = await createFixture(opened)
  })
  afterAll(() => opened.close())

  test('the first refusal of a taken time is reported at once, those of the next minute together', async () => {
    const eventTypeId = await on.newEventType('counted')
    const start = '2026-04-21T09:00:00Z'
    expect((await on.book({ eventTypeId }, start)).ok).toBe(true)
    expect(await on.reported(eventTypeId)).toEqual([])
    for (let refused = 0; refused < 3; refused += 1) {
      expect(await on.book({ eventTypeId }, start)).toMatchObject({
        ok: false,
        refusal: { code: 'slot_taken' },
      })
      on.clock.moveTo(on.clock.nowEpochMilliseconds() + 1_000)
    }
    const [first, ...more] = await on.reported(eventTypeId)
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
    expect(await on.reported(eventTypeId)).toHaveLength(1)
    on.clock.moveTo(NOW + 60_000)
    const counts = (await on.reported(eventTypeId)).map(({ data }) => data.conflict)
    expect(counts).toMatchObject([
      { refusalCount: 1 },
      { refusalCount: 2, firstRefusedAt: '2026-04-20T08:00:01Z' },
    ])
    on.clock.moveTo(NOW + 200_000)
    expect(await on.reported(eventTypeId)).toHaveLength(2)
    on.clock.moveTo(NOW)
  })

  test('a reschedule to a taken time is reported for its event type', async () => {
    const eventTypeId = await on.newEventType('moved')
    const first = await on.book({ eventTypeId }, '2026-04-21T12:00:00Z')
    await on.book({ eventTypeId }, '2026-04-21T14:00:00Z')
    if (!first.ok) throw new Error(first.refusal.code)
    const moved = await rescheduleBooking(on.deps, on.caller, first.value.booking.id, {
      startEpochSeconds: seconds('2026-04-21T14:00:00Z'),
    })
    expect(moved).toMatchObject({ ok: false, refusal: { code: 'slot_taken' } })
    expect((await on.reported(eventTypeId)).map(({ data }) => data.conflict)).toMatchObject([
      { eventTypeId, start: '2026-04-21T14:00:00Z', refusalCount: 1 },
    ])
  })

  test('a conflict over an opened slot is reported for its provider', async () => {
    const opening = {
      date: '2026-04-28',
      startTime: '09:00',
      endTime: '12:00',
      slotDurationMinutes: 30,
    }
    const { deps, caller, providerId } = on
    expect((await openAvailability(deps, caller, providerId, opening)).ok).toBe(true)
    await on.book({ providerId }, '2026-04-28T09:30:00Z')
    await on.book({ providerId }, '2026-04-28T09:30:00Z')
    expect((await on.reported(providerId)).map(({ data }) => data.conflict)).toMatchObject([
      { providerId, eventTypeId: null, start: '2026-04-28T09:30:00Z', refusalCount: 1 },
    ])
  })

  test('other refusals are not reported', async () => {
    const eventTypeId = await on.newEventType('rules')
    expect(await on.book({ eventTypeId }, '2026-04-22T09:00:00Z')).toMatchObject({
      ok: false,
      refusal: { code: 'slot_not_bookable' },
    })
    expect(await on.reported(eventTypeId)).toEqual([])
  })

  test('the remaining counts are reported when the server stops', async () => {
    const eventTypeId = await on.newEventType('stopped')
    const start = '2026-04-21T17:00:00Z'
    for (let attempt = 0; attempt < 5; attempt += 1) await on.book({ eventTypeId }, start)
    await on.reporter.close()
    expect((await on.reported(eventTypeId)).map(({ data }) => data.conflict)).toMatchObject([
      { refusalCount: 1 },
      { refusalCount: 3 },
    ])
  })

  test('an event that cannot be written goes to the error handler', async () => {
    const failing = {
      ...on.deps,
      store: { ...on.deps.store, transact: () => Promise.reject(new Error('disk full')) },
    }
    const errors: unknown[] = []
    const reporter = createConflictReporter(failing, (error) => errors.push(error))
    reporter.record({
      accountId: on.caller.accountId,
      providerId: on.providerId,
      resourceVersion: 1,
      startEpochSeconds: 0,
    })
    await reporter.close()
    expect(errors).toEqual([new Error('disk full')])
  })
})
