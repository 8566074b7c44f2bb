import { z } from 'zod'
import { type AttributesOf, defineEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import { CONNECTION_KINDS } from '../../kernel/ports/free-busy.ts'
import type { Write } from '../../kernel/ports/store.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import { connectionDueKey } from '../keys.ts'
import type { Connection } from './connection.ts'

const dueEntryAttributes = z.object({
  version: z.literal(1),
  providerId: z.string(),
  kind: z.enum(CONNECTION_KINDS),
  dueEpochMilliseconds: z.number(),
})

const dueRefreshAttributes = dueEntryAttributes.extend({ connectionId: z.string() })

/** A queue entry: a connection that is due to be read. */
export type DueRefresh = AttributesOf<typeof dueRefreshAttributes>

const dueCredentialDeletionAttributes = dueEntryAttributes.extend({
  credentialReference: z.string(),
  /** The vendor account whose grant is revoked with it. Absent: the grant stays. */
  endsGrantOf: z.exactOptional(z.string()),
})

/** A queue entry: a credential that is due to be deleted from the vault. */
export interface DueCredentialDeletion
  extends AttributesOf<typeof dueCredentialDeletionAttributes> {
  readonly id: string
}

/** The item of a connection in the queue, by the time its next read is due. */
export const dueRefreshEntity = defineEntity<DueRefresh>({
  name: 'due connection',
  key: ({ connectionId, dueEpochMilliseconds }) =>
    connectionDueKey(connectionId, dueEpochMilliseconds),
  inKey: {},
  schema: dueRefreshAttributes,
})

/** The item of a credential in the queue, by the time its deletion is due. */
export const dueCredentialDeletionEntity = defineEntity<DueCredentialDeletion, 'id'>({
  name: 'due credential deletion',
  key: ({ id, dueEpochMilliseconds }) => connectionDueKey(id, dueEpochMilliseconds),
  inKey: { id: ({ SK }) => keyTail(SK) },
  schema: dueCredentialDeletionAttributes,
})

/** The queue entry of a connection whose next read is due at that time. */
export const dueRefreshOf = (
  { id, providerId, kind }: Pick<Connection, 'id' | 'providerId' | 'kind'>,
  dueEpochMilliseconds: number,
): DueRefresh => ({ version: 1, connectionId: id, providerId, kind, dueEpochMilliseconds })

/**
 * The writes that move the queue entry of a connection along with its due time. `before` is absent for
 * a new connection, `after` for one that ends.
 */
export function dueWrites(
  before: Connection | undefined,
  after: Connection | undefined,
): Readonly<Partial<Record<'oldDue' | 'newDue', Write>>> {
  const had = before?.refreshAtEpochMilliseconds
  const has = after?.refreshAtEpochMilliseconds
  if (had === has) return {}
  return {
    ...(before &&
      had !== undefined && { oldDue: dueRefreshEntity.discard(dueRefreshOf(before, had)) }),
    ...(after &&
      has !== undefined && { newDue: dueRefreshEntity.create(dueRefreshOf(after, has)) }),
  }
}

/** A credential to delete, and the connection it was stored for. */
export type StoredCredential = Pick<Connection, 'providerId' | 'kind' | 'credentialReference'> &
  Pick<DueCredentialDeletion, 'endsGrantOf'>

/**
 * The queue entry that deletes a credential from the vault at `dueEpochMilliseconds` or later, unless
 * its connection uses it then; undefined if the connection needs no credential.
 */
export function credentialDeletionOf(
  deps: ExternalCalendarsDependencies,
  { providerId, kind, credentialReference, endsGrantOf }: StoredCredential,
  dueEpochMilliseconds: number,
): DueCredentialDeletion | undefined {
  if (credentialReference === '') return undefined
  return {
    id: deps.ids.next('event', deps.clock.nowEpochMilliseconds()),
    version: 1,
    credentialReference,
    ...(endsGrantOf !== undefined && { endsGrantOf }),
    providerId,
    kind,
    dueEpochMilliseconds,
  }
}

/** The write that schedules the deletion of a credential; see `credentialDeletionOf`. */
export function scheduleCredentialDeletion(
  deps: ExternalCalendarsDependencies,
  credential: StoredCredential,
  dueEpochMilliseconds: number,
): Write | undefined {
  const deletion = credentialDeletionOf(deps, credential, dueEpochMilliseconds)
  return deletion && dueCredentialDeletionEntity.create(deletion)
}

/**
 * The write that schedules, for now, the deletion of a connection's credential and the revocation of its
 * grant at the vendor.
 */
export const scheduleGrantRevocation = (
  deps: ExternalCalendarsDependencies,
  { providerId, kind, credentialReference, label }: Connection,
): Write | undefined =>
  scheduleCredentialDeletion(
    deps,
    {
      providerId,
      kind,
      credentialReference,
      ...(label !== undefined && { endsGrantOf: label }),
    },
    deps.clock.nowEpochMilliseconds(),
  )
