import { type FindingCodes, findingsOf } from '../kernel/doctor/finding.ts'

/** What the doctor finds in the context `identity`. */
const CODES = {
  /** The slug of an account, a provider or another resource is not reserved, so another could take it. */
  slug_missing: { severity: 'error', repairable: true },
  /** A slug is reserved for a resource that does not have it. */
  slug_stale: { severity: 'warning', repairable: true },
  /** Several resources have the same slug. */
  slug_shared: { severity: 'error', repairable: false },
  /** A listed API key gives no access. */
  api_key_hash_missing: { severity: 'error', repairable: true },
  /** A secret gives access to an account, but no list contains its API key. */
  api_key_hash_stale: { severity: 'error', repairable: true },
  /** An item refers to an item of another account or provider. */
  reference_crossed: { severity: 'error', repairable: false },
} as const satisfies FindingCodes

declare module '../kernel/doctor/finding.ts' {
  interface FindingCodesOfContexts {
    readonly identity: keyof typeof CODES
  }
}

/** Creates a finding of this context. */
export const identityFinding = findingsOf(CODES)
