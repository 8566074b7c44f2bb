import { hasDays, ok, type Result, refuse } from '@holdfast/engine'
import type { EventType } from '../event-types/event-type.ts'
import type { PaidTogether } from '../ports/payments.ts'

/** What event types that are paid together have in common. */
export type PriceOfAll = Pick<PaidTogether, 'currency' | 'payWithinMinutes'>

/** The event type that does not fit to the others, and why. */
export interface Misfit {
  readonly eventTypeId: string
  readonly message: string
}

/** What event types have in common that are paid together; undefined if none has a price. */
export function priceOfAll(
  eventTypes: readonly EventType[],
): Result<PriceOfAll | undefined, Misfit> {
  const [first, ...others] = eventTypes.flatMap(({ id, payment }) =>
    payment ? [{ id, ...payment }] : [],
  )
  if (first === undefined) return ok(undefined)
  const { currency } = first
  const otherCurrency = others.find((each) => each.currency !== currency)
  if (otherCurrency) {
    const message = `is paid in ${otherCurrency.currency}, and the others in ${currency}. Book it by itself.`
    return refuse({ eventTypeId: otherCurrency.id, message })
  }
  const approval = eventTypes.find(({ confirmation }) => confirmation === 'approval')
  if (approval && eventTypes.some(({ confirmation }) => confirmation !== 'approval')) {
    const message =
      'needs approval, and others do not, so they cannot be paid together. Book it by itself.'
    return refuse({ eventTypeId: approval.id, message })
  }
  const payWithinMinutes = Math.min(
    first.payWithinMinutes,
    ...others.map((each) => each.payWithinMinutes),
  )
  return ok({ currency, payWithinMinutes })
}

/**
 * Checks that event types can follow each other in one visit: each can be a part, and they are paid and confirmed alike and ask
 * alike.
 */
export function fitTogether(eventTypes: readonly EventType[]): Result<undefined, Misfit> {
  for (const eventType of eventTypes) {
    const why = whyNoPart(eventType)
    if (why !== undefined) {
      return refuse({ eventTypeId: eventType.id, message: `cannot be part of a visit: ${why}` })
    }
  }
  for (const alike of [agreedAlike(eventTypes), priceOfAll(eventTypes), askedAlike(eventTypes)]) {
    if (!alike.ok) return alike
  }
  return ok(undefined)
}

/** Why an event type cannot be part of a sequence: when or how long it is depends on more than its start. Undefined if it can. */
export function whyNoPart(eventType: EventType): string | undefined {
  const { seats, candidateRules, requirements = [], questions = [], stay } = eventType
  if (stay) return 'it is booked by the night'
  if (seats) return 'it has seats'
  if (candidateRules) return 'its candidates have durations or prices of their own'
  if (requirements.some(hasDays)) return 'it takes several days'
  return questions.some(({ optionRules }) => optionRules !== undefined)
    ? 'answers decide about its times'
    : undefined
}

/** Checks that the answer to a question, or a location, can be the same for all event types that ask for it. */
function askedAlike(eventTypes: readonly EventType[]): Result<undefined, Misfit> {
  const known = new Map<string, string>()
  for (const { id, questions = [], locations } of eventTypes) {
    const asked = questions.map((each) => [`the question "${each.id}"`, each] as const)
    for (const [name, each] of [
      ...asked,
      ...(locations ? [['`locations`', locations] as const] : []),
    ]) {
      const text = JSON.stringify(each)
      if ((known.get(name) ?? text) !== text) {
        return refuse({
          eventTypeId: id,
          message: `asks otherwise than the others: ${name} differs`,
        })
      }
      known.set(name, text)
    }
  }
  return ok(undefined)
}

/** How the bookings of an event type are agreed on. Those of a visit must be agreed on alike, or half of it could be left. */
const agreedBy = ({ confirmation, policy }: EventType): string =>
  confirmation === 'approval' && policy?.reapproveOnReschedule
    ? 'approval, also after a move'
    : confirmation

/** Checks that the event types of a visit are confirmed alike. */
export function agreedAlike(eventTypes: readonly EventType[]): Result<undefined, Misfit> {
  const [first, ...others] = eventTypes
  const other = first && others.find((each) => agreedBy(each) !== agreedBy(first))
  if (first === undefined || other === undefined) return ok(undefined)
  const message = `is confirmed by \`${agreedBy(other)}\`, and the others by \`${agreedBy(first)}\`. The parts of a visit need the same.`
  return refuse({ eventTypeId: other.id, message })
}
