import type { OutboxPlace } from '../../delivery/events/event-log.ts'
import type { ForwardedEvents } from '../../delivery/events/forward.ts'
import { messageOf, type PublishReport } from '../../delivery/events/publish.ts'
import type { FailedMessage } from './consumer.ts'
import type { SqsBatch, SqsBatchResponse, SqsRecord } from './event.ts'
import type { MessageVisibility } from './visibility.ts'

/** The message that hands events over. */
export const forwardedText = ({ accountId, events }: ForwardedEvents): string =>
  JSON.stringify({
    accountId,
    events: events.map(({ resourceId, eventId }) => [resourceId, eventId]),
  })

/** How messages with events are handled. */
export interface ForwardedHandlerOptions {
  /** Publishes events of one account. */
  readonly publish: (places: readonly OutboxPlace[]) => Promise<Pick<PublishReport, 'errors'>>
  readonly visibility: Pick<MessageVisibility, 'hideFor'>
  /** Called with each message that stays in the queue. */
  readonly onFailure: (failure: FailedMessage) => void
}

/** Pause before a failed message is received again: 1, 2, 4 … 60 s. Its group waits for it. */
const pauseSeconds = ({ attributes }: SqsRecord): number =>
  Math.min(60, 2 ** (Number(attributes.ApproximateReceiveCount) - 1))

/** A message, or why it cannot be read. */
type Read = { readonly record: SqsRecord } & (ForwardedEvents | { readonly unreadable: string })

/**
 * Creates the handler for handed-over events, of a FIFO queue with the account as the group. A queue passes the
 * messages of a group to one call at a time, so nobody competes for the account's log. The messages of an account in
 * a batch are published together. A message with an event that fails stays in the queue, and its group waits for it
 * until the redrive policy removes it. The timer publishes what waits too long.
 */
export const createForwardedHandler =
  (options: ForwardedHandlerOptions) =>
  async ({ Records }: SqsBatch): Promise<SqsBatchResponse> => {
    const groups = Map.groupBy(Records.map(read), (one) =>
      'accountId' in one ? one.accountId : one.record.messageId,
    )
    const failed = await Promise.all([...groups.values()].map((group) => handle(options, group)))
    for (const { failure } of failed.flat()) options.onFailure(failure)
    return {
      batchItemFailures: failed
        .flat()
        .map(({ failure }) => ({ itemIdentifier: failure.messageId })),
    }
  }

interface Failed {
  readonly record: SqsRecord
  readonly failure: FailedMessage
}

async function handle(
  { publish, visibility }: ForwardedHandlerOptions,
  group: readonly Read[],
): Promise<readonly Failed[]> {
  const messages = group.filter((one) => 'accountId' in one)
  const failedOf = (record: SqsRecord, error: string): Failed => ({
    record,
    failure: { messageId: record.messageId, error },
  })
  const unreadable = group.flatMap((one) =>
    'unreadable' in one ? [failedOf(one.record, one.unreadable)] : [],
  )
  if (messages.length === 0) return unreadable
  const errors = await publish(messages.flatMap(({ events }) => events)).then(
    (report) => report.errors,
    (error: unknown) =>
      new Map(messages.flatMap(({ events }) => events.map((at) => [at.eventId, messageOf(error)]))),
  )
  const failed = messages.flatMap(({ record, events }) => {
    const error = events.map(({ eventId }) => errors.get(eventId)).find((one) => one !== undefined)
    return error === undefined ? [] : [failedOf(record, error)]
  })
  // If it cannot be hidden, it comes again after the visibility timeout of the queue.
  await Promise.allSettled(
    failed.map(({ record }) => visibility.hideFor(record, pauseSeconds(record))),
  )
  return failed
}

function read(record: SqsRecord): Read {
  try {
    const { accountId, events } = JSON.parse(record.body) as Readonly<Record<string, unknown>>
    if (typeof accountId !== 'string' || !Array.isArray(events)) {
      throw new Error('The message has no events.')
    }
    return { record, accountId, events: events.map(placeOf) }
  } catch (error) {
    return { record, unreadable: messageOf(error) }
  }
}

function placeOf(pair: unknown): OutboxPlace {
  const [resourceId, eventId] = Array.isArray(pair) ? (pair as readonly unknown[]) : []
  if (typeof resourceId !== 'string' || typeof eventId !== 'string') {
    throw new Error('The message has an event without a key.')
  }
  return { resourceId, eventId }
}
