import { AuditList, AuditQuery } from '@holdfast/contracts'
import { ok } from '@holdfast/engine'
import { actorRepresentation } from '../../kernel/actor.ts'
import type { AuditEntry } from '../../kernel/audit.ts'
import { page } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, accountEndpointOf } from '../../kernel/http/endpoint.ts'
import { secondsOf } from '../../kernel/http/instants.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { momentText } from '../../kernel/representations.ts'
import { listAudit } from '../audit/audit-log.ts'

const auditRepresentation = (entry: AuditEntry) => ({
  id: entry.id,
  at: momentText(entry.atEpochMilliseconds),
  actor: actorRepresentation(entry.actor),
  operation: entry.operation,
  resourceId: entry.resourceId ?? null,
  requestId: entry.requestId,
})

const milliseconds = (instant: string | undefined): number | undefined =>
  instant === undefined ? undefined : secondsOf(instant) * 1000

/** The endpoint for the audit log of the caller's account. */
export const auditEndpoint = ({ deps }: HttpContext): AnyEndpoint =>
  accountEndpointOf('Account')({
    method: 'get',
    path: '/v1/audit',
    operationId: 'listAudit',
    summary: 'List the changes by keys and members',
    description:
      'Newest first. The account keeps the log for `auditDays`. A page can have fewer entries than `limit`: follow `nextCursor` until it is null.',
    query: AuditQuery,
    answers: { 200: { description: 'A page of changes.', schema: AuditList } },
    perform: async ({ caller, query: { from, to, limit, cursor, ...filter } }) => {
      const range = {
        fromEpochMilliseconds: milliseconds(from),
        toEpochMilliseconds: milliseconds(to),
      }
      return ok(await listAudit(deps, caller, { ...filter, ...range }, pageOf({ limit, cursor })))
    },
    answer: (listed) => page(listed, auditRepresentation),
  })
