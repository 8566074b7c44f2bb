import { createPhoneNumbers } from '../../adapters/phone/phone-numbers.ts'
import { createDueHandler } from '../../adapters/sqs/due-messages.ts'
import { eventText } from '../../adapters/sqs/envelope.ts'
import { finishBlock } from '../../booking/blocks/grow-block.ts'
import { dueTriggers } from '../../booking/bookings/expire-due.ts'
import { dueLines } from '../../booking/waiting/run-due-waitlists.ts'
import { dueActions, type ScheduleDependencies } from '../../delivery/schedule/run-schedule.ts'
import { scheduleConsumer } from '../../delivery/schedule/schedule.ts'
import { createConnectedCalendars } from '../../external-calendars/connections/connected-calendars.ts'
import { dueConnections } from '../../external-calendars/connections/refresh.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { consumerQueue, isShardOf } from '../../kernel/keys.ts'
import type { ItemKey } from '../../kernel/ports/store.ts'
import { type DueResults, type DueWork, runDueAt } from '../../kernel/queue/due-work.ts'
import { type Consumer, type QueueDependencies, runTaskAt } from '../../kernel/queue/queue.ts'
import { duePayments } from '../../payments/payment/due-payments.ts'
import { logMissedReminder } from '../queue-workers.ts'
import { type AwsBase, openBase, openSender } from './base.ts'
import { openConnections } from './connections.ts'
import { openPayments } from './payments.ts'
import type { QueueFunction } from './queues.ts'
import { publicUrlOf } from './settings.ts'

/** Opens the function that does due work, whose entries the timer announces. */
export async function openDueFunction(
  env: Readonly<Record<string, string | undefined>>,
): Promise<QueueFunction> {
  const base = await openBase(env)
  const { logger } = base
  const kinds = kindsOf(base)
  return createDueHandler({
    async run(keys) {
      const partition = keys[0]?.PK ?? ''
      const kind = kinds.find(({ queue }) => isShardOf(partition, queue))
      if (kind === undefined) throw new Error(`${partition} is no queue of due work`)
      const { errors } = await kind.runAt(keys)
      // These entries stay in the table. The timer announces them again within a minute.
      for (const err of errors) logger.warn({ err, work: kind.queue }, 'message will be retried')
    },
    onFailure: (failure) => logger.warn(failure, 'message will be retried'),
  })
}

/** A kind of due work with its dependencies. */
interface Kind {
  readonly queue: string
  readonly runAt: (keys: readonly ItemKey[]) => Promise<DueResults<unknown>>
}

const kindOf = <Deps extends Dependencies, Entry, Done>(
  deps: Deps,
  work: DueWork<Deps, Entry, Done>,
): Kind => ({ queue: work.queue, runAt: (keys) => runDueAt(deps, work, keys) })

/** The tasks of a consumer in the table. */
const taskKindOf = (deps: QueueDependencies, consumer: Consumer): Kind => ({
  queue: consumerQueue(consumer.name),
  async runAt(keys) {
    const done = await Promise.all(keys.map((key) => runTaskAt(deps, consumer, key)))
    return { done, errors: [] }
  },
})

function kindsOf(base: AwsBase): readonly Kind[] {
  const plain = {
    ...base.deps,
    ...openConnections(base).deps,
    ...openPayments(base),
    phoneNumbers: createPhoneNumbers(),
    publicUrl: publicUrlOf(base.settings),
  }
  const deps = {
    ...plain,
    ...mailing(base),
    connectedCalendars: createConnectedCalendars(plain),
    onMissedReminder: logMissedReminder(base.logger),
  }
  return [
    kindOf(deps, dueActions),
    kindOf(deps, dueConnections),
    kindOf(deps, duePayments),
    kindOf(deps, dueLines),
    taskKindOf(deps, scheduleConsumer(deps)),
    kindOf(
      deps,
      dueTriggers((trigger) => finishBlock(deps, trigger)),
    ),
  ]
}

/** Sends emails to the queue of mails without a task in the table, which would cost five writes. */
function mailing(base: AwsBase): Pick<ScheduleDependencies, 'sendMailTask'> {
  const queueUrl = base.settings.taskQueueUrls.mails
  if (queueUrl === undefined) return {}
  const sender = openSender(base, queueUrl)
  return { sendMailTask: ({ event }) => sender.send(eventText(event), 0) }
}
