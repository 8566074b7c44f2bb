import type { DomainEvent } from '../events/event.ts'
import { mapAtMost } from '../map-at-most.ts'
import { withTimeout } from '../with-timeout.ts'
import type { Consumer, QueueDependencies } from './queue.ts'
import { type ConsumerName, type NeedsTask, newTask } from './task.ts'

/** How many first attempts of a consumer run at once. They share commits. */
const AT_ONCE = 64
/** An attempt that takes longer is left to a task, so that it does not keep events from being published. */
const PATIENCE_MILLISECONDS = 1_000

type Dependencies = Pick<QueueDependencies, 'clock' | 'onTaskOutcome'>

/**
 * Prepares events of an account for their queues: reads what consumers want of them at the moment, and attempts at once
 * what needs only the store. An event that a consumer has done needs no task. One that failed gets its task, which is
 * attempted again as usual. The events must still be in the outbox: after a crash they are prepared again, and the
 * effects of consumers are idempotent.
 */
export const prepareFor =
  (deps: Dependencies, consumers: readonly Consumer[]) =>
  async (accountId: string, events: readonly DomainEvent[]): Promise<NeedsTask> => {
    const unneeded = new Set<string>()
    const prepare = async (consumer: Consumer): Promise<void> => {
      const wanted = events.filter(consumer.wants)
      if (wanted.length === 0) return
      const isDone = await firstAttempts(deps, consumer, accountId, wanted)
      for (const event of wanted) if (isDone(event)) unneeded.add(placeOf(consumer.name, event))
    }
    await Promise.all(consumers.map(prepare))
    return (consumer, event) => !unneeded.has(placeOf(consumer, event))
  }

const placeOf = (consumer: ConsumerName, { id }: DomainEvent): string => `${consumer} ${id}`

/** Which events of an account a consumer has done, or does not want at the moment. */
async function firstAttempts(
  deps: Dependencies,
  consumer: Consumer,
  accountId: string,
  events: readonly DomainEvent[],
): Promise<(event: DomainEvent) => boolean> {
  const wantsNow = await consumer.wantsNow?.(accountId)
  const { subjectOf } = consumer
  const done = new Set<string>()
  if (subjectOf) {
    // Events with one subject would only be in each other's way.
    const subjects = [...Map.groupBy(events, subjectOf).values()]
    await mapAtMost(subjects, AT_ONCE, async (ofSubject) => {
      for (const event of ofSubject) if (await attempt(deps, consumer, event)) done.add(event.id)
    })
  }
  return (event) => done.has(event.id) || wantsNow?.(event) === false
}

/** Attempts an event once. Whatever goes wrong is left to its task. */
async function attempt(
  deps: Dependencies,
  consumer: Consumer,
  event: DomainEvent,
): Promise<boolean> {
  const task = newTask(consumer.name, event, deps.clock.nowEpochMilliseconds())
  const attempted = consumer.handle(task).then(
    ({ kind }) => kind === 'done',
    () => false,
  )
  const isDone = (await withTimeout(attempted, PATIENCE_MILLISECONDS)) === true
  if (isDone) deps.onTaskOutcome?.(consumer.name, 'done')
  return isDone
}
