import { invalid } from '../../kernel/refusals.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import { isVendorKind } from '../ports/calendar-vendor.ts'
import type { Connection } from './connection.ts'

/**
 * The refusal of a change that lets bookings be written into a calendar that cannot be written into,
 * or whose owner has agreed to reading alone; undefined where nothing speaks against it. `member`
 * names what asks for it.
 */
export async function checkWritable(
  { vault, vendors }: Pick<ExternalCalendarsDependencies, 'vault' | 'vendors'>,
  { kind, credentialReference }: Connection,
  member: string,
) {
  if (!isVendorKind(kind)) {
    return invalid(`/${member}`, `a calendar of kind ${kind} cannot be written into`)
  }
  // One that was renewed in between is gone: each booking is checked once more when it is written.
  const credential = await vault?.get(credentialReference)
  if (credential?.kind !== 'oauth') return undefined
  const missing = vendors?.[kind]?.missingScopes(credential.scope, true) ?? []
  if (missing.length === 0) return undefined
  const message = 'its owner has agreed to reading alone: sign in again, with writesBack'
  return invalid(`/${member}`, message)
}
