import { clip, fromUnsorted, toIntervals } from '@holdfast/engine'
import { readSimulatedCalendar } from '../../external-calendars/connections/simulated-calendar.ts'
import type { FreeBusyOutcome, FreeBusyReader } from '../../kernel/ports/free-busy.ts'
import type { Store } from '../../kernel/ports/store.ts'

/**
 * Reads the simulated calendars of test mode, which `PUT /v1/test/providers/{id}/busy` sets. They are in
 * the store, so all servers on it give the same answer.
 */
export const createSimulatedReader = (store: Store): FreeBusyReader => ({
  async getFreeBusy({ providerId, range }): Promise<FreeBusyOutcome> {
    const calendar = await readSimulatedCalendar(store, providerId)
    if (calendar?.failure) {
      const { code, retryAfterSeconds } = calendar.failure
      return {
        kind: 'failed',
        code,
        detail: `the simulated calendar is set to fail: ${code}`,
        ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      }
    }
    const busy = fromUnsorted(calendar?.busy ?? [])
    return {
      kind: 'read',
      busy: toIntervals(clip(busy, range.startEpochMinutes, range.endEpochMinutes)),
      warnings: [],
    }
  },
})
