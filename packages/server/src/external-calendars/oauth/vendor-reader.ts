import type { FreeBusyReader, FreeBusyReaders } from '../../kernel/ports/free-busy.ts'
import { findConnection } from '../connections/connections.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import type { VendorKind } from '../ports/calendar-vendor.ts'
import type { VendorAccess } from './vendor-access.ts'

/** Reads busy times of connections to one vendor. Expired access tokens are refreshed. */
export const createVendorReader = (
  deps: ExternalCalendarsDependencies,
  access: VendorAccess,
  kind: VendorKind,
): FreeBusyReader => ({
  async getFreeBusy({ connectionId, providerId, calendarIds, range, timeZone, signal }) {
    const connection = await findConnection(deps, providerId, kind)
    if (connection === undefined || connection.id !== connectionId) {
      return { kind: 'failed', code: 'unreachable', detail: 'the calendar was disconnected' }
    }
    const called = await access.call(
      connection,
      (vendor, call, { scope }) => {
        // Only write access shows which events are ours. It counts even if calendar sync is off now,
        // because the events that were written before stay.
        const mayContainBookings = vendor.missingScopes(scope, true).length === 0
        return vendor.busy(call, {
          calendarIds,
          range,
          timeZone,
          ...(mayContainBookings && { exceptBookingsOf: providerId }),
        })
      },
      signal,
    )
    return called.kind === 'done' ? { kind: 'read', ...called.value, warnings: [] } : called
  },
})

/** The readers of all vendors that this server is registered with. */
export const vendorReaders = (
  deps: ExternalCalendarsDependencies,
  access: VendorAccess,
): FreeBusyReaders => ({
  ...(deps.vendors?.google && { google: createVendorReader(deps, access, 'google') }),
  ...(deps.vendors?.outlook && { outlook: createVendorReader(deps, access, 'outlook') }),
})
