import type { Bus } from '../../delivery/events/publish.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { createBackoff, DEFAULT_RETRY_POLICY, type RetryPolicy } from '../aws/retry.ts'
import { type BusRejection, type EventBridgeClient, rejectionOf } from './client.ts'
import { callsOf, entryBytes, entryOf, type PutEventsEntry } from './entries.ts'

/** Events that the bus rejected, with the reason. They stay in the outbox. */
export interface RejectedEvents extends Omit<BusRejection, 'isTransient'> {
  readonly eventIds: readonly string[]
}

/** How events are sent to a bus. */
export interface EventBridgeBusOptions {
  readonly client: EventBridgeClient
  /** Name or ARN. */
  readonly eventBusName: string
  /** Called with events that were rejected after all retries. */
  readonly onFailure: (failure: RejectedEvents) => void
  /** Overrides of the retry policy. Default: five retries, at most 50 ms to 2 s apart, within 10 s. */
  readonly retry?: Partial<RetryPolicy>
}

const RETRY_POLICY: RetryPolicy = { ...DEFAULT_RETRY_POLICY, retries: 5, baseMs: 50, capMs: 2000 }

/** Rejections of a call that a single entry may cause, so that smaller calls help. */
const CONTENT_ERRORS = new Set([
  'HTTP 400',
  'HTTP 413',
  'InvalidArgument',
  'RequestEntityTooLargeException',
  'SerializationException',
  'ValidationException',
])

interface Outgoing {
  readonly eventId: string
  readonly entry: PutEventsEntry
  readonly bytes: number
}

/** The result of a call: the accepted entries, and the ones to retry, with the reason. */
interface Attempted {
  readonly accepted: readonly Outgoing[]
  readonly remaining: readonly Outgoing[]
  readonly rejection: BusRejection | undefined
}

/**
 * Creates a bus that sends events to EventBridge. A call can succeed partially: each entry has its own
 * result, and entries that failed because of load or inside AWS are retried a bounded number of times. A
 * call whose response is lost is also retried, so the bus may get an event twice, with the same id.
 */
export function createEventBridgeBus(options: EventBridgeBusOptions): Required<Pick<Bus, 'send'>> {
  const { client, eventBusName, onFailure } = options
  const policy = { ...RETRY_POLICY, ...options.retry }

  const reportFailure = (outgoing: readonly Outgoing[], { code, message }: BusRejection): void => {
    if (outgoing.length === 0) return
    onFailure({ eventIds: outgoing.map(({ eventId }) => eventId), code, message })
  }

  /** Sends one call and retries transient failures. Resolves with the accepted entries. */
  const sendCall = async (call: readonly Outgoing[]): Promise<readonly Outgoing[]> => {
    const backoff = createBackoff(policy)
    const accepted: Outgoing[] = []
    let remaining = call
    let rejection: BusRejection | undefined
    do {
      const attempted = await putOnce(remaining)
      accepted.push(...attempted.accepted)
      remaining = attempted.remaining
      rejection = attempted.rejection
      if (remaining.length === 0 || rejection === undefined) return accepted
      if (!rejection.isTransient) return [...accepted, ...(await sendHalves(remaining, rejection))]
    } while (await backoff.next())
    reportFailure(remaining, rejection)
    return accepted
  }

  /** Sends one request. Reports entries that failed permanently and does not return them. */
  const putOnce = async (outgoing: readonly Outgoing[]): Promise<Attempted> => {
    const response = await client.putEvents(outgoing.map(({ entry }) => entry))
    if (response.kind === 'rejected') {
      return { accepted: [], remaining: outgoing, rejection: response.rejection }
    }
    const accepted: Outgoing[] = []
    const remaining: Outgoing[] = []
    let last: BusRejection | undefined
    outgoing.forEach((each, index) => {
      const rejection = rejectionOf(response.results[index])
      if (rejection === undefined) accepted.push(each)
      else if (!rejection.isTransient) reportFailure([each], rejection)
      else {
        remaining.push(each)
        last = rejection
      }
    })
    return { accepted, remaining, rejection: last }
  }

  /** After a permanent rejection of a call, sends its halves, to isolate a bad entry. */
  const sendHalves = async (
    call: readonly Outgoing[],
    rejection: BusRejection,
  ): Promise<readonly Outgoing[]> => {
    if (call.length === 1 || !CONTENT_ERRORS.has(rejection.code)) {
      reportFailure(call, rejection)
      return []
    }
    const middle = Math.ceil(call.length / 2)
    const halves = [call.slice(0, middle), call.slice(middle)]
    return (await Promise.all(halves.map(sendCall))).flat()
  }

  return {
    async send(events: readonly DomainEvent[]) {
      const outgoing = events.map((event): Outgoing => {
        const entry = entryOf(event, eventBusName)
        return { eventId: event.id, entry, bytes: entryBytes(entry) }
      })
      const accepted = await Promise.all(callsOf(outgoing).map(sendCall))
      return new Set(accepted.flat().map(({ eventId }) => eventId))
    },
  }
}
