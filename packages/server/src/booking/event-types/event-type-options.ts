import {
  durationsOf,
  moneyProblem,
  ok,
  type PaymentRules,
  type Result,
  refuse,
} from '@holdfast/engine'
import { given, type InputOf } from '../../kernel/input.ts'
import type { InputError, Refusal } from '../../kernel/refusals.ts'
import type { DetailsDependencies } from '../dependencies.ts'
import { type EventTypeLimitsInput, limitsOf } from '../limits/limits.ts'
import { checkLocations, type LocationInput } from '../locations/check-locations.ts'
import { checkQuestions, type QuestionInput } from '../questions/check-questions.ts'
import { spanOptionErrors } from '../requirements/check-spans.ts'
import { type AccessRuleInput, accessErrors, accessOf } from './access-rule.ts'
import type { BookerPolicy, EventType, OPTION_NAMES, Seats, WaitlistRules } from './event-type.ts'
import { optionRuleErrors } from './option-rule-errors.ts'
import {
  type CandidateRuleInput,
  candidateRulesOf,
  PRICE_ROWS_MAX,
  type PriceRuleInput,
  priceRowCount,
  priceRuleErrors,
  priceRulesOf,
} from './price-rules.ts'
import {
  freedOf,
  keptBackOf,
  type ReleaseInput,
  releaseErrors,
  releaseOf,
} from './release-options.ts'
import { type HoursApplyTo, rentalErrors } from './rental-rules.ts'

type Maybe<Value> = Value | null | undefined

/** The payment of an event type as input. */
export interface PaymentRulesInput {
  /** Absent: only rate plans have prices. */
  readonly amount?: number | undefined
  readonly currency: string
  readonly kind: 'full' | 'deposit'
  readonly depositAmount?: number | null | undefined
  readonly amountByDurationMinutes?: Readonly<Record<string, number>> | null | undefined
  readonly perSeat?: boolean | undefined
  readonly payWithinMinutes?: number | undefined
  readonly onCaptureFailure?: 'keep' | 'cancel' | undefined
  readonly captureFailureMinutes?: number | undefined
  readonly refunds?: PaymentRules['refunds'] | undefined
}

/** The options of an event type as input: absent ones stay, null removes one. */
export interface OptionsInput {
  readonly durationOptionsMinutes?: Maybe<readonly number[]>
  readonly hoursApplyTo?: HoursApplyTo | undefined
  readonly locations?: readonly LocationInput[] | undefined
  readonly questions?: readonly QuestionInput[] | undefined
  readonly policy?: InputOf<Partial<BookerPolicy>> | undefined
  readonly redirectUrl?: Maybe<string>
  readonly hidden?: boolean | undefined
  readonly color?: Maybe<string>
  readonly reminderMinutes?: Maybe<readonly number[]>
  readonly payment?: Maybe<PaymentRulesInput>
  readonly candidateRules?: readonly CandidateRuleInput[] | undefined
  readonly priceRules?: readonly PriceRuleInput[] | undefined
  readonly access?: readonly AccessRuleInput[] | undefined
  readonly release?: Maybe<ReleaseInput>
  readonly limits?: Maybe<EventTypeLimitsInput>
  readonly waitlist?: Maybe<{
    readonly offerMinutes?: number | undefined
    readonly linesFirst?: boolean | undefined
  }>
  readonly seats?: Maybe<{
    readonly capacity: number
    readonly showRemaining?: boolean | undefined
    readonly maxPerBooking?: Maybe<number>
  }>
}

type Options = Pick<EventType, (typeof OPTION_NAMES)[number]>

/** Changes the options that an event type has. */
export type ChangeOptions = (before: EventType | undefined) => Options

const PAY_WITHIN_MINUTES = 15
const CAPTURE_FAILURE_MINUTES = 24 * 60

/**
 * Checks new options, and answers how they change those of an event type. A phone number needs its country
 * code.
 */
export async function parseOptions(
  { phoneNumbers, secretBox }: DetailsDependencies,
  input: OptionsInput,
): Promise<Result<ChangeOptions, Refusal>> {
  const readPhone = (text: string) => phoneNumbers.toE164(text, [])
  const locations = await checkLocations(input.locations, readPhone)
  if (!locations.ok) return locations
  const questions = checkQuestions(input.questions ?? [], secretBox !== undefined)
  if (!questions.ok) return questions
  const errors: InputError[] = []
  const priceRules = input.priceRules && priceRulesOf(input.priceRules, errors)
  if (errors.length > 0) return refuse({ code: 'validation_failed', errors })
  const some = <Value>(list: readonly Value[] | undefined) =>
    list === undefined || list.length === 0 ? null : list
  return ok((before) => {
    const kept = <Name extends keyof Options>(name: Name, given: Maybe<Options[Name]>) => {
      const value = given === undefined ? before?.[name] : (given ?? undefined)
      return value === undefined ? {} : { [name]: value }
    }
    return {
      ...kept('durationOptionsMinutes', input.durationOptionsMinutes),
      ...kept('hoursApplyTo', input.hoursApplyTo === 'duration' ? null : input.hoursApplyTo),
      ...kept('locations', input.locations && some(locations.value)),
      ...kept('questions', input.questions && some(questions.value)),
      ...kept('redirectUrl', input.redirectUrl),
      ...kept('isHidden', input.hidden === false ? null : input.hidden),
      ...kept('color', input.color),
      ...kept('reminderMinutes', input.reminderMinutes),
      ...kept('payment', input.payment && paymentRules(input.payment)),
      ...kept(
        'candidateRules',
        input.candidateRules && some(candidateRulesOf(input.candidateRules)),
      ),
      ...kept('priceRules', priceRules && some(priceRules)),
      ...kept('access', input.access && some(accessOf(input.access))),
      ...kept('release', input.release && releaseOf(input.release)),
      ...kept('freed', input.release && freedOf(input.release)),
      ...kept('keptBack', input.release && keptBackOf(input.release)),
      ...kept('limits', input.limits && limitsOf(input.limits)),
      ...kept('waitlist', input.waitlist && waitlistRules(input.waitlist)),
      ...kept('seats', input.seats && seatsOf(input.seats)),
      ...kept('policy', input.policy && policyOf(input.policy)),
    }
  })
}

const seatsOf = ({
  showRemaining = true,
  ...seats
}: NonNullable<OptionsInput['seats']>): Seats => ({ showRemaining, ...given(seats) })

const OFFER_MINUTES = 30

const waitlistRules = ({
  offerMinutes = OFFER_MINUTES,
  linesFirst,
}: NonNullable<OptionsInput['waitlist']>): WaitlistRules => ({
  offerMinutes,
  ...(linesFirst && { linesFirst }),
})

/** Stands for the price of an event type whose rate plans alone have prices. */
export const NO_AMOUNT = 0

function paymentRules(input: PaymentRulesInput): PaymentRules {
  const { depositAmount, amountByDurationMinutes } = input
  return {
    amount: input.amount ?? NO_AMOUNT,
    currency: input.currency,
    kind: input.kind,
    ...(depositAmount != null && { depositAmount }),
    ...(amountByDurationMinutes != null && { amountByDurationMinutes }),
    ...(input.perSeat && { isPerSeat: true }),
    payWithinMinutes: input.payWithinMinutes ?? PAY_WITHIN_MINUTES,
    onCaptureFailure: input.onCaptureFailure ?? 'keep',
    captureFailureMinutes: input.captureFailureMinutes ?? CAPTURE_FAILURE_MINUTES,
    refunds: input.refunds ?? [],
  }
}

/** The policy of an event type, which an input replaces as a whole; null if it is the default. */
function policyOf(input: NonNullable<OptionsInput['policy']>): BookerPolicy | null {
  const policy = { reapproveOnReschedule: false, ...given(input) }
  return !policy.reapproveOnReschedule && Object.keys(policy).length === 1 ? null : policy
}

/** A shape without the members of some names. */
export const without = <Shape extends object, Name extends PropertyKey>(
  shape: Shape,
  names: readonly Name[],
) =>
  Object.fromEntries(
    Object.entries(shape).filter(([member]) => !names.some((name) => name === member)),
  ) as Omit<Shape, Name>

/** Checks whether the options of an event type fit together. */
export function checkOptions(eventType: EventType): Result<undefined, Refusal> {
  const { durationMinutes, durationOptionsMinutes: durations = [durationMinutes] } = eventType
  const errors: InputError[] = []
  if (durations[0] !== durationMinutes) {
    errors.push({
      pointer: '/durationOptionsMinutes',
      message: `must begin with \`durationMinutes\`, which is ${durationMinutes}`,
    })
  }
  const { payment } = eventType
  if (payment !== undefined) errors.push(...paymentErrors(payment, durations, eventType))
  errors.push(
    ...seatsErrors(eventType),
    ...waitlistErrors(eventType),
    ...priceRuleErrors(eventType),
    ...spanOptionErrors(eventType),
    ...rentalErrors(eventType),
    ...accessErrors(eventType),
    ...optionRuleErrors(eventType),
    ...releaseErrors(eventType),
  )
  if (errors.length > 0) return refuse({ code: 'validation_failed', errors })
  const count = priceRowCount(eventType)
  return count > PRICE_ROWS_MAX
    ? refuse({ code: 'too_many_prices', count, max: PRICE_ROWS_MAX })
    : ok(undefined)
}

/** What is wrong with the seats of an event type, and with its price for each of them. */
function seatsErrors({ seats, durationOptionsMinutes, payment }: EventType): readonly InputError[] {
  const errors: InputError[] = []
  if (seats && durationOptionsMinutes) {
    const message = 'is not possible with `durationOptionsMinutes`: a session has one duration'
    errors.push({ pointer: '/seats', message })
  }
  if (!payment?.isPerSeat) return errors
  if (seats === undefined) {
    return [...errors, { pointer: '/payment/perSeat', message: 'is only possible with `seats`' }]
  }
  const total = payment.amount * seats.capacity
  if (moneyProblem({ amount: total, currency: payment.currency }) !== undefined) {
    const message = `must be at most what a payment can be for ${seats.capacity} seats: ${total} is too much`
    errors.push({ pointer: '/payment/amount', message })
  }
  return errors
}

/** A line can come first only where the end of one booking frees the whole time of another. */
const waitlistErrors = ({ waitlist, seats, requirements }: EventType): readonly InputError[] =>
  waitlist?.linesFirst && (seats !== undefined || requirements !== undefined)
    ? [
        {
          pointer: '/waitlist/linesFirst',
          message: 'is not possible with `seats` or `requirements`',
        },
      ]
    : []

function paymentErrors(
  rules: PaymentRules,
  durations: readonly number[],
  { ratePlanIds }: Pick<EventType, 'ratePlanIds'>,
): readonly InputError[] {
  const { amount, kind, depositAmount, amountByDurationMinutes = {} } = rules
  const errors: InputError[] = []
  if (amount === NO_AMOUNT && ratePlanIds === undefined) {
    return [{ pointer: '/payment/amount', message: 'is required without `ratePlanIds`' }]
  }
  const ofTypes = amount === NO_AMOUNT ? [] : [amount]
  const lowest = Math.min(...ofTypes, ...Object.values(amountByDurationMinutes))
  if (kind === 'deposit' && depositAmount === undefined) {
    const message = 'is required for a deposit'
    errors.push({ pointer: '/payment/depositAmount', message })
  }
  if (kind === 'full' && depositAmount !== undefined) {
    const message = 'is only possible with `kind` "deposit"'
    errors.push({ pointer: '/payment/depositAmount', message })
  }
  if (depositAmount !== undefined && depositAmount > lowest) {
    const message = `must be at most the lowest price, ${lowest}`
    errors.push({ pointer: '/payment/depositAmount', message })
  }
  for (const minutes of Object.keys(amountByDurationMinutes)) {
    if (durations.includes(Number(minutes))) continue
    errors.push({
      pointer: `/payment/amountByDurationMinutes/${minutes}`,
      message: `is no duration of the event type: ${durations.join(', ')}`,
    })
  }
  return [...errors, ...priceErrors(rules)]
}

/** What is wrong with the amounts and the currency of a price, each for its field. */
function priceErrors({
  kind,
  currency,
  amount,
  depositAmount,
  amountByDurationMinutes = {},
}: PaymentRules): readonly InputError[] {
  const prices: readonly (readonly [pointer: string, amount: number])[] = [
    ['/payment/amount', amount],
    ...(kind === 'full' || depositAmount === undefined
      ? []
      : [['/payment/depositAmount', depositAmount] as const]),
    ...Object.entries(amountByDurationMinutes).map(
      ([minutes, price]) => [`/payment/amountByDurationMinutes/${minutes}`, price] as const,
    ),
  ]
  const errors = new Map<string, InputError>()
  for (const [own, price] of prices) {
    const problem = moneyProblem({ amount: price, currency })
    const isOfPlans = price === NO_AMOUNT && problem?.field === 'amount'
    if (problem === undefined || isOfPlans) continue
    const pointer = problem.field === 'currency' ? '/payment/currency' : own
    errors.set(pointer, { pointer, message: problem.message })
  }
  return [...errors.values()]
}

/** An event type with one of its durations as its duration. */
export function withDuration(
  eventType: EventType,
  durationMinutes: number | undefined,
  pointer: string,
): Result<EventType, Refusal> {
  const options = durationsOf(eventType)
  if (durationMinutes === undefined || durationMinutes === eventType.durationMinutes) {
    return ok(eventType)
  }
  if (options.includes(durationMinutes)) return ok({ ...eventType, durationMinutes })
  const message = `must be a duration of the event type: ${options.join(', ')}; got ${durationMinutes}`
  return refuse({ code: 'validation_failed', errors: [{ pointer, message }] })
}
