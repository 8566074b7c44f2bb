import type { Bus } from '../../delivery/events/publish.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { createBackoff, DEFAULT_RETRY_POLICY, type RetryPolicy } from '../aws/retry.ts'
import { type BusRefusal, type EventBridgeClient, refusalOf } from './client.ts'
import { callsOf, entryBytes, entryOf, type PutEventsEntry } from './entries.ts'

/** Events that the bus did not take, and why. They stay in the outbox. */
export interface NotTaken extends Omit<BusRefusal, 'isPassing'> {
  readonly eventIds: readonly string[]
}

/** The bus that events go to, and how. */
export interface EventBridgeBusOptions {
  readonly client: EventBridgeClient
  /** Name or ARN. */
  readonly eventBusName: string
  /** Hears what was not taken in the end. */
  readonly tell: (failure: NotTaken) => void
  /** Pieces of the policy to replace: five repetitions, 50 ms to 2 s apart at most, within 10 s. */
  readonly retry?: Partial<RetryPolicy>
}

const RETRY_POLICY: RetryPolicy = { ...DEFAULT_RETRY_POLICY, retries: 5, baseMs: 50, capMs: 2000 }

/** Refusals of a whole call that may be the fault of one entry, so that smaller calls help. */
const OF_CONTENT = new Set([
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

/** A call that is over: what was taken; what was not, with the reason. */
interface Attempted {
  readonly taken: readonly Outgoing[]
  readonly left: readonly Outgoing[]
  readonly refusal: BusRefusal | undefined
}

/**
 * Sends events to EventBridge. A call can succeed in part: each entry has a result of its own, and
 * those that failed for load or inside AWS are sent again, a bounded number of times. A call whose
 * answer is lost is repeated too, so the bus can carry an event twice, under one event id.
 */
export function createEventBridgeBus(options: EventBridgeBusOptions): Required<Pick<Bus, 'send'>> {
  const { client, eventBusName, tell } = options
  const policy = { ...RETRY_POLICY, ...options.retry }

  const giveUp = (outgoing: readonly Outgoing[], { code, message }: BusRefusal): void => {
    if (outgoing.length === 0) return
    tell({ eventIds: outgoing.map(({ eventId }) => eventId), code, message })
  }

  /** Sends one call until nothing of it is worth repeating; answers what was taken. */
  const sendCall = async (call: readonly Outgoing[]): Promise<readonly Outgoing[]> => {
    const backoff = createBackoff(policy)
    const taken: Outgoing[] = []
    let waiting = call
    let refusal: BusRefusal | undefined
    do {
      const attempted = await putOnce(waiting)
      taken.push(...attempted.taken)
      waiting = attempted.left
      refusal = attempted.refusal
      if (waiting.length === 0 || refusal === undefined) return taken
      if (!refusal.isPassing) return [...taken, ...(await sendApart(waiting, refusal))]
    } while (await backoff.next())
    giveUp(waiting, refusal)
    return taken
  }

  /** One request. Entries that failed for good are told of here and left out of what is left. */
  const putOnce = async (waiting: readonly Outgoing[]): Promise<Attempted> => {
    const answer = await client.putEvents(waiting.map(({ entry }) => entry))
    if (answer.kind === 'refused') return { taken: [], left: waiting, refusal: answer.refusal }
    const taken: Outgoing[] = []
    const left: Outgoing[] = []
    let last: BusRefusal | undefined
    waiting.forEach((outgoing, index) => {
      const refusal = refusalOf(answer.results[index])
      if (refusal === undefined) taken.push(outgoing)
      else if (!refusal.isPassing) giveUp([outgoing], refusal)
      else {
        left.push(outgoing)
        last = refusal
      }
    })
    return { taken, left, refusal: last }
  }

  /** After a call that was refused for good: halves of it, so that one bad entry is left alone. */
  const sendApart = async (
    call: readonly Outgoing[],
    refusal: BusRefusal,
  ): Promise<readonly Outgoing[]> => {
    if (call.length === 1 || !OF_CONTENT.has(refusal.code)) {
      giveUp(call, refusal)
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
      const taken = await Promise.all(callsOf(outgoing).map(sendCall))
      return new Set(taken.flat().map(({ eventId }) => eventId))
    },
  }
}
