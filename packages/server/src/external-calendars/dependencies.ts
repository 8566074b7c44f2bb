import type { Dependencies } from '../kernel/dependencies.ts'
import type { FreeBusyReaders } from '../kernel/ports/free-busy.ts'
import type { CalendarVendors } from './ports/calendar-vendor.ts'
import type { CredentialVault } from './ports/credential-vault.ts'

/** What use cases of connected calendars need beside the dependencies of all. */
export interface ExternalCalendarsDependencies extends Dependencies {
  /** Reads calendars elsewhere. A connected kind without a reader counts as a calendar that fails. */
  readonly freeBusy?: FreeBusyReaders
  /** Stores the credentials of calendars. Absent: no calendar that needs a credential can be connected. */
  readonly vault?: CredentialVault
  /** The vendors that this server is registered with. Absent: none. */
  readonly vendors?: CalendarVendors
}
