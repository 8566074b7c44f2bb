import { z } from '@hono/zod-openapi'
import { resourceId } from './ids.ts'
import { listOf, pageQuery } from './lists.ts'
import { oneOf } from './text.ts'
import { instantAnswer } from './time.ts'

/** Consumers of events. Each has its own queue. */
export const CONSUMERS = [
  'mails',
  'webhooks',
  'deliveries',
  'contacts',
  'schedule',
  'mirrors',
] as const

const ID_EXAMPLE = 'mails.evn_01kqs3v7m8e2f4g6h8j0k2m4n6'
const ID_ERROR = `must be an id such as ${ID_EXAMPLE}`

/** The id of a dead letter: the consumer, the event and, if one event makes several tasks, the subject. */
export const deadLetterId = () =>
  z
    .string({ error: ID_ERROR })
    .max(128, { error: ID_ERROR, abort: true })
    .regex(/^[a-z]+\.evn_[0-9a-z]{26}(?:\.[0-9a-z_]+)?$/, { error: ID_ERROR })
    .openapi({
      description:
        'The id of the dead letter: the consumer, the event and, for some consumers, the subject.',
      example: ID_EXAMPLE,
    })

/** A task for an event that failed too often and is no longer retried. */
export const DeadLetter = z
  .object({
    id: deadLetterId(),
    consumer: z.enum(CONSUMERS).describe('The consumer whose task failed.'),
    event: z
      .object({
        id: resourceId('event'),
        type: z
          .string()
          .openapi({ description: 'The type of the event.', example: 'booking.confirmed' }),
        occurredAt: instantAnswer().describe('When the change was made.'),
        resource: z
          .object({
            id: z.string().describe('The id of the resource.'),
            version: z.int().describe('The version of the resource after the change.'),
          })
          .describe('The resource that changed.'),
      })
      .describe('The event of the task.'),
    subject: z.string().nullable().openapi({
      description:
        'The subject of the task besides the event. For `deliveries`, the webhook endpoint.',
    }),
    failedAttempts: z.int().describe('How often the task failed.'),
    lastError: z.string().nullable().describe('The error of the last attempt. Null if unknown.'),
    diedAt: instantAnswer().describe('When the task failed for the last time.'),
  })
  .openapi('DeadLetter', {
    description: 'A task for an event that failed too often and is no longer retried.',
  })

/** `GET /v1/dead-letters`. */
export const DeadLetterListQuery = z.strictObject({
  consumer: oneOf(CONSUMERS).optional().describe('Only dead letters of this consumer.'),
  ...pageQuery,
})

/** `GET /v1/dead-letters`. */
export const DeadLetterList = listOf(DeadLetter, 'DeadLetterList')

export type DeadLetter = z.infer<typeof DeadLetter>
export type DeadLetterListQuery = z.infer<typeof DeadLetterListQuery>
