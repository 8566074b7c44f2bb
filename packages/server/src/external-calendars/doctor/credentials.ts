import { joinRule } from '../../kernel/doctor/join-rule.ts'
import { deletionOf, NO_WRITES } from '../../kernel/doctor/repair-writes.ts'
import type { ItemRepair } from '../../kernel/doctor/rule.ts'
import type { ConnectionKind } from '../../kernel/ports/free-busy.ts'
import type { Connection } from '../connections/connection.ts'
import { dueCredentialDeletionEntity } from '../connections/due-connections.ts'
import {
  isSealedReference,
  type SealedCredential,
  sealedCredentialEntity,
} from '../connections/sealed-credential.ts'
import { connectionFinding } from '../findings.ts'
import { connectionKey, connectionsRange, sealedCredentialKey } from '../keys.ts'

/** Deletes a credential, unless a calendar of its provider uses it by now. */
const removeCredential: ItemRepair = async ({ store, readAs }, [key]) => {
  const entry = await readAs(sealedCredentialEntity, key)
  if (entry?.value === undefined) return NO_WRITES
  const { providerId, reference } = entry.value
  const found = await store.query({ ...connectionsRange(providerId), consistent: true })
  const isUsed = found.items.some(({ credentialReference }) => credentialReference === reference)
  return isUsed ? NO_WRITES : { credential: deletionOf(entry.item) }
}

/** The facts of one provider. */
interface Facts {
  /** The kinds of the connections whose credentials are items, by reference. */
  readonly used: Map<string, ConnectionKind>
  /** The references whose deletion is in the queue. */
  readonly due: Set<string>
  /** The references of stored credentials. */
  readonly stored: Set<string>
  /** A connection that cannot be read may use any of them. */
  hasInvalidConnection: boolean
}

/**
 * The rule that each calendar has its credential, if that is an item, and that each such item is used by a
 * calendar or will be deleted. Its facts are those of providers.
 */
export const credentialRule = joinRule<
  { credential: SealedCredential; connection_due: undefined; connection: Connection },
  Facts
>({
  empty: () => ({
    used: new Map(),
    due: new Set(),
    stored: new Set(),
    hasInvalidConnection: false,
  }),
  visit: ({ at }) => ({
    credential({ value }) {
      if (value) at(value.providerId).stored.add(value.reference)
    },
    connection_due({ item }) {
      const due = dueCredentialDeletionEntity.tryDecode(item)
      if (!due.ok || !isSealedReference(due.value.credentialReference)) return
      at(due.value.providerId).due.add(due.value.credentialReference)
    },
    connection({ partitionId, value }) {
      if (value === undefined) at(partitionId).hasInvalidConnection = true
      else if (isSealedReference(value.credentialReference)) {
        at(partitionId).used.set(value.credentialReference, value.kind)
      }
    },
  }),
  *findings(providerId, { used, due, stored, hasInvalidConnection }) {
    for (const [reference, kind] of used) {
      if (stored.has(reference)) continue
      yield connectionFinding(
        'credential_missing',
        [connectionKey(providerId, kind), sealedCredentialKey(reference)],
        'The credential of the calendar does not exist. Connect the calendar again.',
      )
    }
    if (hasInvalidConnection) return
    for (const reference of stored) {
      if (used.has(reference) || due.has(reference)) continue
      yield connectionFinding(
        'credential_orphaned',
        [sealedCredentialKey(reference)],
        'No calendar uses the credential, and nothing will delete it.',
      )
    }
  },
  repairs: [['credential_orphaned', removeCredential]],
})
