import { clip, fromUnsorted, toIntervals } from '@holdfast/engine'
import { readSimulatedCalendar } from '../../external-calendars/connections/simulated-calendar.ts'
import type { FreeBusyOutcome, FreeBusyReader } from '../../kernel/ports/free-busy.ts'
import type { Store } from '../../kernel/ports/store.ts'

/**
 * Reads the simulated calendars of test mode: what `PUT /v1/test/providers/{id}/busy` has set, in the
 * store, so that every server on it answers alike.
 */
export const createSimulatedReader = (store: Store): FreeBusyReader => ({
  async getFreeBusy({ providerId, range }): Promise<FreeBusyOutcome> {
    const calendar = await readSimulatedCalendar(store, providerId)
    if (calendar?.failure) {
      const { code, retryAfterSeconds } = calendar.failure
      return {
        kind: 'failed',
        code,
        detail: `the simulated calendar was told to answer so: ${code}`,
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
