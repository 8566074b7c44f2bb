import {
  durationsOf,
  LIMITS,
  moneyProblem,
  ok,
  type Result,
  refuse,
  ruledAmount,
} from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { readById } from '../../kernel/read-by-id.ts'
import { type InputError, pointerStep, type Refusal } from '../../kernel/refusals.ts'
import { eventTypeKey } from '../keys.ts'
import type { Provider } from '../providers/provider.ts'
import { addedBy, decides } from '../questions/deciding-answers.ts'
import type { OptionRule } from '../questions/option-rules.ts'
import { type EventType, eventTypeEntity } from './event-type.ts'
import { priceRangeOf } from './price-range.ts'

/** A rule of an option with the pointer to it. */
interface PlacedRule {
  readonly pointer: string
  readonly rule: OptionRule
}

const rulesIn = ({ questions = [] }: Pick<EventType, 'questions'>): readonly PlacedRule[] =>
  questions.flatMap(({ optionRules = {} }, index) =>
    Object.entries(optionRules).map(([option, rule]) => ({
      pointer: `/questions/${index}/optionRules/${pointerStep(option)}`,
      rule,
    })),
  )

/** What is wrong with the rules of the options of an event type, beside its other rules. */
export function optionRuleErrors(eventType: EventType): readonly InputError[] {
  const first = eventType.questions?.findIndex(decides) ?? -1
  if (first === -1) return []
  const whole = `/questions/${first}/optionRules`
  if (eventType.stay) {
    return [{ pointer: whole, message: 'is not possible for an event type of nights: use extras' }]
  }
  if (eventType.waitlist) {
    const message = 'is not possible with `waitlist`: it offers times without questions'
    return [{ pointer: whole, message }]
  }
  return [
    ...rulesIn(eventType).flatMap((placed) => errorsOfRule(placed, eventType)),
    ...sumErrors(eventType, whole),
  ]
}

function errorsOfRule({ pointer, rule }: PlacedRule, eventType: EventType): readonly InputError[] {
  const errors: InputError[] = []
  const report = (member: string, message: string) =>
    errors.push({ pointer: `${pointer}/${member}`, message })
  const { payment, seats, requirements = [] } = eventType
  if (rule.addMinutes !== undefined && seats) {
    report('addMinutes', 'is not possible with `seats`: a session has one duration')
  }
  if (rule.addMinutes !== undefined && requirements.some(({ spans }) => spans !== undefined)) {
    report('addMinutes', 'is not possible with `spans`, which say how long a booking is')
  }
  if (rule.addAmount !== undefined && payment === undefined) {
    report('addAmount', 'is only possible with `payment`')
  }
  if (rule.addAmount !== undefined && payment && canBeFree(eventType)) {
    const { currency } = payment
    const problem = moneyProblem({ amount: rule.addAmount, currency })
    if (problem?.field === 'amount') {
      report('addAmount', `is the whole price where the rest is free, and ${problem.message}`)
    }
  }
  return errors
}

/** Whether a rule makes some price 0. */
function canBeFree({ payment, candidateRules = [], priceRules = [] }: EventType): boolean {
  if (payment === undefined) return false
  const { amount, amountByDurationMinutes = {}, currency } = payment
  const owns = candidateRules.flatMap((rule) => rule.amount ?? [])
  const bases = [amount, ...Object.values(amountByDurationMinutes), ...owns]
  return bases.some(
    (base) => base === 0 || priceRules.some((rule) => ruledAmount(rule, base, currency) === 0),
  )
}

/** What is wrong with the longest booking and the highest price that answers lead to. */
function sumErrors(eventType: EventType, pointer: string): readonly InputError[] {
  const { questions, payment, seats } = eventType
  const longest = Math.max(...durationsOf(eventType)) + addedBy(questions, 'addMinutes', 'most')
  const most = eventType.hoursApplyTo ? LIMITS.longDurationMinutes : LIMITS.durationMinutes
  const errors: InputError[] = []
  if (longest > most) {
    const message = `must make a booking at most ${most} minutes long: these answers make it ${longest}`
    errors.push({ pointer, message })
  }
  if (payment === undefined) return errors
  const { currency, isPerSeat } = payment
  const highest = priceRangeOf(eventType)?.highest ?? 0
  const total = highest * (isPerSeat ? (seats?.capacity ?? 1) : 1)
  const hasAmounts = addedBy(questions, 'addAmount', 'most') > 0
  if (hasAmounts && moneyProblem({ amount: total, currency })?.field === 'amount') {
    const message = `must make a price at most what a payment can be for: these answers make it ${total}`
    errors.push({ pointer, message })
  }
  return errors
}

/** What the check of where options lead needs. */
export interface LedEventType {
  readonly eventType: EventType
  readonly before?: EventType | undefined
  /** The candidates of today; undefined without requirements. */
  readonly candidates: readonly Provider[] | undefined
}

/** Refuses options that lead to an event type that does not exist, or to nobody who can take part. Reads only if some lead. */
export async function checkLeads(
  deps: Pick<Dependencies, 'store'>,
  { eventType, before, candidates }: LedEventType,
): Promise<Result<undefined, Refusal>> {
  const { questions, requirements } = eventType
  if (questions === before?.questions && requirements === before?.requirements) return ok(undefined)
  const leading = rulesIn(eventType).flatMap(({ pointer, rule: { leadsTo } }) =>
    leadsTo ? [{ pointer: `${pointer}/leadsTo`, leadsTo }] : [],
  )
  if (leading.length === 0) return ok(undefined)
  const others = leading.flatMap(({ leadsTo }) =>
    'eventTypeId' in leadsTo ? [leadsTo.eventTypeId] : [],
  )
  const known = await readById(deps.store, eventTypeEntity, eventTypeKey, others)
  const people = new Set(candidates?.map(({ id }) => id) ?? [eventType.providerId])
  const errors = leading.flatMap(({ pointer, leadsTo }): readonly InputError[] => {
    if ('providerId' in leadsTo) {
      const { providerId } = leadsTo
      const message = `"${providerId}" is no candidate of the event type`
      return people.has(providerId) ? [] : [{ pointer: `${pointer}/providerId`, message }]
    }
    const { eventTypeId } = leadsTo
    const own = `${pointer}/eventTypeId`
    if (eventTypeId === eventType.id) {
      return [{ pointer: own, message: 'must be another event type than this one' }]
    }
    const other = known.get(eventTypeId)
    const isThere =
      other?.accountId === eventType.accountId && other.deletedAtEpochSeconds === undefined
    return isThere
      ? []
      : [{ pointer: own, message: `"${eventTypeId}" is no event type of the account` }]
  })
  return errors.length === 0 ? ok(undefined) : refuse({ code: 'validation_failed', errors })
}
