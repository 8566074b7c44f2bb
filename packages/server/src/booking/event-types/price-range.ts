import { type CandidateRule, durationsOf, priceOf, ruledAmount } from '@holdfast/engine'
import { addedBy } from '../questions/deciding-answers.ts'
import type { EventType } from './event-type.ts'

/** The rules of all candidates; undefined among them for those without one, unless each named candidate has a rule. */
function rulesOf({
  candidateRules = [],
  requirements = [],
}: EventType): readonly (CandidateRule | undefined)[] {
  const ruled = new Set(candidateRules.map(({ providerId }) => providerId))
  const areAllRuled = requirements.some(({ providerIds }) =>
    providerIds?.every((id) => ruled.has(id)),
  )
  return areAllRuled ? candidateRules : [undefined, ...candidateRules]
}

/** All durations that a booking of an event type can have: that of the event type first, if there is one. */
export function durationsShown(eventType: EventType): readonly number[] {
  const { candidateRules, durationMinutes } = eventType
  if (candidateRules === undefined) return durationsOf(eventType)
  return [...new Set(rulesOf(eventType).map((rule) => rule?.durationMinutes ?? durationMinutes))]
}

/** The lowest and the highest price of a booking, for one seat; null if it has no price. */
export function priceRangeOf(eventType: EventType) {
  const { payment, priceRules = [], durationMinutes, questions } = eventType
  if (payment === undefined) return null
  const { currency } = payment
  const always = priceRules.findIndex((rule) => !rule.weekdays && !rule.windows)
  const rules = always === -1 ? [undefined, ...priceRules] : priceRules.slice(0, always + 1)
  const bases = rulesOf(eventType).flatMap((candidate) => {
    const own = candidate?.durationMinutes
    const durations =
      own === undefined ? (eventType.durationOptionsMinutes ?? [durationMinutes]) : [own]
    return durations.map(
      (minutes) =>
        priceOf(
          { payment },
          { startEpochMinutes: 0, durationMinutes: minutes, timeZone: 'UTC', candidate },
        ).amount,
    )
  })
  const amounts = bases.flatMap((base) =>
    rules.map((rule) => (rule ? ruledAmount(rule, base, currency) : base)),
  )
  return {
    lowest: Math.min(...amounts) + addedBy(questions, 'addAmount', 'least'),
    highest: Math.max(...amounts) + addedBy(questions, 'addAmount', 'most'),
    currency,
  }
}
