import { transact } from '../../kernel/transaction.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import type { Credential, CredentialVault } from '../ports/credential-vault.ts'
import type { Connection } from './connection.ts'
import { credentialDeletionOf, dueCredentialDeletionEntity } from './due-connections.ts'

/** A credential that no connection uses is deleted after this time. */
const UNCLAIMED_MILLISECONDS = 60 * 60_000

/** A stored credential that no connection uses yet. */
export interface UnclaimedCredential {
  readonly credentialReference: string
  /** Deletes it at once, because it is not needed. */
  discard(): Promise<void>
}

/**
 * Stores a credential for a connection that will be created or will adopt it. If no connection uses it
 * an hour later, it is deleted from the vault, even after a crash. With `endsGrantOf`, the address of an
 * account, its grant is then revoked as well.
 */
export async function storeCredential(
  deps: ExternalCalendarsDependencies & { readonly vault: CredentialVault },
  {
    accountId,
    providerId,
    kind,
    endsGrantOf,
  }: Pick<Connection, 'accountId' | 'providerId' | 'kind'> & { readonly endsGrantOf?: string },
  credential: Credential,
): Promise<UnclaimedCredential> {
  const credentialReference = await deps.vault.put(credential, { accountId, providerId })
  const stored = { providerId, kind, credentialReference, ...(endsGrantOf && { endsGrantOf }) }
  const deleteAt = deps.clock.nowEpochMilliseconds() + UNCLAIMED_MILLISECONDS
  const deletion = credentialDeletionOf(deps, stored, deleteAt)
  if (deletion) await transact(deps, { deletion: dueCredentialDeletionEntity.create(deletion) })
  return {
    credentialReference,
    async discard() {
      await deps.vault.remove(credentialReference)
      if (deletion)
        await transact(deps, { deletion: dueCredentialDeletionEntity.discard(deletion) })
    },
  }
}
