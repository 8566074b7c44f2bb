import type { EventType } from '../../kernel/events/event.ts'
import { present } from '../../kernel/items/attributes.ts'
import { keyTail } from '../../kernel/keys.ts'
import type { AttributeValue, Item } from '../../kernel/ports/store.ts'
import { webhookEndpointKey } from '../keys.ts'

/** A secret that messages are signed with. */
export interface SigningSecret {
  readonly secret: string
  /** Set once another has taken its place: it signs along until then. */
  readonly expiresAtEpochSeconds?: number
}

/** Where an account wants its events sent. */
export interface WebhookEndpoint {
  readonly id: string
  readonly accountId: string
  readonly version: number
  readonly url: string
  /** The event keys that are wanted; none named: all. */
  readonly events: readonly EventType[]
  readonly status: 'enabled' | 'disabled'
  readonly disabledReason?: string
  /** The newest first. */
  readonly secrets: readonly SigningSecret[]
  /** Since when every message has failed. */
  readonly failingSinceEpochSeconds?: number
  readonly createdAtEpochSeconds: number
  readonly updatedAtEpochSeconds: number
}

/** The item of an endpoint, in its account. */
export function endpointItem(endpoint: WebhookEndpoint): Item {
  const { id, ...rest } = endpoint
  return {
    ...webhookEndpointKey(endpoint.accountId, id),
    ...present({ ...rest, secrets: rest.secrets as unknown as AttributeValue }),
  }
}

/** Reads the item of an endpoint. */
export function endpointFromItem(item: Item): WebhookEndpoint {
  const { PK: _pk, SK, ...attributes } = item
  return {
    ...(attributes as unknown as Omit<WebhookEndpoint, 'id'>),
    id: keyTail(SK),
  }
}
