import type { Dependencies } from '../../kernel/dependencies.ts'
import type { Item, QueryRequest } from '../../kernel/ports/store.ts'
import { type NamedWrites, transact } from '../../kernel/transaction.ts'
import { passkeyKey, personPasskeysRange, personSessionsRange, sessionKey } from '../keys.ts'
import { personPasskeyEntity } from '../people/passkey.ts'
import { personSessionEntity } from '../people/person-session.ts'
import type { Member } from './member.ts'
import { allMemberships } from './memberships.ts'

type Leaving = Pick<Member, 'email' | 'accountId'>

/**
 * Deletes what a removed member leaves behind: its sessions in the account, and the passkeys of a person who
 * belongs to no account any more. Harmless if it is repeated.
 */
export async function leavePerson(
  deps: Dependencies,
  { email, accountId }: Leaving,
): Promise<void> {
  await deleteEach(deps, personSessionsRange(email), (item) => {
    const session = personSessionEntity.decode(item)
    if (session.accountId !== accountId) return undefined
    return {
      session: { kind: 'delete', key: sessionKey(session.tokenHash) },
      listed: personSessionEntity.discard(session),
    }
  })
  if ((await allMemberships(deps, email)).length > 0) return
  await deleteEach(deps, personPasskeysRange(email), (item) => {
    const passkey = personPasskeyEntity.decode(item)
    return {
      passkey: { kind: 'delete', key: passkeyKey(passkey.credentialHash) },
      listed: personPasskeyEntity.discard(passkey),
    }
  })
}

/** Runs the writes of each item of a range in a transaction of its own. */
async function deleteEach(
  deps: Dependencies,
  range: QueryRequest,
  writesOf: (item: Item) => NamedWrites | undefined,
): Promise<void> {
  const { items } = await deps.store.query({ ...range, consistent: true })
  for (const item of items) {
    const writes = writesOf(item)
    if (writes !== undefined) await transact(deps, writes)
  }
}
