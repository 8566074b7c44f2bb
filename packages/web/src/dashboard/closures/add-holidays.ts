import { api, unwrap } from '../api.ts'
import type { TimeOffTime } from '../time-off/time-off-time.ts'
import type { SavedClosure } from './closure-dialog.tsx'
import type { ClosureScope } from './closures.ts'
import { type HolidayPlace, holidayBody } from './holidays.ts'

/** A holiday on one of its dates. */
export interface HolidayTime {
  readonly name: string
  readonly time: TimeOffTime
}

/** Closes on holidays. Another attempt after an error does not repeat what is in `made`. */
export async function addHolidays(
  times: readonly HolidayTime[],
  scope: ClosureScope,
  place: HolidayPlace,
  made: Map<string, SavedClosure>,
): Promise<void> {
  for (const { name, time } of times) {
    const body = holidayBody(name, time, scope, place)
    const key = JSON.stringify(body)
    if (made.has(key)) continue
    const { affectedBookings, ...closure } = await unwrap(api.POST('/v1/closures', { body }))
    made.set(key, { closure, bookingIds: affectedBookings })
  }
}
