import { type Booker, computeSlots, EMPTY_SET, type SlotPolicy } from '@holdfast/engine'
import type { Offer } from '../../../packages/server/src/booking/bookings/offer.ts'
import type { FillPlan } from './fill-plan.ts'
import type { Fate } from './lives.ts'
import type { Practice } from './practice.ts'

/** A booking to make up, but for its booker. */
export interface Appointment {
  readonly offer: Offer
  readonly startEpochSeconds: number
  readonly createdAtEpochSeconds: number
  readonly fate: Fate
}

/** So many providers are measured. They have the same bookings ahead in stores of all sizes. */
export const MEASURED_PROVIDERS = 10
/** The days ahead of a measured month of slots, from tomorrow. */
export const MONTH_DAYS = 31
/** Bookings of a measured provider in that month. */
export const AHEAD_IN_MONTH = 20
/** Earlier bookings of a measured provider, if there are others beside it. */
const MEASURED_PAST = 40
/** Of the other bookings, those ahead. */
const AHEAD_SHARE = 0.2
/** Bookings that a provider has on a working day, if it has any. */
const CLAIMS_A_DAY = 8
/** A booking is made at least so long before it starts, and at most so many days before that. */
const LEAD_SECONDS = 3_600
const MOST_LEAD_DAYS = 20
/** What was confirmed is at least so old. Holds are younger. */
const SETTLED_SECONDS = 600
const MINUTES_A_DAY = 1440
const DAY_SECONDS = 86_400
/** More bookings than claims: cancelled and expired ones leave their time to others. */
const BOOKINGS_PER_CLAIM = 1.35

const PAST_FATES: readonly (readonly [Fate, number])[] = [
  ['completed', 0.7],
  ['no_show', 0.04],
  ['cancelled', 0.16],
  ['expired', 0.1],
]
const FUTURE_FATES: readonly (readonly [Fate, number])[] = [
  ['confirmed', 0.88],
  ['cancelled', 0.11],
  ['pending', 0.01],
]

function drawFate(fates: typeof PAST_FATES, random: () => number): Fate {
  let left = random()
  for (const [fate, share] of fates) {
    left -= share
    if (left < 0) return fate
  }
  return 'confirmed'
}

/** The starts of a policy on a day, in epoch minutes, if nothing is taken. */
const startsOn = (policy: SlotPolicy, dayNumber: number): readonly number[] =>
  computeSlots({
    policy,
    fromEpochMinutes: dayNumber * MINUTES_A_DAY,
    toEpochMinutes: (dayNumber + 1) * MINUTES_A_DAY,
    nowEpochSeconds: dayNumber * DAY_SECONDS - 1,
    occupied: EMPTY_SET,
  })

/** The starts of a policy on `days` days from a day on. */
export const startsFrom = (
  policy: SlotPolicy,
  dayNumber: number,
  days: number,
): readonly number[] =>
  Array.from({ length: days }, (_, offset) => startsOn(policy, dayNumber + offset)).flat()

/** The person who books a fixed part of all bookings. */
export const REGULAR: Booker = { name: 'Regular Visitor', email: 'regular@example.com' }

/** How many of all bookings are the regular's. */
export const regularBookings = (bookings: number): number =>
  Math.max(200, Math.floor(bookings / 100))

/** The offers whose providers are measured. */
export const measuredOffers = ({ checkUps }: Practice): readonly Offer[] =>
  checkUps.slice(0, MEASURED_PROVIDERS)

/** Whether all bookings of the providers that are not measured are before the end of the measured month. */
export const endsInMonth = ({
  bookings,
  providers,
}: Omit<FillPlan, 'nowEpochSeconds'>): boolean => {
  const others = Math.max(providers - MEASURED_PROVIDERS, 0)
  return bookings * AHEAD_SHARE < (others * CLAIMS_A_DAY * MONTH_DAYS) / 2
}

type Fates = typeof PAST_FATES

/** The bookings of a store, in groups of one provider, those of one ledger day in one group. */
export const timetable = (
  practice: Practice,
  plan: FillPlan,
  random: () => number,
): Iterable<readonly Appointment[]> => new Timetable(practice, plan, random).groups()

class Timetable {
  readonly #practice: Practice
  readonly #now: number
  readonly #today: number
  readonly #random: () => number
  /** How many bookings are still to be made up. */
  #left: number

  constructor(practice: Practice, { bookings, nowEpochSeconds }: FillPlan, random: () => number) {
    this.#practice = practice
    this.#now = nowEpochSeconds
    this.#today = Math.floor(nowEpochSeconds / DAY_SECONDS)
    this.#random = random
    this.#left = bookings
  }

  *groups(): Generator<readonly Appointment[]> {
    const others = this.#practice.checkUps.slice(MEASURED_PROVIDERS)
    yield* this.#measured(others.length > 0)
    if (others.length === 0) {
      yield* this.#dropIns()
      return
    }
    const ahead = Math.floor(this.#left * AHEAD_SHARE)
    // Five of seven days are working days.
    const perDay = (others.length * CLAIMS_A_DAY * 5) / 7
    const pastDays = 3 + Math.ceil((this.#left - ahead) / perDay)
    const firstDay = this.#today - 1 - pastDays
    yield* this.#days(others, daysFrom(firstDay, this.#today - 1), PAST_FATES, ahead)
    yield* this.#days(others, daysFrom(this.#today + 1), FUTURE_FATES, 0)
  }

  /** The month ahead of the measured providers, and some past, unless it is made up otherwise. */
  *#measured(hasPast: boolean): Generator<readonly Appointment[]> {
    const everyNth = (starts: readonly number[], apart: number, number: number) =>
      starts.filter((_, place) => place % apart === number % apart)
    for (const [number, offer] of measuredOffers(this.#practice).entries()) {
      const month = startsFrom(offer.policy, this.#today + 1, MONTH_DAYS)
      const ahead = everyNth(month, 14, number).slice(0, AHEAD_IN_MONTH)
      yield this.#draw(ahead.map((start) => this.#made(offer, start, 'confirmed')))
      if (!hasPast) continue
      const past = startsFrom(offer.policy, this.#today - MONTH_DAYS, MONTH_DAYS - 1)
      const kept = everyNth(past, 5, number).slice(0, MEASURED_PAST)
      const fate = () => drawFate(PAST_FATES, this.#random)
      yield this.#draw(kept.map((start) => this.#made(offer, start, fate())))
    }
  }

  /** The past of the only provider: a drop-in every five minutes, for as many days as it takes. */
  *#dropIns(): Generator<readonly Appointment[]> {
    const { dropIn } = this.#practice
    const perDay = startsOn(dropIn.policy, this.#today).length * BOOKINGS_PER_CLAIM
    const firstDay = this.#today - 1 - Math.ceil((this.#left / perDay) * 1.1)
    for (const day of daysFrom(firstDay, this.#today - 1)) {
      if (this.#left === 0) return
      yield this.#draw(this.#booked(dropIn, startsOn(dropIn.policy, day), PAST_FATES))
    }
  }

  /** Days of providers with the same hours, until so many bookings are left. */
  *#days(
    offers: readonly Offer[],
    days: Iterable<number>,
    fates: Fates,
    until: number,
  ): Generator<readonly Appointment[]> {
    for (const day of days) {
      const starts = startsOn((offers[0] as Offer).policy, day)
      for (const [number, offer] of offers.entries()) {
        if (this.#left <= until) return
        if (starts.length === 0) break
        // 5 and 14 have no common divisor, so each provider has other times.
        const own = starts.filter((_, at) => (at * 5 + number) % starts.length < CLAIMS_A_DAY)
        yield this.#draw(this.#booked(offer, own, fates).slice(0, this.#left - until))
      }
    }
  }

  #draw(appointments: readonly Appointment[]): readonly Appointment[] {
    const those = appointments.slice(0, this.#left)
    this.#left -= those.length
    return those
  }

  /** Bookings at some starts: with each one that has ended, another one has its time. */
  #booked(offer: Offer, starts: readonly number[], fates: Fates): readonly Appointment[] {
    return starts.flatMap((start) => {
      const those: Appointment[] = []
      for (;;) {
        const fate = drawFate(fates, this.#random)
        those.push(this.#made(offer, start, fate))
        if (fate !== 'cancelled' && fate !== 'expired') return those
      }
    })
  }

  #made(offer: Offer, startEpochMinutes: number, fate: Fate): Appointment {
    const startEpochSeconds = startEpochMinutes * 60
    const latest = Math.min(this.#now - SETTLED_SECONDS, startEpochSeconds - LEAD_SECONDS)
    const createdAtEpochSeconds =
      fate === 'pending'
        ? this.#now - Math.floor(this.#random() * SETTLED_SECONDS)
        : Math.floor(latest - this.#random() * MOST_LEAD_DAYS * DAY_SECONDS)
    return { offer, startEpochSeconds, createdAtEpochSeconds, fate }
  }
}

function* daysFrom(first: number, end = Number.POSITIVE_INFINITY): Generator<number> {
  for (let day = first; day < end; day += 1) yield day
}
