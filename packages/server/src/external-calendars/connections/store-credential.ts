import type { Write } from '../../kernel/ports/store.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import type { Credential, CredentialVault } from '../ports/credential-vault.ts'
import type { Connection } from './connection.ts'
import { scheduleCredentialDeletion } from './connection-writes.ts'

/** A credential that nobody has adopted after this long is forgotten. */
const UNCLAIMED_MILLISECONDS = 60 * 60_000

/** A credential that was kept, and that no connection carries yet. */
export interface UnclaimedCredential {
  readonly credentialReference: string
  /** Forgets it at once: it was of no use. */
  discard(): Promise<void>
}

/**
 * Keeps a credential for a connection that is still to be made, or to adopt it: whatever happens until
 * then, the vault forgets what no connection carries an hour later.
 */
export async function storeCredential(
  deps: ExternalCalendarsDependencies & { readonly vault: CredentialVault },
  { providerId, kind }: Pick<Connection, 'providerId' | 'kind'>,
  credential: Credential,
): Promise<UnclaimedCredential> {
  const credentialReference = await deps.vault.put(credential)
  const now = deps.clock.nowEpochMilliseconds()
  const kept = { providerId, kind, credentialReference }
  const notes = scheduleCredentialDeletion(deps, kept, now + UNCLAIMED_MILLISECONDS)
  await deps.store.transact(notes, deps.ids.next('event', now))
  return {
    credentialReference,
    async discard() {
      await deps.vault.remove(credentialReference)
      const removals = notes.flatMap((note): readonly Write[] =>
        note.kind === 'put-if-absent'
          ? [{ kind: 'delete', key: { PK: note.item.PK, SK: note.item.SK } }]
          : [],
      )
      await deps.store.transact(removals, deps.ids.next('event', now))
    },
  }
}
