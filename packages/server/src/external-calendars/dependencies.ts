import type { Dependencies } from '../kernel/dependencies.ts'
import type { FreeBusyReaders } from '../kernel/ports/free-busy.ts'
import type { CalendarVendors } from './ports/calendar-vendor.ts'
import type { CredentialVault } from './ports/credential-vault.ts'

/** What the use cases of connected calendars need beside the dependencies of all use cases. */
export interface ExternalCalendarsDependencies extends Dependencies {
  /** Readers of external calendars. A connection of a kind without a reader counts as failing. */
  readonly freeBusy?: FreeBusyReaders
  /** Stores calendar credentials. Absent: no calendar that needs a credential can be connected. */
  readonly vault?: CredentialVault
  /** The vendors that this server is registered with. Absent: none. */
  readonly vendors?: CalendarVendors
}
