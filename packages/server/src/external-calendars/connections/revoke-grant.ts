import { prefixEnd } from '../../kernel/keys.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import { connectionsOfVendorAccount } from '../keys.ts'
import type { VendorKind } from '../ports/calendar-vendor.ts'
import type { CredentialVault } from '../ports/credential-vault.ts'

/** A grant that a connection no longer needs. */
export interface UnusedGrant {
  readonly kind: VendorKind
  /** The address of the account at the vendor. */
  readonly address: string
  readonly credentialReference: string
}

/**
 * Revokes a grant at its vendor, with one attempt. Revoking one token ends all grants of the account. So
 * nothing is revoked while any provider has a connection to the account, including one that was just
 * reconnected. The index may lack a connection of another provider that was made a moment ago; its calendar then has to be
 * connected again.
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
