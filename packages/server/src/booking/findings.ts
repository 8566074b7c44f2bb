import { type FindingCodes, findingsOf } from '../kernel/doctor/finding.ts'

/** What the doctor finds in the context `booking`. */
const CODES = {
  trigger_missing: { severity: 'warning', repairable: true },
  trigger_stale: { severity: 'warning', repairable: true },
} as const satisfies FindingCodes

declare module '../kernel/doctor/finding.ts' {
  interface FindingCodesOfContexts {
    readonly booking: keyof typeof CODES
  }
}

/** Creates a finding of this context. */
export const bookingFinding = findingsOf(CODES)
