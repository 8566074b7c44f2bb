import { LONGEST_DELAY_SECONDS, type MessageSender } from '../../adapters/sqs/sender.ts'
import { wakeUpText } from '../../adapters/sqs/wake-ups.ts'
import type { Clock } from '../../kernel/dependencies.ts'
import { consumerQueue } from '../../kernel/keys.ts'
import type { WakeUp, WakeUpListener } from '../wake-ups.ts'

const DELIVERIES = consumerQueue('deliveries')

/** What sending wake-ups needs. */
export interface DeliveryWakeUpOptions {
  readonly clock: Clock
  readonly sender: Pick<MessageSender, 'send'>
  /** Called if SQS did not accept a wake-up. */
  readonly onError: (error: unknown) => void
}

/**
 * Sends a message to the SQS queue of deliveries for each delivery that is due within the longest delay
 * of SQS, so that a function runs it when it is due. The timer finds deliveries that are due later and
 * those whose message was lost.
 */
export const deliveryWakeUps =
  ({ clock, sender, onError }: DeliveryWakeUpOptions): WakeUpListener =>
  async (wakeUps) => {
    const now = clock.nowEpochMilliseconds()
    const send = async ({ queue, key, dueEpochMilliseconds }: WakeUp): Promise<void> => {
      const delaySeconds = (dueEpochMilliseconds - now) / 1000
      if (queue !== DELIVERIES || delaySeconds > LONGEST_DELAY_SECONDS) return
      await sender.send(wakeUpText(key), delaySeconds)
    }
    try {
      await Promise.all(wakeUps.map(send))
    } catch (error) {
      onError(error)
    }
  }
