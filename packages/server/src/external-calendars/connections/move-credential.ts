import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import type { Connection } from './connection.ts'
import { adoptCredential } from './refreshed-credential.ts'
import { storeCredential } from './store-credential.ts'

/**
 * Moves the credential of a feed into the current vault, if it is in one that was used before. The former
 * one is deleted ten minutes later, as after any replacement. The tokens of a vendor move when they are
 * refreshed, under the lease of the refresh: if they moved here, a refresh at the same moment would lose the
 * tokens that it received.
 */
export async function moveCredential(
  deps: ExternalCalendarsDependencies,
  connection: Connection,
): Promise<void> {
  const { vault } = deps
  const { kind, credentialReference } = connection
  if (kind !== 'ical' || credentialReference === '') return
  if (!vault?.isOutdated?.(credentialReference)) return
  const credential = await vault.get(credentialReference)
  if (credential === undefined) return
  const moved = await storeCredential({ ...deps, vault }, connection, credential)
  const adoption = await adoptCredential(deps, connection, moved.credentialReference)
  if (adoption.kind !== 'adopted') await moved.discard()
}
