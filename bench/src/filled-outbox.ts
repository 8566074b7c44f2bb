import { TZ_VERSION } from '@holdfast/engine'
import { systemClock } from '../../packages/server/src/adapters/system/clock.ts'
import { createIdSource } from '../../packages/server/src/adapters/system/ids.ts'
import { createSecrets } from '../../packages/server/src/adapters/system/secrets.ts'
import type { Dependencies } from '../../packages/server/src/kernel/dependencies.ts'
import type { DomainEvent, EventData } from '../../packages/server/src/kernel/events/event.ts'
import { eventFromOutbox, outboxWrite } from '../../packages/server/src/kernel/events/outbox.ts'
import type { Store } from '../../packages/server/src/kernel/ports/store.ts'

/** What use cases need, on a store and the machine's clock. */
export const benchDependencies = (store: Store): Dependencies => ({
  store,
  clock: systemClock,
  ids: createIdSource(),
  secrets: createSecrets(new Uint8Array(32)),
  tzdbVersion: TZ_VERSION,
})

const EVENTS_PER_TRANSACTION = 50

/** Puts events of an account into the outbox. Returns them in order. */
export async function fillOutbox(
  deps: Dependencies,
  accountId: string,
  count: number,
  dataOf: (resourceId: string) => EventData,
): Promise<readonly DomainEvent[]> {
  const events: DomainEvent[] = []
  for (let at = 0; at < count; at += EVENTS_PER_TRANSACTION) {
    const now = deps.clock.nowEpochMilliseconds()
    const writes = Array.from({ length: Math.min(EVENTS_PER_TRANSACTION, count - at) }, (_, n) => {
      const resourceId = `bkg_${at + n}`
      return outboxWrite(
        deps,
        {
          type: 'booking.confirmed',
          actor: { kind: 'system' },
          accountId,
          resourceId,
          resourceVersion: 2,
          data: dataOf(resourceId),
        },
        now,
      )
    })
    await deps.store.transact(writes, deps.ids.next('event', now))
    for (const write of writes) if ('item' in write) events.push(eventFromOutbox(write.item))
  }
  return events
}
