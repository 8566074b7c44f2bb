import {
  type Assignment,
  type Booking,
  type CandidateRule,
  durationsOf,
  type Money,
  ok,
  type Price,
  type Priced,
  priceOf,
  providersOf,
  type Result,
  refuse,
} from '@holdfast/engine'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import type { EventType } from '../event-types/event-type.ts'
import type { ChosenCandidate } from '../requirements/chosen-candidate.ts'
import { ruledNeedOf, type Team, type TeamNeed } from '../requirements/team.ts'

/** An event type of which one duration may have been chosen. */
export interface RuledOffer {
  readonly eventType: EventType
  /** The duration of candidates without a rule. Absent: that of the event type. */
  readonly usualMinutes?: number | undefined
}

/** What is to be booked, as far as durations and prices depend on it. */
export interface RowQuestion extends RuledOffer {
  readonly durationMinutes: number
  readonly startEpochMinutes: number
  /** The zone of the price rules. */
  readonly timeZone: string
  /** Only candidates at this price. Absent: at any price. */
  readonly expectedAmount?: number | undefined
  readonly chosen?: ChosenCandidate | undefined
}

/** The rule of a provider; undefined if there is none. */
export const ruleOf = (
  { candidateRules }: Pick<EventType, 'candidateRules'>,
  providerId: string | undefined,
): CandidateRule | undefined => candidateRules?.find((rule) => rule.providerId === providerId)

/** The rule of whoever serves the requirement whose candidates have rules. */
export function ruleOfAssigned(
  team: Team,
  { candidateRules, ...eventType }: Pick<EventType, 'candidateRules'>,
  assignments: readonly Assignment[],
): CandidateRule | undefined {
  const ruled = ruledNeedOf(team, candidateRules)
  if (ruled === undefined) return undefined
  const name = team.needs[ruled]?.name
  const assigned = assignments.find(({ requirement }) => requirement === name)
  return ruleOf({ ...eventType, ...(candidateRules && { candidateRules }) }, assigned?.providerId)
}

/** The part of an event type that its prices are made of. */
export type PricedRules = Pick<EventType, 'payment' | 'priceRules' | 'optionsAmount'>

/** The price of a booking of an event type; undefined if it has none. */
export const priceOfEventType = (
  { payment, priceRules, optionsAmount }: PricedRules,
  priced: Priced,
): Price | undefined =>
  payment &&
  priceOf(
    { payment, ...(priceRules && { priceRules }), ...(optionsAmount && { optionsAmount }) },
    priced,
  )

/** What a booking would cost by the rules of today at a start; undefined if it has no price. */
export const priceOfBooked = (
  eventType: EventType,
  booking: Pick<Booking, 'policy' | 'seats' | 'timeZone' | 'providerId' | 'assignments'>,
  startEpochSeconds: number,
): Price | undefined => {
  const people = providersOf(booking)
  return priceOfEventType(eventType, {
    startEpochMinutes: Math.floor(startEpochSeconds / 60),
    durationMinutes: booking.policy.durationMinutes,
    timeZone: booking.timeZone,
    candidate: eventType.candidateRules?.find(({ providerId }) => people.includes(providerId)),
    seats: booking.seats,
  })
}

const NO_PRICE = invalid('/expectedAmount', 'is only possible for what has a price')

const moneyOf = ({ amount, currency }: Price): Money => ({ amount, currency })

/** Refuses a booking that costs something else than the caller expects. */
export function checkExpected(
  eventType: EventType | undefined,
  expectedAmount: number,
  priced: Priced,
): Result<undefined, Refusal> {
  const price = eventType && priceOfEventType(eventType, priced)
  if (price === undefined) return NO_PRICE
  return price.amount === expectedAmount
    ? ok(undefined)
    : refuse({ code: 'price_changed', price: moneyOf(price) })
}

/** The candidates of the ruled need whom a caller may get: with a choice of one of them, only that one. */
export function poolOf(
  team: Team,
  ruled: number,
  chosen: ChosenCandidate | undefined,
): readonly number[] {
  const { candidates } = team.needs[ruled] as TeamNeed
  const index = team.candidates.findIndex(({ id }) => id === chosen?.providerId)
  const serving = team.needs.findIndex(
    (need) =>
      need.candidates.includes(index) && (need.bookerMayChoose || chosen?.isBooker !== true),
  )
  return serving === ruled ? [index] : candidates
}

/**
 * A team of which only those candidates are left who take that duration at that price. The team as it is, if no
 * candidate has a rule. Refused if nobody takes the duration, or all of them for another price.
 */
export function teamOfRow(team: Team, question: RowQuestion): Result<Team, Refusal> {
  const { eventType, usualMinutes = eventType.durationMinutes, durationMinutes } = question
  const { expectedAmount, chosen, startEpochMinutes, timeZone } = question
  const priced = { startEpochMinutes, durationMinutes, timeZone }
  const ruled = ruledNeedOf(team, eventType.candidateRules)
  if (ruled === undefined) {
    if (expectedAmount === undefined) return ok(team)
    const expected = checkExpected(eventType, expectedAmount, priced)
    return expected.ok ? ok(team) : expected
  }
  const ruleAt = (index: number) => ruleOf(eventType, team.candidates[index]?.id)
  const fitting = poolOf(team, ruled, chosen).filter(
    (index) => (ruleAt(index)?.durationMinutes ?? usualMinutes) === durationMinutes,
  )
  if (fitting.length === 0) {
    const options = durationsOf({ ...eventType, durationMinutes: usualMinutes })
    const message = `nobody who can serve this takes ${durationMinutes} minutes: send one of ${options.join(', ')}`
    return invalid('/durationMinutes', message)
  }
  const prices = fitting.map((index) => ({
    index,
    price: priceOfEventType(eventType, { ...priced, candidate: ruleAt(index) }),
  }))
  const kept = prices.filter(
    ({ price }) => expectedAmount === undefined || price?.amount === expectedAmount,
  )
  if (kept.length === 0) {
    const [price] = prices
      .flatMap((each) => each.price ?? [])
      .toSorted((a, b) => a.amount - b.amount)
    return price ? refuse({ code: 'price_changed', price: moneyOf(price) }) : NO_PRICE
  }
  return ok(
    withCandidates(
      team,
      ruled,
      kept.map(({ index }) => index),
    ),
  )
}

/** A team of which one need has other candidates. */
const withCandidates = (team: Team, position: number, candidates: readonly number[]): Team => ({
  ...team,
  needs: team.needs.map((need, index) => (index === position ? { ...need, candidates } : need)),
})

/**
 * A team of which only those candidates are left who have the same duration and price as whoever takes part in a booking
 * today. The team as it is, if no candidate has a rule, or nobody is left.
 */
export function teamLike(
  team: Team,
  eventType: EventType,
  { chosen, providerIds }: Like,
): Result<Team, Refusal> {
  const ruled = ruledNeedOf(team, eventType.candidateRules)
  if (ruled === undefined) return ok(team)
  const { candidates } = team.needs[ruled] as TeamNeed
  const idOf = (index: number) => team.candidates[index]?.id ?? ''
  const current = candidates.find((index) => providerIds.includes(idOf(index)))
  if (current === undefined) return ok(team)
  const rule = ruleOf(eventType, idOf(current))
  const isAlike = (index: number) => {
    const other = ruleOf(eventType, idOf(index))
    return other?.amount === rule?.amount && other?.durationMinutes === rule?.durationMinutes
  }
  const [wanted] = poolOf(team, ruled, chosen)
  if (chosen && wanted !== undefined && idOf(wanted) === chosen.providerId && !isAlike(wanted)) {
    return refuse({ code: 'not_a_candidate', providerId: chosen.providerId })
  }
  return ok(withCandidates(team, ruled, candidates.filter(isAlike)))
}

/** Whoever takes part in a booking, and whom its booker wants. */
export interface Like {
  readonly providerIds: readonly string[]
  readonly chosen?: ChosenCandidate | undefined
}
