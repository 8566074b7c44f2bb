import { providerKey } from '../../booking/keys.ts'
import { type Provider, providerEntity } from '../../booking/providers/provider.ts'
import { systemCaller } from '../../kernel/caller.ts'
import { ALL_SHARDS, prefixEnd } from '../../kernel/keys.ts'
import type { ConnectionKind, FreeBusyOutcome } from '../../kernel/ports/free-busy.ts'
import { type DueWork, runDue } from '../../kernel/queue/due-work.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { transact } from '../../kernel/transaction.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import { connectionsDue, connectionsOfVendorAccount } from '../keys.ts'
import type { VendorKind } from '../ports/calendar-vendor.ts'
import { isVendorKind } from '../ports/calendar-vendor.ts'
import type { CredentialVault } from '../ports/credential-vault.ts'
import { afterRead, type CalendarRead } from './after-read.ts'
import { type Connection, connectionEntity } from './connection.ts'
import { connectionEvent, monthWrites, readMonths } from './connection-writes.ts'
import { findConnection, removeCalendar } from './connections.ts'
import {
  type DueCredentialDeletion,
  type DueRefresh,
  dueCredentialDeletionEntity,
  dueRefreshEntity,
  dueWrites,
} from './due-connections.ts'
import { READ_TIMEOUT_MILLISECONDS, rangeToRead, readCalendar } from './read-calendar.ts'
import { adoptCredential } from './refreshed-credential.ts'
import { requestRefresh } from './request-refresh.ts'
import { storeCredential } from './store-credential.ts'

/** How the recording of a read ended. */
type Recorded =
  | { readonly kind: 'recorded'; readonly connection: Connection }
  /** Another read was recorded meanwhile, or the connection got another credential. */
  | { readonly kind: 'overtaken'; readonly connection: Connection }
  | { readonly kind: 'gone' }

/**
 * Records the outcome of a read: the changed busy months and the connection, in one transaction. `asked`
 * is the connection when the read began. If another read was recorded since then, this one is dropped, so
 * that the stored times are never older than the connection says. The dropped one may be the newer of
 * the two. So if they differ, another read becomes due at once.
 */
export async function recordRead(
  deps: ExternalCalendarsDependencies,
  asked: Connection,
  read: CalendarRead,
): Promise<Recorded> {
  return retryOnConflict<Recorded>(`connection ${asked.id}`, async () => {
    const before = await findConnection(deps, asked.providerId, asked.kind)
    if (before === undefined || before.id !== asked.id) return { kind: 'gone' }
    if (before.readRevision !== asked.readRevision) {
      if (await differs(deps, asked, before, read.outcome)) await requestRefresh(deps, before)
      return { kind: 'overtaken', connection: before }
    }
    const after = afterRead(before, read, deps.clock.nowEpochMilliseconds())
    const stored = await readMonths(deps, asked.providerId, asked.kind)
    const hasFailed = after.status !== before.status && after.status !== 'active'
    const outcome = await transact(deps, {
      connection: connectionEntity.replace(before, after),
      ...dueWrites(before, after),
      ...monthWrites(after, stored, read.outcome),
      outbox: hasFailed
        ? connectionEvent(deps, { kind: 'system' }, 'calendar.sync_failed', after)
        : undefined,
    })
    return outcome.kind === 'done' ? { kind: 'recorded', connection: after } : CONFLICT
  })
}

/**
 * Whether the outcome of a read that began at `asked` says something else about a calendar than its
 * connection and stored busy times.
 */
async function differs(
  deps: ExternalCalendarsDependencies,
  asked: Connection,
  connection: Connection,
  outcome: FreeBusyOutcome,
): Promise<boolean> {
  if (outcome.kind === 'failed') return outcome.code !== connection.failure?.code
  if (connection.failure !== undefined) return true
  if (outcome.kind === 'unchanged') {
    const [before, now] = [asked.validators, connection.validators]
    return before?.etag !== now?.etag || before?.lastModified !== now?.lastModified
  }
  const stored = await readMonths(deps, connection.providerId, connection.kind)
  return Object.keys(monthWrites(connection, stored, outcome)).length > 0
}

/** Reads a calendar once and records the outcome. */
async function readOnce(
  deps: ExternalCalendarsDependencies,
  provider: Provider,
  connection: Connection,
  timeoutMilliseconds: number,
): Promise<Recorded> {
  const startedAtEpochMilliseconds = deps.clock.nowEpochMilliseconds()
  const range = await rangeToRead(deps, provider)
  const { timeZone } = provider
  const outcome = await readCalendar(deps, connection, { timeZone, range, timeoutMilliseconds })
  return await recordRead(deps, connection, {
    startedAtEpochMilliseconds,
    range,
    timeZone,
    outcome,
  })
}

/** How a calendar is read again. */
export interface RefreshOptions {
  readonly timeoutMilliseconds?: number
  /** Reads again if another read, which may have begun earlier, was recorded meanwhile. */
  readonly untilRecorded?: boolean
}

/**
 * Reads a calendar of a provider now. Answers the connection after the read; undefined if it is gone. The
 * connection of a deleted provider is removed instead.
 */
export async function refreshConnection(
  deps: ExternalCalendarsDependencies,
  providerId: string,
  kind: ConnectionKind,
  { timeoutMilliseconds = READ_TIMEOUT_MILLISECONDS, untilRecorded = false }: RefreshOptions = {},
): Promise<Connection | undefined> {
  return retryOnConflict(`connection of ${providerId} to ${kind}`, async () => {
    const [provider, connection] = await Promise.all([
      providerEntity.read(deps.store, providerKey(providerId)),
      findConnection(deps, providerId, kind),
    ])
    if (provider === undefined || connection === undefined) return undefined
    if (provider.deletedAtEpochSeconds !== undefined) {
      await removeCalendar(deps, backgroundCaller(provider), providerId, kind)
      return undefined
    }
    const recorded = await readOnce(deps, provider, connection, timeoutMilliseconds)
    if (recorded.kind === 'gone') return undefined
    return recorded.kind === 'recorded' || !untilRecorded ? recorded.connection : CONFLICT
  })
}

const backgroundCaller = ({ accountId }: Provider) => systemCaller(accountId, 'connections')

/** The result of one run over the queue of connections. */
export interface RefreshReport {
  readonly refreshed: number
  readonly deletedCredentials: number
  /** The errors of entries that stay in the queue and are retried. */
  readonly errors: readonly unknown[]
  /** Whether due work is left for the next run. */
  readonly more: boolean
}

type Handled = 'refreshed' | 'deleted' | 'outdated'
type DueEntry = DueRefresh | DueCredentialDeletion

/** The connections that are due to be read, and the credentials that are due to be deleted. */
export const dueConnections: DueWork<ExternalCalendarsDependencies, DueEntry, Handled> = {
  ...connectionsDue,
  decode: (item) =>
    'credentialReference' in item
      ? dueCredentialDeletionEntity.decode(item)
      : dueRefreshEntity.decode(item),
  dueEpochMilliseconds: (entry) => entry.dueEpochMilliseconds,
  run: (deps, [entry]) => handleDue(deps, entry),
}

/** Handles the due entries of the queue, at most `limit` per shard, the longest due first. */
export async function refreshDueConnections(
  deps: ExternalCalendarsDependencies,
  limit: number,
  shards: readonly number[] = ALL_SHARDS,
): Promise<RefreshReport> {
  const { done, errors, more } = await runDue(deps, dueConnections, limit, shards)
  const count = (handled: Handled) => done.filter((each) => each === handled).length
  return { refreshed: count('refreshed'), deletedCredentials: count('deleted'), errors, more }
}

async function handleDue(deps: ExternalCalendarsDependencies, entry: DueEntry): Promise<Handled> {
  return 'credentialReference' in entry ? handleDeletion(deps, entry) : handleRefresh(deps, entry)
}

/** Deletes a credential, unless its connection uses it, and removes the entry. */
async function handleDeletion(
  deps: ExternalCalendarsDependencies,
  deletion: DueCredentialDeletion,
): Promise<Handled> {
  const connection = await findConnection(deps, deletion.providerId, deletion.kind)
  const isUsed = connection?.credentialReference === deletion.credentialReference
  // The index that `revokeGrant` asks may lack a connection that was made a moment ago.
  const isReconnected = connection !== undefined && connection.label === deletion.endsGrantOf
  const { endsGrantOf: _, ...alone } = deletion
  if (!isUsed) await deleteCredential(deps, isReconnected ? alone : deletion)
  await transact(deps, { deletion: dueCredentialDeletionEntity.remove(deletion) })
  return isUsed ? 'outdated' : 'deleted'
}

/** Reads the calendar, which moves the entry. An outdated entry is removed. */
async function handleRefresh(
  deps: ExternalCalendarsDependencies,
  due: DueRefresh,
): Promise<Handled> {
  const connection = await findConnection(deps, due.providerId, due.kind)
  const isDue =
    connection?.id === due.connectionId &&
    connection.refreshAtEpochMilliseconds === due.dueEpochMilliseconds
  if (!isDue) {
    await transact(deps, { due: dueRefreshEntity.remove(due) })
    return 'outdated'
  }
  const refreshed = await refreshConnection(deps, due.providerId, due.kind)
  if (refreshed !== undefined) await moveCredential(deps, refreshed)
  return 'refreshed'
}

async function deleteCredential(
  deps: ExternalCalendarsDependencies,
  { kind, credentialReference, endsGrantOf: address }: DueCredentialDeletion,
): Promise<void> {
  const { vault } = deps
  if (vault === undefined) throw new Error('no vault is configured to delete a credential from')
  if (isVendorKind(kind) && address !== undefined) {
    await revokeGrant({ ...deps, vault }, { kind, address, credentialReference })
  }
  await vault.remove(credentialReference)
}

/**
 * Moves the credential of a feed into the current vault, if it is in one that was used before. The former
 * one is deleted ten minutes later, as after any replacement. The tokens of a vendor move when they are
 * refreshed, under the lease of the refresh: if they moved here, a refresh at the same moment would lose the
 * tokens that it received.
 */
async function moveCredential(
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

/** A grant that a connection no longer needs. */
interface UnusedGrant {
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
async function revokeGrant(
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
