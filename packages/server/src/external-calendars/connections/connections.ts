import { ok, type Result } from '@holdfast/engine'
import { providerKey } from '../../booking/keys.ts'
import { type Provider, providerEntity } from '../../booking/providers/provider.ts'
import { getProvider } from '../../booking/providers/read-providers.ts'
import { checkHasTime } from '../../booking/providers/units.ts'
import { type Caller, versionMismatch } from '../../kernel/caller.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { type Listed, listPage, type Page } from '../../kernel/paging.ts'
import type { ConnectionKind } from '../../kernel/ports/free-busy.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { invalid, notFound, type Refusal } from '../../kernel/refusals.ts'
import { retryOnConflict } from '../../kernel/retry.ts'
import { commitOrConflict } from '../../kernel/transaction.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import { connectionKey, connectionsRange } from '../keys.ts'
import { isVendorKind } from '../ports/calendar-vendor.ts'
import {
  type Connection,
  type ConnectionPolicy,
  connectionEntity,
  DEFAULT_POLICY,
} from './connection.ts'
import { connectionEvent, monthRemovals, readMonths } from './connection-writes.ts'
import { dueWrites, scheduleGrantRevocation } from './due-connections.ts'
import { startSyncWrites } from './sync-tasks.ts'

/** The calendar to connect. */
export interface ConnectionInput {
  readonly kind: ConnectionKind
  /** The id of a new connection, if the calendar was read before it is connected. */
  readonly id?: string
  /** A vault reference that was made for this connection. */
  readonly credentialReference: string
  /** The vendor's ids of the calendars to read. Omitted: the primary one. */
  readonly calendarIds?: readonly string[]
  readonly label?: string
  readonly writesBack?: boolean
  /** Omitted members keep their value, or get their default. */
  readonly policy?: Partial<ConnectionPolicy>
}

/** A connection, and whether it is new. */
export interface Connected {
  readonly connection: Connection
  readonly isNew: boolean
}

/** Reads the connection of a provider to a calendar of a kind, without a check of the caller. */
export const findConnection = (
  deps: ExternalCalendarsDependencies,
  providerId: string,
  kind: ConnectionKind,
): Promise<Connection | undefined> =>
  connectionEntity.read(deps.store, connectionKey(providerId, kind))

/** Reads the connection of a provider of the account. */
export async function getConnection(
  deps: ExternalCalendarsDependencies,
  caller: Pick<Caller, 'accountId'>,
  providerId: string,
  kind: ConnectionKind,
): Promise<Result<Connection, Refusal>> {
  const provider = await getProvider(deps, caller, providerId)
  if (!provider.ok) return provider
  const connection = await findConnection(deps, providerId, kind)
  return connection ? ok(connection) : notFound('calendar_connection', kind)
}

/** Lists the connections of a provider, by kind. */
export async function listConnections(
  deps: ExternalCalendarsDependencies,
  caller: Pick<Caller, 'accountId'>,
  providerId: string,
  page: Page,
): Promise<Result<Listed<Connection>, Refusal>> {
  const provider = await getProvider(deps, caller, providerId)
  if (!provider.ok) return provider
  const range = { ...connectionsRange(providerId), consistent: true }
  return ok(await listPage(deps.store, range, page, connectionEntity.decode))
}

/**
 * Connects a calendar, or reconnects the one of that kind with another credential. The first read is due
 * at once, and no time is offered until it succeeds.
 */
export async function connectCalendar(
  deps: ExternalCalendarsDependencies,
  caller: Caller<Connected>,
  providerId: string,
  input: ConnectionInput,
): Promise<Result<Connected, Refusal>> {
  return retryOnConflict(`the calendars of ${providerId}`, async () => {
    const provider = await getProvider(deps, caller, providerId)
    if (!provider.ok) return provider
    const hasTime = checkHasTime(provider.value, '/path/id')
    if (!hasTime.ok) return hasTime
    const before = await findConnection(deps, providerId, input.kind)
    const connection = connected(deps, provider.value, before, input)
    const value: Connected = { connection, isNew: before === undefined }
    const hasNewCredential =
      before !== undefined && before.credentialReference !== input.credentialReference
    const writes = {
      connection: connectionEntity.put(before, connection),
      provider: replaceKinds(deps, provider.value, (kinds) => [...kinds, input.kind]),
      ...dueWrites(before, connection),
      revocation: hasNewCredential ? scheduleGrantRevocation(deps, before) : undefined,
      outbox: connectionEvent(deps, caller.actor, 'calendar.connected', connection),
    }
    return commitOrConflict(deps, caller, writes, value)
  })
}

function connected(
  deps: ExternalCalendarsDependencies,
  provider: Provider,
  before: Connection | undefined,
  input: ConnectionInput,
): Connection {
  const now = deps.clock.nowEpochMilliseconds()
  return {
    id: before?.id ?? input.id ?? deps.ids.next('connection', now),
    accountId: provider.accountId,
    providerId: provider.id,
    kind: input.kind,
    version: (before?.version ?? 0) + 1,
    settingsVersion: (before?.settingsVersion ?? 0) + 1,
    status: 'active',
    credentialReference: input.credentialReference,
    calendarIds: input.calendarIds ?? [],
    ...(input.label === undefined ? {} : { label: input.label }),
    writesBack: input.writesBack ?? before?.writesBack ?? false,
    // A calendar id is valid for its own account only.
    ...(before?.writesBackTo !== undefined &&
      before.label === input.label && { writesBackTo: before.writesBackTo }),
    policy: { ...(before?.policy ?? DEFAULT_POLICY), ...input.policy },
    readRevision: (before?.readRevision ?? 0) + 1,
    warnings: [],
    refreshAtEpochMilliseconds: now,
    createdAtEpochSeconds: before?.createdAtEpochSeconds ?? Math.floor(now / 1000),
    updatedAtEpochSeconds: Math.floor(now / 1000),
  }
}

/**
 * The write of a provider with changed connected kinds. It writes unchanged kinds as well. So concurrent
 * changes of connections conflict, and a deleted provider cannot be connected.
 */
function replaceKinds(
  deps: ExternalCalendarsDependencies,
  before: Provider,
  change: (kinds: readonly ConnectionKind[]) => readonly ConnectionKind[],
): Write {
  const { connectedKinds = [], ...rest } = before
  const kinds = [...new Set(change(connectedKinds))].sort()
  const after: Provider = {
    ...rest,
    version: before.version + 1,
    ...(kinds.length > 0 && { connectedKinds: kinds }),
    updatedAtEpochSeconds: epochSeconds(deps.clock),
  }
  return providerEntity.replace(before, after)
}

/** Disconnects a calendar of the account's provider. Its busy times no longer count. */
export async function disconnectCalendar(
  deps: ExternalCalendarsDependencies,
  caller: Caller<undefined>,
  providerId: string,
  kind: ConnectionKind,
): Promise<Result<undefined, Refusal>> {
  const provider = await getProvider(deps, caller, providerId)
  if (!provider.ok) return provider
  return await removeCalendar(deps, caller, providerId, kind)
}

/**
 * Removes a connection, even that of a deleted provider, with its busy times, its queue entry and its
 * kind in the provider. The credential is deleted from the vault afterwards.
 */
export async function removeCalendar(
  deps: ExternalCalendarsDependencies,
  caller: Caller<undefined>,
  providerId: string,
  kind: ConnectionKind,
): Promise<Result<undefined, Refusal>> {
  return retryOnConflict(`the calendars of ${providerId}`, async () => {
    const [provider, connection] = await Promise.all([
      providerEntity.read(deps.store, providerKey(providerId)),
      findConnection(deps, providerId, kind),
    ])
    if (provider === undefined || connection === undefined) {
      return notFound('calendar_connection', kind)
    }
    const stale = versionMismatch(caller, connection.settingsVersion)
    if (stale) return stale
    const months = await readMonths(deps, providerId, kind)
    const last = {
      ...connection,
      version: connection.version + 1,
      settingsVersion: connection.settingsVersion + 1,
    }
    const writes = {
      connection: connectionEntity.remove(connection),
      provider: replaceKinds(deps, provider, (kinds) => kinds.filter((one) => one !== kind)),
      ...monthRemovals(months),
      ...dueWrites(connection, undefined),
      revocation: scheduleGrantRevocation(deps, connection),
      outbox: connectionEvent(deps, caller.actor, 'calendar.disconnected', last),
    }
    return commitOrConflict(deps, caller, writes, undefined)
  })
}

/** A change of a connection. Omitted members stay unchanged. */
export interface ConnectionChange {
  readonly policy?: Partial<ConnectionPolicy>
  readonly calendarIds?: readonly string[]
  readonly writesBack?: boolean
  /** Null: the primary calendar. Events in another calendar stay there. */
  readonly writesBackTo?: string | null
}

/** The member of a change that requires write access, if any. */
const writingMember = ({ writesBack, writesBackTo }: ConnectionChange): string | undefined => {
  if (writesBack === true) return 'writesBack'
  return writesBackTo == null ? undefined : 'writesBackTo'
}

/**
 * Changes how a connection is used. Other `calendarIds` are read at once, and no time is offered until
 * then.
 */
export async function changeConnection(
  deps: ExternalCalendarsDependencies,
  caller: Caller<Connection>,
  providerId: string,
  kind: ConnectionKind,
  change: ConnectionChange,
): Promise<Result<Connection, Refusal>> {
  return retryOnConflict(`the calendars of ${providerId}`, async () => {
    const found = await getConnection(deps, caller, providerId, kind)
    if (!found.ok) return found
    const before = found.value
    const stale = versionMismatch(caller, before.settingsVersion)
    if (stale) return stale
    const member = writingMember(change)
    const refused = member && (await checkWritable(deps, before, member))
    if (refused) return refused
    const after = changed(deps, before, change)
    const writes = {
      connection: connectionEntity.replace(before, after),
      ...dueWrites(before, after),
      syncTask: startSyncWrites(deps, before, after),
    }
    return commitOrConflict(deps, caller, writes, after)
  })
}

function changed(
  deps: ExternalCalendarsDependencies,
  before: Connection,
  change: ConnectionChange,
): Connection {
  const now = deps.clock.nowEpochMilliseconds()
  const { writesBackTo: writtenTo, ...rest } = before
  const writesBackTo = change.writesBackTo === undefined ? writtenTo : change.writesBackTo
  const after: Connection = {
    ...rest,
    ...(writesBackTo != null && { writesBackTo }),
    version: before.version + 1,
    settingsVersion: before.settingsVersion + 1,
    policy: { ...before.policy, ...change.policy },
    writesBack: change.writesBack ?? before.writesBack,
    updatedAtEpochSeconds: Math.floor(now / 1000),
  }
  if (change.calendarIds === undefined) return after
  const { lastReadAtEpochMilliseconds: _at, readRange: _range, validators: _v, ...read } = after
  // The old choice may have caused the failure. If the grant was revoked, the next read finds out again.
  const { failure: _failure, ...unread } = read
  return {
    ...unread,
    status: 'active',
    calendarIds: change.calendarIds,
    readRevision: before.readRevision + 1,
    refreshAtEpochMilliseconds: now,
  }
}

/**
 * Refuses a change that turns on calendar sync for a calendar that cannot be written to, or whose owner
 * granted read access only. `member` is the member of the change to report. Undefined if the change is
 * allowed.
 */
async function checkWritable(
  { vault, vendors }: Pick<ExternalCalendarsDependencies, 'vault' | 'vendors'>,
  { kind, credentialReference }: Connection,
  member: string,
) {
  if (!isVendorKind(kind)) {
    return invalid(`/${member}`, `is not possible for a calendar of kind ${kind}`)
  }
  // A concurrent refresh may have replaced the credential. Every write to the calendar checks it again.
  const credential = await vault?.get(credentialReference)
  if (credential?.kind !== 'oauth') return undefined
  const missing = vendors?.[kind]?.missingScopes(credential.scope, true) ?? []
  if (missing.length === 0) return undefined
  const message = 'requires write access: connect the calendar again with `writesBack: true`'
  return invalid(`/${member}`, message)
}
