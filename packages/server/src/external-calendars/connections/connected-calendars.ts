import type { ConnectedCalendars } from '../../booking/ports/connected-calendars.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import { connectionKey, connectionsRange } from '../keys.ts'
import { CONFERENCE_VENDORS } from '../ports/calendar-vendor.ts'
import { calendarTimes, checkCalendars, readStoredTimes } from './calendar-time.ts'
import { canHost, connectionEntity } from './connection.ts'
import { removeCalendar } from './connections.ts'

/** Implements booking's port to connected calendars. */
export const createConnectedCalendars = (
  integrations: Pick<ExternalCalendarsDependencies, 'freeBusy' | 'vault' | 'vendors'>,
): ConnectedCalendars => ({
  list: (deps, provider, range, { consistent }) =>
    calendarTimes({ ...deps, ...integrations }, provider, range, { consistent }),
  async prefetch(deps, providerId, range) {
    const own = { ...deps, ...integrations }
    const stored = await readStoredTimes(own, providerId, range, false)
    return (provider, part) => calendarTimes(own, provider, part, { consistent: false, stored })
  },
  check: (deps, provider, claim) => checkCalendars({ ...deps, ...integrations }, provider, claim),
  async canHost({ store }, providerIds, conference) {
    const keys = providerIds.map((id) => connectionKey(id, CONFERENCE_VENDORS[conference]))
    const found = await readItems(store, keys)
    return found.some((item) => item && canHost(connectionEntity.decode(item), conference))
  },
  async disconnectAll(deps, caller, providerId) {
    const answer = await deps.store.query({ ...connectionsRange(providerId), consistent: true })
    for (const { kind } of answer.items.map(connectionEntity.decode)) {
      await removeCalendar({ ...deps, ...integrations }, caller, providerId, kind)
    }
  },
})
