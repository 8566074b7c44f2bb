import type { Clock, Dependencies } from '../../kernel/dependencies.ts'
import { isWaiting, outboxEntity } from '../../kernel/events/outbox.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import { outboxKey } from '../../kernel/keys.ts'
import type { OutboxPlace } from './event-log.ts'
import { type Bus, type Forwarder, type PublishReport, publish } from './publish.ts'

/** Events of one account for the publisher that publishes them one batch after the other. */
export interface ForwardedEvents {
  readonly accountId: string
  /** Where the events are in the outbox, in their order. */
  readonly events: readonly OutboxPlace[]
}

/** How long an account stays hot after its last forwarding. */
const HOT_MILLISECONDS = 30_000

/**
 * Forwards events by `send`, and knows which accounts are hot: those whose events this process has forwarded a short
 * time ago. One attempt to publish their events afterwards shows whether they still are.
 */
export function createForwarder(
  clock: Clock,
  send: (forwarded: ForwardedEvents) => Promise<void>,
): Forwarder {
  const hotUntil = new Map<string, number>()
  return {
    isHot: (accountId) => clock.nowEpochMilliseconds() < (hotUntil.get(accountId) ?? 0),
    async forward(accountId, events) {
      const now = clock.nowEpochMilliseconds()
      for (const [id, until] of hotUntil) if (until <= now) hotUntil.delete(id)
      if (!hotUntil.has(accountId)) hotUntil.set(accountId, now + HOT_MILLISECONDS)
      const places = events.map(({ id, resourceId }) => ({ resourceId, eventId: id }))
      await send({ accountId, events: places })
    },
  }
}

/**
 * Publishes events that were forwarded, in their order. Skips those that are not in the outbox any more. The bus
 * needs no `send`: whoever forwarded the events has sent them.
 */
export async function publishForwarded(
  deps: Dependencies,
  bus: Omit<Bus, 'send' | 'forwarder'>,
  places: readonly OutboxPlace[],
): Promise<PublishReport> {
  const keys = places.map(({ resourceId, eventId }) => outboxKey(resourceId, eventId))
  const unique = new Map(keys.map((key) => [key.SK, key]))
  const items = await readItems(deps.store, [...unique.values()])
  return await publish(deps, bus, items.filter(isWaiting).map(outboxEntity.decode))
}
