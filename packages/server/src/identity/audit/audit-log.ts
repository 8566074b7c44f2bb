import { type AuditEntry, auditEntity } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { auditRange } from '../../kernel/keys.ts'
import { type Listed, listPage, type Page } from '../../kernel/paging.ts'

/** Which entries of an audit log are wanted: all that fit each given member. */
export interface AuditFilter {
  readonly actorId?: string | undefined
  readonly resourceId?: string | undefined
  readonly operation?: string | undefined
  /** The first millisecond, inclusive. */
  readonly fromEpochMilliseconds?: number | undefined
  /** The last millisecond, exclusive. */
  readonly toEpochMilliseconds?: number | undefined
}

/**
 * Lists the audit log of the caller's account, newest first. A page may hold fewer than `limit` entries,
 * since the others do not fit the filter; its cursor continues the list.
 */
export async function listAudit(
  { store }: Pick<Dependencies, 'store'>,
  { accountId }: Pick<Caller, 'accountId'>,
  filter: AuditFilter,
  page: Page,
): Promise<Listed<AuditEntry>> {
  const { fromEpochMilliseconds: from, toEpochMilliseconds: to, ...wanted } = filter
  const range = auditRange(accountId, from, to)
  const request = { ...range, descending: true, consistent: true, filter: wanted }
  const listed = await listPage(store, request, page, auditEntity.decode)
  const fits = (entry: AuditEntry) =>
    (wanted.actorId ?? entry.actor.id) === entry.actor.id &&
    (wanted.resourceId ?? entry.resourceId) === entry.resourceId &&
    (wanted.operation ?? entry.operation) === entry.operation
  return { ...listed, data: listed.data.filter(fits) }
}
