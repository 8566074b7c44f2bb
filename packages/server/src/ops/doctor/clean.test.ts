import { describe, expect, test } from 'vitest'
import { liveInCounts } from '../../../tests/doctor/lived-in-counts.ts'
import { at, liveIn } from '../../../tests/doctor/lived-in-store.ts'
import { openTestStore, SOME_ENGINES } from '../../../tests/support/stores.ts'
import { inspect } from './inspect.ts'

describe.each(SOME_ENGINES)('doctor on %s', (engine) => {
  test('a store written only by use cases has no findings, at any time', async () => {
    const { store, close } = await openTestStore(engine)
    const { deps, clock } = await liveIn(store)
    const report = await inspect(deps)
    expect(report.findings).toEqual([])
    expect(report.passCount).toBe(1)
    expect(report.itemCount).toBe(161)
    expect(report.checked).toMatchObject({
      account: 2,
      api_key: 3,
      api_key_hash: 4,
      setup: 1,
      provider: 8,
      provider_slug: 7,
      availability: 1,
      absence: 1,
      block: 5,
      time_off: 1,
      closure: 1,
      closure_state: 1,
      format: 1,
      schedule: 1,
      schedule_users: 1,
      ledger_day: 16,
      event_type: 6,
      event_type_slug: 6,
      booking: 14,
      booking_guests: 1,
      trigger: 3,
      event_head: 1,
      calendar: 3,
      calendar_nights: 3,
      calendar_event: 5,
      calendar_event_id: 6,
      recurring_event: 1,
      calendar_removal: 2,
      unknown: 0,
    })
    // The number of events that one run of the relay publishes is not fixed.
    expect(report.checked.event + report.checked.outbox).toBe(51)
    for (const later of ['2026-04-27T10:04:59', '2026-04-27T10:05:00', '2026-06-01T00:00:00']) {
      clock.moveTo(at(later) * 1000)
      expect((await inspect(deps)).findings).toEqual([])
    }
    await close()
  })

  test('a store with seats, limits and wait lists, written only by use cases, has no findings, at any time', async () => {
    const { store, close } = await openTestStore(engine)
    const { deps, clock } = await liveInCounts(store)
    const report = await inspect(deps)
    expect(report.findings).toEqual([])
    expect(report.passCount).toBe(1)
    expect(report.checked).toMatchObject({
      ledger_day: 7,
      class_session: 9,
      limit_count: 11,
      booker_count: 8,
      booker_ever_count: 3,
      booking: 17,
      booking_group: 1,
      trigger: 8,
      waitlist_entry: 3,
      waitlist_place: 1,
      waitlist_person: 2,
      waitlist_due: 1,
      unknown: 0,
    })
    for (const later of ['2026-04-27T10:04:59', '2026-04-27T10:05:00', '2026-06-01T00:00:00']) {
      clock.moveTo(at(later) * 1000)
      expect((await inspect(deps)).findings).toEqual([])
    }
    await close()
  })
})
