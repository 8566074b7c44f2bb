import type { Dependencies } from '../dependencies.ts'
import type { DomainEvent } from '../events/event.ts'
import type { Write } from '../ports/store.ts'
import { type ConsumerName, newTask, taskEntity } from './task.ts'

/**
 * The write of a task for one consumer alone, under a fresh event id. Its event reaches neither the log nor other consumers.
 * It is due after a delay, by default at once.
 */
export function ownTaskWrite(
  deps: Pick<Dependencies, 'clock' | 'ids'>,
  consumer: ConsumerName,
  cause: Omit<DomainEvent, 'id' | 'schemaVersion' | 'occurredAtEpochMilliseconds'>,
  delayMilliseconds = 0,
): Write {
  const now = deps.clock.nowEpochMilliseconds()
  const event: DomainEvent = {
    ...cause,
    id: deps.ids.next('event', now),
    schemaVersion: 1,
    occurredAtEpochMilliseconds: now,
  }
  return taskEntity.create(newTask(consumer, event, now + delayMilliseconds))
}
