import { LONGEST_DELAY_SECONDS, type MessageSender } from '../../adapters/sqs/sender.ts'
import { wakeUpText } from '../../adapters/sqs/wake-ups.ts'
import type { Clock } from '../../kernel/dependencies.ts'
import { consumerQueue } from '../../kernel/keys.ts'
import type { ConsumerName } from '../../kernel/queue/task.ts'
import type { WakeUp, WakeUpListener } from '../wake-ups.ts'

/** What sending wake-ups needs. */
export interface TaskWakeUpOptions {
  readonly clock: Clock
  /** The SQS queue of each consumer whose function is woken. */
  readonly senders: Readonly<Partial<Record<ConsumerName, Pick<MessageSender, 'send'>>>>
  /** Called if SQS did not accept a wake-up. */
  readonly onError: (error: unknown) => void
}

/**
 * Sends a message to the SQS queue of a consumer for each of its tasks that is due within the longest delay
 * of SQS, so that a function runs it when it is due. The timer finds tasks that are due later and
 * those whose message was lost.
 */
export function taskWakeUps({ clock, senders, onError }: TaskWakeUpOptions): WakeUpListener {
  const byQueue = new Map(
    Object.entries(senders).map(([name, sender]) => [consumerQueue(name), sender] as const),
  )
  return async (wakeUps) => {
    const now = clock.nowEpochMilliseconds()
    const send = async ({ queue, key, dueEpochMilliseconds }: WakeUp): Promise<void> => {
      const delaySeconds = (dueEpochMilliseconds - now) / 1000
      const sender = byQueue.get(queue)
      if (sender === undefined || delaySeconds > LONGEST_DELAY_SECONDS) return
      await sender.send(wakeUpText(key), delaySeconds)
    }
    try {
      await Promise.all(wakeUps.map(send))
    } catch (error) {
      onError(error)
    }
  }
}
