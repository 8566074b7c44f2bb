import { prefixEnd } from '../../kernel/keys.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import { connectionsOfVendorAccount } from '../keys.ts'
import type { VendorKind } from '../ports/calendar-vendor.ts'
import type { CredentialVault } from '../ports/credential-vault.ts'

/** What was granted, and by which account of which vendor. */
export interface UnusedGrant {
  readonly kind: VendorKind
  readonly address: string
  readonly credentialReference: string
}

/**
 * Ends at the vendor what the owner of a calendar has granted and nobody needs any more, once and as
 * well as it can be. A vendor that revokes one token ends all of the account, so nothing is ended
 * while a connection of any provider leads to it, the one that has just been made anew included.
 */
export async function revokeGrant(
  deps: Pick<ExternalCalendarsDependencies, 'store' | 'vendors'> & {
    readonly vault: CredentialVault
  },
  { kind, address, credentialReference }: UnusedGrant,
): Promise<void> {
  const revoke = deps.vendors?.[kind]?.revoke
  if (revoke === undefined) return
  const { items } = await deps.store.query({
    index: 'GSI1',
    partition: connectionsOfVendorAccount(kind, address),
    from: '0',
    to: prefixEnd(''),
  })
  if (items.length > 0) return
  const credential = await deps.vault.get(credentialReference)
  if (credential?.kind === 'oauth') await revoke(credential.refreshToken)
}
