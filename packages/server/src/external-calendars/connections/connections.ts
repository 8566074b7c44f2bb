import { ok, type Result, refuse } from '@holdfast/engine'
import { providerKey } from '../../booking/keys.ts'
import { type Provider, providerFromItem, providerItem } from '../../booking/providers/provider.ts'
import { getProvider } from '../../booking/providers/providers.ts'
import { type Caller, versionMismatch } from '../../kernel/caller.ts'
import { commit, DECISION_ROUNDS, tooContended } from '../../kernel/commit.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { type Listed, listPage, type Page } from '../../kernel/paging.ts'
import type { ConnectionKind, FreeBusyFailure } from '../../kernel/ports/free-busy.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { startSyncWrites } from '../calendar-sync/sync-tasks.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import { busyMonthKey, connectionKey, connectionsRange } from '../keys.ts'
import { afterCredentialRefresh, afterRead } from './after-read.ts'
import { checkWritable } from './check-writable.ts'
import {
  type Connection,
  type ConnectionPolicy,
  connectionFromItem,
  DEFAULT_POLICY,
} from './connection.ts'
import {
  connectionEvent,
  dueWrites,
  putConnection,
  readMonths,
  removeConnection,
  scheduleCredentialDeletion,
  scheduleGrantRevocation,
} from './connection-writes.ts'

/** What a calendar is connected with. */
export interface ConnectionInput {
  readonly kind: ConnectionKind
  /** Drawn by the caller where the calendar was read before it is connected. */
  readonly id?: string
  /** A reference of the vault, made for this connection alone. */
  readonly credentialReference: string
  /** The calendars to look at, as the vendor names them; none named: the primary one. */
  readonly calendarIds?: readonly string[]
  readonly label?: string
  readonly writesBack?: boolean
  /** What is absent stays as it is, or has its default. */
  readonly policy?: Partial<ConnectionPolicy>
}

/** A connection, and whether it is a new one. */
export interface Connected {
  readonly connection: Connection
  readonly isNew: boolean
}

/** The connection of a provider to a calendar of a kind, whoever asks; undefined where there is none. */
export async function findConnection(
  deps: ExternalCalendarsDependencies,
  providerId: string,
  kind: ConnectionKind,
): Promise<Connection | undefined> {
  const item = await deps.store.get(connectionKey(providerId, kind), { consistent: true })
  return item && connectionFromItem(item)
}

/** The connection of a provider of the account. */
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
  return ok(await listPage(deps.store, range, page, connectionFromItem))
}

/**
 * Connects a calendar, or connects the one of that kind anew: with another credential, as the same
 * connection. Until it was read its time is not offered; it is due to be read at once.
 */
export async function connectCalendar(
  deps: ExternalCalendarsDependencies,
  caller: Caller<Connected>,
  providerId: string,
  input: ConnectionInput,
): Promise<Result<Connected, Refusal>> {
  for (let round = 0; round < DECISION_ROUNDS; round += 1) {
    const provider = await getProvider(deps, caller, providerId)
    if (!provider.ok) return provider
    const before = await findConnection(deps, providerId, input.kind)
    const connection = connected(deps, provider.value, before, input)
    const value: Connected = { connection, isNew: before === undefined }
    const replaced =
      before && before.credentialReference !== input.credentialReference
        ? scheduleGrantRevocation(deps, before)
        : []
    const committed = await commit(
      deps,
      caller,
      [
        putConnection(before, connection),
        putKinds(deps, provider.value, (kinds) => [...kinds, input.kind]),
        ...dueWrites(before, connection),
        ...replaced,
        connectionEvent(deps, 'calendar.connected', connection),
      ],
      value,
    )
    if (committed.kind === 'done') return ok(value)
    if (committed.kind === 'refused') return refuse(committed.refusal)
  }
  throw tooContended(`the calendars of ${providerId}`)
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
    // Another account has other calendars.
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
 * The write of a provider with other connected kinds. It is written also where they are the same: so
 * nobody connects or disconnects beside another unseen, and nobody connects a provider that is gone.
 */
function putKinds(
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
  return { kind: 'put-if-version', item: providerItem(after), version: before.version }
}

/** Ends a connection of the account's provider: what its calendar took is free at once. */
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
 * Ends a connection, also one of a provider that was deleted. Its busy times, its place in the queue
 * and the provider's note of it go with it; the vault forgets the credential afterwards.
 */
export async function removeCalendar(
  deps: ExternalCalendarsDependencies,
  caller: Caller<undefined>,
  providerId: string,
  kind: ConnectionKind,
): Promise<Result<undefined, Refusal>> {
  for (let round = 0; round < DECISION_ROUNDS; round += 1) {
    const [item, connection] = await Promise.all([
      deps.store.get(providerKey(providerId), { consistent: true }),
      findConnection(deps, providerId, kind),
    ])
    if (item === undefined || connection === undefined) {
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
    const committed = await commit(
      deps,
      caller,
      [
        removeConnection(connection),
        putKinds(deps, providerFromItem(item), (kinds) => kinds.filter((one) => one !== kind)),
        ...months.map(
          ({ month, version }): Write => ({
            kind: 'delete-if-version',
            key: busyMonthKey(providerId, month, kind),
            version,
          }),
        ),
        ...dueWrites(connection, undefined),
        ...scheduleGrantRevocation(deps, connection),
        connectionEvent(deps, 'calendar.disconnected', last),
      ],
      undefined,
    )
    if (committed.kind === 'done') return ok(undefined)
    if (committed.kind === 'refused') return refuse(committed.refusal)
  }
  throw tooContended(`the calendars of ${providerId}`)
}

/** What can be changed of a connection. */
export interface ConnectionChange {
  readonly policy?: Partial<ConnectionPolicy>
  readonly calendarIds?: readonly string[]
  readonly writesBack?: boolean
  /** Null: the primary one. What was written into another one stays there. */
  readonly writesBackTo?: string | null
}

/** The member by which a change asks to write, if any. */
const wantsWriting = ({ writesBack, writesBackTo }: ConnectionChange): string | undefined => {
  if (writesBack === true) return 'writesBack'
  return writesBackTo == null ? undefined : 'writesBackTo'
}

/** Changes how a connection is used. Other calendars are read at once, and not offered until then. */
export async function changeConnection(
  deps: ExternalCalendarsDependencies,
  caller: Caller<Connection>,
  providerId: string,
  kind: ConnectionKind,
  change: ConnectionChange,
): Promise<Result<Connection, Refusal>> {
  for (let round = 0; round < DECISION_ROUNDS; round += 1) {
    const found = await getConnection(deps, caller, providerId, kind)
    if (!found.ok) return found
    const before = found.value
    const stale = versionMismatch(caller, before.settingsVersion)
    if (stale) return stale
    const writing = wantsWriting(change)
    const refused = writing && (await checkWritable(deps, before, writing))
    if (refused) return refused
    const after = changed(deps, before, change)
    const committed = await commit(
      deps,
      caller,
      [
        putConnection(before, after),
        ...dueWrites(before, after),
        ...startSyncWrites(deps, before, after),
      ],
      after,
    )
    if (committed.kind === 'done') return ok(after)
    if (committed.kind === 'refused') return refuse(committed.refusal)
  }
  throw tooContended(`the calendars of ${providerId}`)
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
  // What failed may have been the choice: a grant that is gone is found gone once more.
  const { failure: _failure, ...unread } = read
  return {
    ...unread,
    status: 'active',
    calendarIds: change.calendarIds,
    readRevision: before.readRevision + 1,
    refreshAtEpochMilliseconds: now,
  }
}

/** How the adoption of a refreshed credential ended. */
export type Adoption =
  | { readonly kind: 'adopted'; readonly connection: Connection }
  /** Somebody else changed it first: go by what it carries now. */
  | { readonly kind: 'superseded'; readonly connection: Connection }
  | { readonly kind: 'gone' }

/** Losers of a race of refreshes may still be on their way to the credential that is replaced. */
const FORGET_AFTER_MILLISECONDS = 10 * 60_000

/**
 * Lets a connection carry a refreshed credential, on condition that it still carries the one that was
 * refreshed. Of parallel refreshes one is adopted; the others learn what was.
 */
export async function adoptCredential(
  deps: ExternalCalendarsDependencies,
  connection: Connection,
  credentialReference: string,
): Promise<Adoption> {
  let before: Connection | undefined = connection
  for (let round = 0; round < DECISION_ROUNDS; round += 1) {
    const now = deps.clock.nowEpochMilliseconds()
    const after = afterCredentialRefresh(before, credentialReference, now)
    const writes = [
      putConnection(before, after),
      ...dueWrites(before, after),
      ...scheduleCredentialDeletion(deps, before, now + FORGET_AFTER_MILLISECONDS),
    ]
    const outcome = await deps.store.transact(writes, deps.ids.next('event', now))
    if (outcome.committed) return { kind: 'adopted', connection: after }
    before = await findConnection(deps, connection.providerId, connection.kind)
    if (before === undefined || before.id !== connection.id) return { kind: 'gone' }
    if (before.credentialReference !== connection.credentialReference) {
      return { kind: 'superseded', connection: before }
    }
  }
  throw tooContended(`connection ${connection.id}`)
}

/**
 * Marks a connection as broken: its grant is gone, and only a new connection helps. Told once; nothing
 * happens where it carries another credential by now, is broken already, or is gone.
 */
export async function markBroken(
  deps: ExternalCalendarsDependencies,
  connection: Connection,
  failure: { readonly code: FreeBusyFailure; readonly detail: string },
): Promise<void> {
  for (let round = 0; round < DECISION_ROUNDS; round += 1) {
    const before = await findConnection(deps, connection.providerId, connection.kind)
    if (
      before === undefined ||
      before.status === 'broken' ||
      before.credentialReference !== connection.credentialReference
    ) {
      return
    }
    const now = deps.clock.nowEpochMilliseconds()
    const read = {
      startedAtEpochMilliseconds: now,
      range: { startEpochMinutes: 0, endEpochMinutes: 0 },
      timeZone: 'UTC',
      outcome: { kind: 'failed', code: 'unauthorized', detail: failure.detail },
    } as const
    const after = afterRead(before, read, now)
    const writes = [
      putConnection(before, after),
      ...dueWrites(before, after),
      connectionEvent(deps, 'calendar.sync_failed', after),
    ]
    const outcome = await deps.store.transact(writes, deps.ids.next('event', now))
    if (outcome.committed) return
  }
  throw tooContended(`connection ${connection.id}`)
}
