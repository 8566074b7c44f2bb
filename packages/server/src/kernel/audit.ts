import type { Actor } from '@holdfast/engine'
import { z } from 'zod'
import { ACTOR_SCHEMA } from './actor.ts'
import type { Dependencies } from './dependencies.ts'
import { defineEntity } from './entity.ts'
import { auditKey, keyTail } from './keys.ts'
import type { Write } from './ports/store.ts'

/** What a request writes into the audit log of its account, in the transaction of the change. */
export interface AuditIntent {
  readonly accountId: string
  readonly actor: Actor
  /** The `operationId` of the call. */
  readonly operation: string
  /** The resource in the path. Absent for a creation: the id of the new resource is used. */
  readonly resourceId?: string
  readonly requestId: string
  readonly keptDays: number
}

/** An entry of an audit log. It holds ids only, no personal data. */
export interface AuditEntry extends Omit<AuditIntent, 'keptDays'> {
  readonly id: string
  readonly atEpochMilliseconds: number
  /** The entry is removed after this second. */
  readonly expiresAtEpochSeconds: number
}

/** The item of an audit entry, in the order of time within its account. */
export const auditEntity = defineEntity<AuditEntry, 'id' | 'accountId'>({
  name: 'audit entry',
  key: ({ accountId, id, atEpochMilliseconds }) => auditKey(accountId, atEpochMilliseconds, id),
  inKey: {
    id: ({ SK }) => keyTail(SK),
    accountId: ({ PK }) => PK.split('#')[1] ?? '',
  },
  schema: z.object({
    actor: ACTOR_SCHEMA,
    operation: z.string(),
    resourceId: z.exactOptional(z.string()),
    requestId: z.string(),
    atEpochMilliseconds: z.int(),
    expiresAtEpochSeconds: z.int(),
  }),
  ttl: ({ expiresAtEpochSeconds }) => expiresAtEpochSeconds,
})

const SECONDS_PER_DAY = 24 * 60 * 60

/** The write of an audit entry. `value`: the value of the use case, whose id a creation names. */
export function auditWrite(
  { ids, clock }: Pick<Dependencies, 'ids' | 'clock'>,
  { keptDays, ...intent }: AuditIntent,
  value: unknown,
): Write {
  const now = clock.nowEpochMilliseconds()
  const resourceId = intent.resourceId ?? idOf(value)
  return auditEntity.create({
    ...intent,
    ...(resourceId !== undefined && { resourceId }),
    id: ids.next('audit', now),
    atEpochMilliseconds: now,
    expiresAtEpochSeconds: Math.floor(now / 1000) + keptDays * SECONDS_PER_DAY,
  })
}

/** The id of a value, or of its first member that has one: `{ booking: { id }, manageToken }`. */
function idOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if ('id' in value && typeof value.id === 'string') return value.id
  for (const member of Object.values(value)) {
    if (typeof member === 'object' && member !== null && 'id' in member) {
      if (typeof member.id === 'string') return member.id
    }
  }
  return undefined
}
