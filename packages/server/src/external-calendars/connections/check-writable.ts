import { invalid } from '../../kernel/refusals.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import { isVendorKind } from '../ports/calendar-vendor.ts'
import type { Connection } from './connection.ts'

/**
 * Refuses a change that turns on calendar sync for a calendar that cannot be written to, or whose owner
 * granted read access only. `member` is the member of the change to report. Undefined if the change is
 * allowed.
 */
export async function checkWritable(
  { vault, vendors }: Pick<ExternalCalendarsDependencies, 'vault' | 'vendors'>,
  { kind, credentialReference }: Connection,
  member: string,
) {
  if (!isVendorKind(kind)) {
    return invalid(`/${member}`, `is not possible for a calendar of kind ${kind}`)
  }
  // A concurrent refresh may have replaced the credential. Every write to the calendar checks it again.
  const credential = await vault?.get(credentialReference)
  if (credential?.kind !== 'oauth') return undefined
  const missing = vendors?.[kind]?.missingScopes(credential.scope, true) ?? []
  if (missing.length === 0) return undefined
  const message = 'requires write access: connect the calendar again with `writesBack: true`'
  return invalid(`/${member}`, message)
}
