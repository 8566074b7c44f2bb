import { z } from 'zod'
import { type AttributesOf, defineMappedEntity } from '../../kernel/entity.ts'
import {
  type DomainEvent,
  EVENT_ATTRIBUTES,
  type EventAttributes,
  eventAttributes,
  eventFromAttributes,
} from '../../kernel/events/event.ts'
import { EVENT_LOG_SECONDS } from '../events/event-log.ts'
import { deliveryKey } from '../keys.ts'

const deliveryAttemptAttributes = z.object({
  atEpochMilliseconds: z.number(),
  durationMilliseconds: z.number(),
  /** The HTTP status of the response. Absent if there was no response. */
  status: z.exactOptional(z.int()),
  /** The beginning of the response body, or the reason why there was no response. */
  text: z.string(),
})

/** One attempt to send a message. */
export type DeliveryAttempt = AttributesOf<typeof deliveryAttemptAttributes>

const STATUSES = ['pending', 'delivered', 'failed'] as const

/** The delivery of one event to one endpoint. */
export interface Delivery {
  readonly endpointId: string
  readonly version: number
  readonly event: DomainEvent
  readonly status: (typeof STATUSES)[number]
  /** The latest attempts, oldest first. At most 20. */
  readonly attempts: readonly DeliveryAttempt[]
  readonly nextAttemptAtEpochMilliseconds?: number
}

const MAX_ATTEMPTS_STORED = 20

/** A delivery that was not attempted yet. */
export const newDelivery = (
  endpointId: string,
  event: DomainEvent,
  nowEpochMilliseconds: number,
): Delivery => ({
  endpointId,
  version: 1,
  event,
  status: 'pending',
  attempts: [],
  nextAttemptAtEpochMilliseconds: nowEpochMilliseconds,
})

/** A delivery after one more attempt, without a next one. */
export const withAttempt = (
  delivery: Delivery,
  attempt: DeliveryAttempt,
  status: Delivery['status'],
): Delivery => {
  const { nextAttemptAtEpochMilliseconds: _, ...rest } = delivery
  return {
    ...rest,
    version: delivery.version + 1,
    status,
    attempts: [...delivery.attempts, attempt].slice(-MAX_ATTEMPTS_STORED),
  }
}

interface DeliveryAttributes extends EventAttributes, Omit<Delivery, 'event'> {
  readonly eventId: string
}

/** The item of a delivery, in its endpoint's log. */
export const deliveryEntity = defineMappedEntity<Delivery, DeliveryAttributes>({
  name: 'delivery',
  key: ({ endpointId, event }) => deliveryKey(endpointId, event.id),
  schema: z.object({
    ...EVENT_ATTRIBUTES,
    version: z.int(),
    endpointId: z.string(),
    eventId: z.string(),
    status: z.enum(STATUSES),
    attempts: z.array(deliveryAttemptAttributes),
    nextAttemptAtEpochMilliseconds: z.exactOptional(z.number()),
  }),
  toAttributes: ({ event, ...rest }) => ({
    ...eventAttributes(event),
    eventId: event.id,
    ...rest,
  }),
  fromAttributes: ({ nextAttemptAtEpochMilliseconds: next, ...attributes }) => ({
    endpointId: attributes.endpointId,
    version: attributes.version,
    event: eventFromAttributes(attributes.eventId, attributes),
    status: attributes.status,
    attempts: attributes.attempts,
    ...(next !== undefined && { nextAttemptAtEpochMilliseconds: next }),
  }),
  ttl: ({ event }) => Math.floor(event.occurredAtEpochMilliseconds / 1000) + EVENT_LOG_SECONDS,
})
