import { type FindingCodes, findingsOf } from '../kernel/doctor/finding.ts'

/** What the doctor finds in the context `stays`. */
const CODES = {
  /** Two stays or bookings claim one night. People decide which one stays. */
  nights_double: { severity: 'error', repairable: false },
  /** Nights are taken without a stay, so they cannot be booked. */
  nights_orphaned: { severity: 'warning', repairable: true },
  /** Nights of a stay or a booking are not taken, so they could be booked again. */
  nights_missing: { severity: 'error', repairable: true },
  /** A booking of nights has no mark in a month, so it cannot be confirmed or released. */
  nights_mark_missing: { severity: 'error', repairable: true },
  /** A mark in a month differs from its booking in nights or expiry. */
  nights_mark_wrong: { severity: 'error', repairable: true },
  /** A mark in a month is of a booking that does not have its nights, so they cannot be booked. */
  nights_mark_stray: { severity: 'error', repairable: true },
  /** An event lacks one of its two copies: by its id, or by its time. */
  calendar_event_copy_missing: { severity: 'error', repairable: true },
  /** The copy of an event by time has another content or place than the copy by id. */
  calendar_event_copy_stale: { severity: 'error', repairable: true },
  /** A calendar with events or nights does not exist, and its removal is not scheduled. */
  calendar_contents_orphaned: { severity: 'warning', repairable: true },
  /** A deleted calendar is not in the queue of removals. */
  calendar_removal_missing: { severity: 'warning', repairable: true },
  /** A calendar that is not deleted is in the queue of removals. */
  calendar_removal_stale: { severity: 'warning', repairable: true },
} as const satisfies FindingCodes

declare module '../kernel/doctor/finding.ts' {
  interface FindingCodesOfContexts {
    readonly stays: keyof typeof CODES
  }
}

/** Creates a finding of this context. */
export const staysFinding = findingsOf(CODES)
