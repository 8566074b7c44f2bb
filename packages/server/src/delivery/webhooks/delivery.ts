import {
  type DomainEvent,
  eventAttributes,
  eventFromAttributes,
} from '../../kernel/events/event.ts'
import type { AttributeValue, Item } from '../../kernel/ports/store.ts'
import { EVENT_LOG_SECONDS } from '../events/event-log.ts'
import { deliveryKey } from '../keys.ts'

/** One try to send a message. */
export interface DeliveryAttempt {
  readonly atEpochMilliseconds: number
  readonly durationMilliseconds: number
  /** The status of the answer; absent when there was none. */
  readonly status?: number
  /** The beginning of the answer's body, or why there was no answer. */
  readonly text: string
}

/** What became of one event at one endpoint. */
export interface Delivery {
  readonly endpointId: string
  readonly version: number
  readonly event: DomainEvent
  readonly status: 'pending' | 'delivered' | 'failed'
  /** The tries so far, the latest last; the first ones are forgotten beyond 20. */
  readonly attempts: readonly DeliveryAttempt[]
  readonly nextAttemptAtEpochMilliseconds?: number
}

const REMEMBERED_ATTEMPTS = 20

/** A delivery with one more try. */
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
    attempts: [...delivery.attempts, attempt].slice(-REMEMBERED_ATTEMPTS),
  }
}

/** The item of a delivery, in its endpoint's log. */
export const deliveryItem = (delivery: Delivery): Item => ({
  ...deliveryKey(delivery.endpointId, delivery.event.id),
  ...eventAttributes(delivery.event),
  version: delivery.version,
  endpointId: delivery.endpointId,
  eventId: delivery.event.id,
  status: delivery.status,
  attempts: delivery.attempts as unknown as AttributeValue,
  nextAttemptAtEpochMilliseconds: delivery.nextAttemptAtEpochMilliseconds,
  ttl: Math.floor(delivery.event.occurredAtEpochMilliseconds / 1000) + EVENT_LOG_SECONDS,
})

/** Reads the item of a delivery. */
export const deliveryFromItem = (item: Item): Delivery => ({
  endpointId: item.endpointId as string,
  version: item.version as number,
  event: eventFromAttributes(item.eventId as string, item),
  status: item.status as Delivery['status'],
  attempts: item.attempts as unknown as readonly DeliveryAttempt[],
  ...(item.nextAttemptAtEpochMilliseconds === undefined
    ? {}
    : { nextAttemptAtEpochMilliseconds: item.nextAttemptAtEpochMilliseconds as number }),
})
