import { dueCredentialDeletionEntity } from '../../external-calendars/connections/due-connections.ts'
import { isSealedReference } from '../../external-calendars/connections/sealed-credential.ts'
import { connectionKey, sealedCredentialKey } from '../../external-calendars/keys.ts'
import type { Finding } from '../../kernel/doctor/finding.ts'
import type { InShare } from '../../kernel/doctor/rule.ts'
import type { ConnectionKind } from '../../kernel/ports/free-busy.ts'
import type { Check } from './check.ts'
import { finding } from './finding.ts'

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
 * Checks that each calendar has its credential, if that is an item, and that each such item is used by a
 * calendar or will be deleted. Its facts are those of providers.
 */
export function credentialsCheck(inShare: InShare): Check {
  const providers = new Map<string, Facts>()
  let factCount = 0
  const factsOf = (providerId: string): Facts => {
    factCount += 1
    const facts = providers.get(providerId) ?? {
      used: new Map(),
      due: new Set(),
      stored: new Set(),
      hasInvalidConnection: false,
    }
    providers.set(providerId, facts)
    return facts
  }
  return {
    visit(entry) {
      if (entry.kind === 'credential' && entry.value !== undefined) {
        const { providerId, reference } = entry.value
        if (inShare(providerId)) factsOf(providerId).stored.add(reference)
      } else if (entry.kind === 'connection_due') {
        const due = dueCredentialDeletionEntity.tryDecode(entry.item)
        if (!due.ok || !isSealedReference(due.value.credentialReference)) return
        if (inShare(due.value.providerId)) {
          factsOf(due.value.providerId).due.add(due.value.credentialReference)
        }
      } else if (entry.kind === 'connection' && inShare(entry.partitionId)) {
        const { value } = entry
        if (value === undefined) factsOf(entry.partitionId).hasInvalidConnection = true
        else if (isSealedReference(value.credentialReference)) {
          factsOf(entry.partitionId).used.set(value.credentialReference, value.kind)
        }
      }
    },
    get factCount() {
      return factCount
    },
    *findings() {
      for (const [providerId, facts] of providers) yield* findingsOf(providerId, facts)
    },
  }
}

function* findingsOf(providerId: string, facts: Facts): Iterable<Finding> {
  const { used, due, stored, hasInvalidConnection } = facts
  for (const [reference, kind] of used) {
    if (stored.has(reference)) continue
    yield finding(
      'credential_missing',
      [connectionKey(providerId, kind), sealedCredentialKey(reference)],
      'The credential of the calendar does not exist. Connect the calendar again.',
    )
  }
  if (hasInvalidConnection) return
  for (const reference of stored) {
    if (used.has(reference) || due.has(reference)) continue
    yield finding(
      'credential_orphaned',
      [sealedCredentialKey(reference)],
      'No calendar uses the credential, and nothing will delete it.',
    )
  }
}
