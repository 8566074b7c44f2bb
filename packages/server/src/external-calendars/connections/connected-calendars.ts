import type { ConnectedCalendars } from '../../booking/ports/connected-calendars.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import { connectionsRange } from '../keys.ts'
import { calendarTimes, checkCalendars, readStoredTimes } from './calendar-time.ts'
import { connectionFromItem } from './connection.ts'
import { removeCalendar } from './connections.ts'

/** Provides what booking needs to know of connected calendars. */
export const createConnectedCalendars = (
  outside: Pick<ExternalCalendarsDependencies, 'freeBusy' | 'vault' | 'vendors'>,
): ConnectedCalendars => ({
  list: (deps, provider, reach, { consistent }) =>
    calendarTimes({ ...deps, ...outside }, provider, reach, { consistent }),
  async prefetch(deps, providerId, reach) {
    const own = { ...deps, ...outside }
    const kept = await readStoredTimes(own, providerId, reach, false)
    return (provider, within) => calendarTimes(own, provider, within, { consistent: false, kept })
  },
  check: (deps, provider, claim) => checkCalendars({ ...deps, ...outside }, provider, claim),
  async disconnectAll(deps, { accountId, requestId, role }, providerId) {
    const answer = await deps.store.query({ ...connectionsRange(providerId), consistent: true })
    for (const { kind } of answer.items.map(connectionFromItem)) {
      await removeCalendar(
        { ...deps, ...outside },
        { accountId, requestId, role },
        providerId,
        kind,
      )
    }
  },
})
