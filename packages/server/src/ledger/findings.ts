import { type FindingCodes, findingsOf } from '../kernel/doctor/finding.ts'

/** What the doctor finds in the context `ledger`. */
const CODES = {
  /** A ledger item is malformed. */
  ledger_wrong: { severity: 'error', repairable: false },
} as const satisfies FindingCodes

declare module '../kernel/doctor/finding.ts' {
  interface FindingCodesOfContexts {
    readonly ledger: keyof typeof CODES
  }
}

/** Creates a finding of this context. */
export const ledgerFinding = findingsOf(CODES)
