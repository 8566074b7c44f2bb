import { z } from 'zod'
import { type AttributesOf, defineEntity, defineMappedEntity } from '../../kernel/entity.ts'
import type { DomainEventName } from '../../kernel/events/event.ts'
import { keyTail } from '../../kernel/keys.ts'
import { deletedEndpointKey, webhookEndpointKey } from '../keys.ts'

const signingSecretAttributes = z.object({
  /** Sealed for the id of its endpoint. `whsec_…` as it is if the server has no secret box. */
  secret: z.string(),
  /** Set once the secret was replaced: it also signs until then (exclusive). */
  expiresAtEpochSeconds: z.exactOptional(z.int()),
})

/** A secret that signs messages. */
export type SigningSecret = AttributesOf<typeof signingSecretAttributes>

/** An event type, or all types that begin with the same word: `booking.*`. */
export type EventFilter = DomainEventName | `${string}.*`

const webhookEndpointAttributes = z.object({
  accountId: z.string(),
  version: z.int(),
  url: z.string(),
  // Any name: a later version of the server may have more types.
  /** The event types to deliver. Empty: all. */
  events: z.array(z.custom<EventFilter>((value) => typeof value === 'string')),
  status: z.enum(['enabled', 'disabled']),
  disabledReason: z.exactOptional(z.string()),
  /** Newest first. */
  secrets: z.array(signingSecretAttributes),
  /** When the current run of failures began. Absent if the latest message was delivered. */
  failingSinceEpochSeconds: z.exactOptional(z.int()),
  createdAtEpochSeconds: z.int(),
  updatedAtEpochSeconds: z.int(),
})

/** A URL that an account's events are sent to. */
export interface WebhookEndpoint extends AttributesOf<typeof webhookEndpointAttributes> {
  readonly id: string
}

/** The item of a webhook endpoint, in its account. */
export const endpointEntity = defineEntity<WebhookEndpoint, 'id'>({
  name: 'webhook endpoint',
  key: ({ accountId, id }) => webhookEndpointKey(accountId, id),
  inKey: { id: ({ SK }) => keyTail(SK) },
  schema: webhookEndpointAttributes,
})

/**
 * An endpoint that was deleted. Its deliveries stay until their events end; this item, which ends after them,
 * is how the erasure of a person finds them.
 */
export interface DeletedEndpoint {
  readonly accountId: string
  readonly id: string
  readonly endsAtEpochSeconds: number
}

/** The item of a deleted endpoint, in its account. */
export const deletedEndpointEntity = defineMappedEntity<
  DeletedEndpoint,
  { readonly endsAtEpochSeconds: number }
>({
  name: 'deleted webhook endpoint',
  key: ({ accountId, id }) => deletedEndpointKey(accountId, id),
  schema: z.object({ endsAtEpochSeconds: z.int() }),
  toAttributes: ({ endsAtEpochSeconds }) => ({ endsAtEpochSeconds }),
  fromAttributes: ({ endsAtEpochSeconds }, { PK, SK }) => ({
    accountId: keyTail(PK),
    id: keyTail(SK),
    endsAtEpochSeconds,
  }),
  ttl: ({ endsAtEpochSeconds }) => endsAtEpochSeconds,
})

/** Whether an endpoint receives the events of a type. */
export const isSubscribed = (
  { events }: Pick<WebhookEndpoint, 'events'>,
  type: DomainEventName,
): boolean =>
  events.length === 0 ||
  events.some(
    (filter) => filter === type || (filter.endsWith('.*') && type.startsWith(filter.slice(0, -1))),
  )
