import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bookable } from '../../../tests/support/bookable.ts'
import { testDependencies, withCalendars } from '../../../tests/support/dependencies.ts'
import { OTHER_ENGINES, openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import { openAvailability } from '../../booking/availability/availability.ts'
import { updateEventType } from '../../booking/event-types/event-types.ts'
import { explainEventTypeSlot } from '../../booking/slots/explain-slot.ts'
import { listSlots } from '../../booking/slots/slots.ts'
import type { AppDependencies } from '../../composition/http/app.ts'
import type { FreeBusyReader } from '../../kernel/ports/free-busy.ts'
import { connectCalendar, findConnection } from './connections.ts'
import { refreshConnection } from './refresh.ts'

const MINUTES_PER_DAY = 1440
/** Friday 1 May 2026. */
const TODAY = Date.parse('2026-05-01T00:00Z') / 60_000

/** Busy from 10 to 11 on every day. */
const google: FreeBusyReader = {
  async getFreeBusy({ range: { startEpochMinutes: start, endEpochMinutes: end } }) {
    const days = Array.from(
      { length: Math.ceil((end - start) / MINUTES_PER_DAY) },
      (_, day) => Math.floor(start / MINUTES_PER_DAY) + day,
    )
    const busy = days.map((day) => ({
      startEpochMinutes: day * MINUTES_PER_DAY + 600,
      endEpochMinutes: day * MINUTES_PER_DAY + 660,
    }))
    return { kind: 'read', busy, warnings: [] }
  },
}

describe.each(OTHER_ENGINES)('how far ahead calendars are read on %s', (engine) => {
  let opened: TestStore
  let deps: AppDependencies
  let world: Awaited<ReturnType<typeof bookable>>
  beforeAll(async () => {
    opened = await openTestStore(engine)
    deps = withCalendars(testDependencies(opened.store, '2026-05-01T08:00:00Z').deps, {
      freeBusy: { google },
    })
    world = await bookable(deps)
    await updateEventType(deps, world.caller, world.eventType.id, { maxAdvanceDays: 30 })
    await connectCalendar(deps, world.caller, world.provider.id, {
      kind: 'google',
      credentialReference: 'one',
    })
    await refresh()
  })
  afterAll(() => opened.close())

  const refresh = () => refreshConnection(deps, world.provider.id, 'google')
  const daysAhead = async () => {
    const connection = await findConnection(deps, world.provider.id, 'google')
    return ((connection?.readRange?.endEpochMinutes ?? 0) - TODAY) / MINUTES_PER_DAY
  }
  /** The number of starts of the event type on a day, counted from today. */
  const startsOn = async (day: number) => {
    const from = TODAY + day * MINUTES_PER_DAY
    const slots = await listSlots(deps, world.caller, world.eventType.id, {
      from: { epochMinutes: from },
      to: { epochMinutes: from + MINUTES_PER_DAY },
      includeUnavailable: false,
    })
    return slots.ok ? slots.value.starts.length : slots.refusal.code
  }
  const reasons = async (day: number) => {
    const start = (TODAY + day * MINUTES_PER_DAY) * 60
    const explained = await explainEventTypeSlot(deps, world.caller, world.eventType.id, start)
    return explained.ok ? explained.value.reasons : explained.refusal.code
  }

  // 24 starts a day, without the one from 10 to 11.
  test('an event type is offered as far ahead as its calendar was read', async () => {
    expect(await daysAhead()).toBe(103)
    expect(await startsOn(25)).toBe(23)
    expect(await startsOn(31)).toBe(0)
    const { caller, eventType } = world
    await updateEventType(deps, caller, eventType.id, { maxAdvanceDays: 300 })
    expect(await startsOn(101)).toBe(23)
    expect(await startsOn(105)).toBe(0)
    expect(await reasons(105)).toEqual([
      { code: 'calendar_unknown', source: 'google', because: 'out_of_range' },
    ])
    await refresh()
    expect(await daysAhead()).toBe(303)
    expect(await startsOn(105)).toBe(23)
    expect(await startsOn(300)).toBe(23)
  })

  test('a calendar is read up to the last opened date', async () => {
    const opening = await openAvailability(deps, world.caller, world.provider.id, {
      date: '2027-06-01',
      startTime: '09:00',
      endTime: '12:00',
      slotDurationMinutes: 60,
    })
    expect(opening.ok).toBe(true)
    await refresh()
    expect(await daysAhead()).toBe(399)
  })
})
