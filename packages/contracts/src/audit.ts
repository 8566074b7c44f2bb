import { z } from '@hono/zod-openapi'
import { Actor } from './actor.ts'
import { resourceId } from './ids.ts'
import { listOf, pageQuery } from './lists.ts'
import { singleLine } from './text.ts'
import { fromBeforeTo, momentText } from './time.ts'

/** `GET /v1/audit`. */
export const AuditQuery = z
  .strictObject({
    actorId: singleLine(64).optional().openapi({
      description: 'Only changes by this key or member, also one that no longer exists.',
      example: 'mbr_01kqs3v7m8e2f4g6h8j0k2m4n6',
    }),
    resourceId: singleLine(64).optional().openapi({
      description: 'Only changes of this resource, also one that no longer exists.',
      example: 'bkg_01kqs3v7m8e2f4g6h8j0k2m4n6',
    }),
    operation: singleLine(64).optional().openapi({
      description: 'Only calls of this operation, by its `operationId`.',
      example: 'cancelBooking',
    }),
    from: momentText().optional().openapi({
      description: 'Only changes at or after this instant.',
      example: '2026-04-20T00:00:00Z',
    }),
    to: momentText().optional().openapi({
      description: 'Only changes before this instant.',
      example: '2026-04-21T00:00:00Z',
    }),
    ...pageQuery,
  })
  .refine(...fromBeforeTo)

/** One change in the audit log. */
export const AuditEntry = z
  .object({
    id: resourceId('audit'),
    at: z.string().openapi({
      format: 'date-time',
      description: 'When the change was made.',
      example: '2026-04-20T08:00:00.000Z',
    }),
    actor: Actor,
    operation: z.string().openapi({
      description: 'The `operationId` of the call.',
      example: 'cancelBooking',
    }),
    resourceId: z.string().nullable().openapi({
      description: 'The resource that was changed. Null if the call is about the account.',
      example: 'bkg_01kqs3v7m8e2f4g6h8j0k2m4n6',
    }),
    requestId: z.string().openapi({
      description: 'The `X-Request-Id` of the call.',
      example: 'req-7f3a',
    }),
  })
  .openapi('AuditEntry', { description: 'One change by a key or a member.' })

/** `GET /v1/audit`. */
export const AuditList = listOf(AuditEntry, 'AuditList')

export type AuditEntry = z.infer<typeof AuditEntry>
