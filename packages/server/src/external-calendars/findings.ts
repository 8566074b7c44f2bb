import { type FindingCodes, findingsOf } from '../kernel/doctor/finding.ts'

/** What the doctor finds in the context `external-calendars`. */
const CODES = {
  /** A provider records other calendars than are connected, so their busy times would be ignored. */
  connected_kinds_wrong: { severity: 'error', repairable: true },
  /** A calendar is not in the queue of reads, so its provider's time will not be offered. */
  connection_due_missing: { severity: 'warning', repairable: true },
  connection_due_stale: { severity: 'warning', repairable: true },
  /** The provider of a connected calendar is deleted. */
  connection_orphaned: { severity: 'warning', repairable: true },
  /** Busy times belong to no connected calendar. */
  busy_month_orphaned: { severity: 'warning', repairable: true },
  /** The vault lacks the credential of a connected calendar, or the key to read it. */
  credential_missing: { severity: 'error', repairable: false },
  /** No calendar uses a credential, and nothing will delete it. */
  credential_orphaned: { severity: 'warning', repairable: true },
} as const satisfies FindingCodes

declare module '../kernel/doctor/finding.ts' {
  interface FindingCodesOfContexts {
    readonly externalCalendars: keyof typeof CODES
  }
}

/** Creates a finding of this context. */
export const connectionFinding = findingsOf(CODES)
