import { ok, type PaymentRules, type Result } from '@holdfast/engine'
import type { Refusal } from '../../kernel/refusals.ts'
import {
  type AskedAnswers,
  asksFirst,
  checkLedElsewhere,
  type Decided,
  decidedBy,
  readDeciding,
} from '../questions/deciding-answers.ts'
import type { EventType } from './event-type.ts'

/** An event type for some answers. */
export interface AnsweredEventType {
  readonly eventType: EventType
  /** The candidate whom an answer leads to. Absent: none. */
  readonly ledToProviderId?: string
}

/** How many sets of answers of one event type are cached. */
const CACHED_MAX = 100

/** Caches the event types that answers led to, so that their policies stay the same objects. */
const made = new WeakMap<EventType, Map<string, EventType>>()

/**
 * An event type as it is listed and booked for some answers: its durations and its price include what the answers add.
 * Refused for unknown options, and for a new booking whose answers lead to another event type.
 */
export async function forAnswers(
  eventType: EventType,
  answers: AskedAnswers | undefined,
): Promise<Result<AnsweredEventType, Refusal>> {
  const { questions = [] } = eventType
  const hasUse = answers && (answers.from === 'query' || asksFirst(questions))
  if (!hasUse) return ok({ eventType })
  const read =
    answers.from === 'agreed' ? ok(answers.given) : await readDeciding(questions, answers)
  if (!read.ok) return read
  const decided = decidedBy(questions, read.value)
  const here = checkLedElsewhere(decided, answers.from)
  if (!here.ok) return here
  const to = decided.led?.to
  return ok({
    eventType: withAdded(eventType, decided),
    ...(to && 'providerId' in to && { ledToProviderId: to.providerId }),
  })
}

function withAdded(eventType: EventType, { addMinutes, addAmount }: Decided): EventType {
  if (addMinutes === 0 && addAmount === 0) return eventType
  const known = made.get(eventType) ?? new Map<string, EventType>()
  made.set(eventType, known)
  const key = `${addMinutes} ${addAmount}`
  const last = known.get(key)
  if (last) return last
  const priced = addAmount === 0 ? eventType : { ...eventType, optionsAmount: addAmount }
  const own = lengthened(priced, addMinutes)
  if (known.size >= CACHED_MAX) known.clear()
  known.set(key, own)
  return own
}

/** An event type all of whose durations are longer. */
function lengthened(eventType: EventType, addMinutes: number): EventType {
  const { durationMinutes, durationOptionsMinutes, candidateRules, payment } = eventType
  return {
    ...eventType,
    durationMinutes: durationMinutes + addMinutes,
    ...(durationOptionsMinutes && {
      durationOptionsMinutes: durationOptionsMinutes.map((minutes) => minutes + addMinutes),
    }),
    ...(candidateRules && {
      candidateRules: candidateRules.map((rule) =>
        rule.durationMinutes === undefined
          ? rule
          : { ...rule, durationMinutes: rule.durationMinutes + addMinutes },
      ),
    }),
    ...(payment && { payment: withLongerKeys(payment, addMinutes) }),
  }
}

/** The prices of durations, by the longer durations. */
function withLongerKeys(payment: PaymentRules, addMinutes: number): PaymentRules {
  const { amountByDurationMinutes } = payment
  if (amountByDurationMinutes === undefined) return payment
  const longer = Object.entries(amountByDurationMinutes).map(
    ([minutes, amount]) => [Number(minutes) + addMinutes, amount] as const,
  )
  return { ...payment, amountByDurationMinutes: Object.fromEntries(longer) }
}
