import type { KeptMails } from '../../delivery/ports/kept-mails.ts'
import {
  type Connection,
  connectionEntity,
} from '../../external-calendars/connections/connection.ts'
import { dueWrites } from '../../external-calendars/connections/due-connections.ts'
import { sealedCredentialEntity } from '../../external-calendars/connections/sealed-credential.ts'
import type { ExternalCalendarsDependencies } from '../../external-calendars/dependencies.ts'
import {
  connectionKey,
  connectionsOfVendorAccount,
  connectionsRange,
  sealedCredentialKey,
} from '../../external-calendars/keys.ts'
import { isVendorKind } from '../../external-calendars/ports/calendar-vendor.ts'
import { memberKey } from '../../identity/keys.ts'
import { leavePerson } from '../../identity/members/leave-person.ts'
import { memberEntity, personMemberEntity, personMemberOf } from '../../identity/members/member.ts'
import { leaseKey, prefixEnd } from '../../kernel/keys.ts'
import type { Item, ItemKey } from '../../kernel/ports/store.ts'
import { transact } from '../../kernel/transaction.ts'

/** What the deletion of accounts needs. */
export interface AccountRemovalDependencies extends ExternalCalendarsDependencies {
  /** The emails of a server without a mail server. */
  readonly keptMails?: Pick<KeptMails, 'removeWhere'>
  /** Overwrites what was deleted, in stores that keep it in their file. */
  readonly purgeDeleted?: () => Promise<unknown>
}

/**
 * Releases what an item of a deleted account holds elsewhere, before the item is deleted: credentials in the
 * vault, grants at vendors, and the sessions and passkeys of members. Repeating it is harmless. Returns the keys of further
 * items to delete with it.
 */
export async function releaseItem(
  deps: AccountRemovalDependencies,
  item: Item,
): Promise<readonly ItemKey[]> {
  if (isMember(item)) {
    const member = memberEntity.decode(item)
    await transact(deps, { person: personMemberEntity.discard(personMemberOf(member)) })
    await leavePerson(deps, member)
    // The mailbox keeps links to sign in for no account, so that no other member sees them.
    await deps.keptMails?.removeWhere(({ accountId, to }) => !accountId && to === member.email)
    return []
  }
  if (CREDENTIAL.test(item.PK)) await revokeGrantOf(deps, item)
  // An item that the server cannot read must not keep the account from being deleted.
  const connection = CONNECTION.test(item.SK) ? connectionEntity.tryDecode(item) : undefined
  if (connection?.ok) await revokeGrant(deps, connection.value).catch(() => {})
  for (const reference of secretsOf(item)) await removeSecret(deps, reference)
  return connection?.ok ? keysOfConnection(connection.value) : []
}

const MEMBER = memberKey('', '')
const isMember = ({ PK, SK }: ItemKey): boolean =>
  PK.startsWith(MEMBER.PK) && SK.startsWith(MEMBER.SK)

const CREDENTIAL = new RegExp(`^${sealedCredentialKey('').PK}`)
const CONNECTION = new RegExp(`^${connectionKey('', '').SK}`)

/** The references of an item into the vault: of a connection, an authorization or a due deletion. */
function secretsOf({ credentialReference, granted }: Item): readonly string[] {
  const inGranted =
    typeof granted === 'object' && granted !== null && 'credentialReference' in granted
      ? granted.credentialReference
      : undefined
  return [credentialReference, inGranted].filter(
    (reference) => typeof reference === 'string' && reference !== '',
  ) as string[]
}

async function removeSecret(
  { vault }: ExternalCalendarsDependencies,
  reference: string,
): Promise<void> {
  if (vault === undefined) throw new Error('no vault is configured to delete a credential from')
  await vault.remove(reference)
}

/** The items of a connection outside of its provider's partition: its place in the queue, and its lease. */
function keysOfConnection(connection: Connection): readonly ItemKey[] {
  const { oldDue } = dueWrites(connection, undefined)
  const due = oldDue?.kind === 'delete' ? [oldDue.key] : []
  return [...due, leaseKey(`refresh-${connection.id}`)]
}

/** A credential that is an item may come before its connection, whose grant is revoked with it. */
async function revokeGrantOf(deps: AccountRemovalDependencies, item: Item): Promise<void> {
  const credential = sealedCredentialEntity.tryDecode(item)
  if (!credential.ok) return
  const { reference, providerId } = credential.value
  const { items } = await deps.store.query({ ...connectionsRange(providerId), consistent: true })
  for (const each of items.filter((one) => one.credentialReference === reference)) {
    const connection = connectionEntity.tryDecode(each)
    if (connection.ok) await revokeGrant(deps, connection.value).catch(() => {})
  }
}

/**
 * Revokes a grant with one attempt, unless a connection of another account uses the same account at the
 * vendor. The vendor may be out of reach for long. Without the credential, nobody here can use the grant.
 */
async function revokeGrant(
  { store, vault, vendors }: ExternalCalendarsDependencies,
  { kind, label, accountId, credentialReference }: Connection,
): Promise<void> {
  if (!isVendorKind(kind) || label === undefined || vault === undefined) return
  const revoke = vendors?.[kind]?.revoke
  if (revoke === undefined) return
  const { items } = await store.query({
    index: 'GSI1',
    partition: connectionsOfVendorAccount(kind, label),
    from: '0',
    to: prefixEnd(''),
  })
  if (items.some((other) => other.accountId !== accountId)) return
  const credential = await vault.get(credentialReference)
  if (credential?.kind === 'oauth') await revoke(credential.refreshToken)
}
