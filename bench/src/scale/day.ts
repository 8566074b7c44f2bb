import { Backlog } from './backlog.ts'
import { BookingWrites, type Installation } from './booking-writes.ts'
import { Crowd, type CrowdReport } from './crowd.ts'
import type { Load } from './loads.ts'
import { poisson, seeded, zipf } from './random.ts'

/** The simulated installation and day. */
export interface DayOptions extends Installation {
  readonly seed: number
  readonly bookings: number
  /** The holds of the sale of the largest account. */
  readonly saleHoldsPerSecond: number
  /** Called after each hour. */
  readonly onHour: (hour: number) => void
}

/** Work that waited. */
export interface WaitReport {
  readonly name: string
  readonly deepest: number
  readonly oldestSeconds: number
}

/** The results of a day. */
export interface DayReport {
  /** The loads of all keys, for each number of shards. */
  readonly loads: readonly (readonly Load[])[]
  readonly holds: number
  readonly confirmed: number
  readonly reminded: number
  readonly completed: number
  /** Share of the holds that the largest account has. */
  readonly largestShare: number
  /** The write units of the whole day, and of the worst second. */
  readonly units: number
  readonly tableUnits: number
  readonly crowds: readonly CrowdReport[]
  readonly waits: readonly WaitReport[]
}

const DAY_SECONDS = 86_400
const HOUR_SECONDS = 3_600
/** Share of holds that are confirmed. The others expire. */
const CONFIRMED_SHARE = 0.8
const HOLD_SECONDS = 600
/** A hold is confirmed after this long at the earliest and at the latest. */
const CONFIRM_SECONDS = { from: 20, to: 300 }
/** Read units of the ten requests for slots ahead of a hold. */
const LOOK_UNITS = 20
/** Exponent of the Zipf distribution of popularity. Web sites have an exponent of about 1. */
const POPULARITY = 0.9
const ACCOUNT_SIZE = 1.0
/** The largest account has a tenth of all. */
const LARGEST_SHARE = 0.1
/** What the functions for due work and emails do in a second, side by side (`docs/deploy.md`, limits). */
const DUE_PER_SECOND = 10_000
const MAILS_PER_SECOND = 1_000
/** When in its minute the timer looks for due work. */
const TIMER_SECOND = 5

/** Relative load per hour of the day: quiet nights and two peaks in the working day. */
const HOURS = [
  0.25, 0.18, 0.15, 0.15, 0.2, 0.4, 0.8, 1.3, 1.8, 2.0, 1.9, 1.7, 1.5, 1.6, 1.7, 1.6, 1.4, 1.2, 1.1,
  1.0, 0.9, 0.7, 0.5, 0.35,
]
const MEAN_HOUR = HOURS.reduce((sum, hour) => sum + hour, 0) / HOURS.length
/** The share of appointments that begin, and end, in each hour from 8:00 to 18:00, and at each quarter of it. */
const FIRST_HOUR = 8
const APPOINTMENT_HOURS = 10
const QUARTERS = [0.4, 0.1, 0.4, 0.1]

/** 20 practices that open a day on the hour: 300 attempts a second, or fewer, on 240 times. */
const crowdsOf = (random: () => number, providers: number): readonly Crowd[] =>
  Array.from({ length: 20 }, (_, index) => {
    const begin = (7 + Math.floor(random() * 12)) * HOUR_SECONDS
    const attemptsPerSecond = index === 0 ? 300 : 50 + Math.round(random() * 250)
    const seconds = 60 + Math.round(random() * 120)
    const provider = Math.floor(random() * providers)
    return new Crowd({ begin, seconds, attemptsPerSecond, provider, times: 240 }, random)
  })

/** The largest account sells for five minutes, at all of its providers. */
const SALE = { begin: 10 * HOUR_SECONDS, seconds: 300 }

/** The account of each provider. The largest account has a tenth of them, the others have sizes by their rank. */
function ownersOf({ accounts, providers }: Installation, random: () => number): Uint32Array {
  const drawOther = zipf(accounts - 1, ACCOUNT_SIZE, random)
  return Uint32Array.from({ length: providers }, () =>
    random() < LARGEST_SHARE ? 0 : 1 + drawOther(),
  )
}

/** Providers for whom something happens in later seconds, within the time of a hold. */
class Later {
  readonly #slots: number[][] = Array.from({ length: HOLD_SECONDS + 1 }, () => [])

  at(second: number, provider: number): void {
    this.#slots[second % this.#slots.length]?.push(provider)
  }

  take(second: number): readonly number[] {
    return this.#slots[second % this.#slots.length]?.splice(0) ?? []
  }
}

/** Simulates a day second by second. Uses a few bytes of memory per provider and account. */
export function simulateDay(options: DayOptions): DayReport {
  const random = seeded(options.seed)
  const drawProvider = zipf(options.providers, POPULARITY, random)
  const accountOf = ownersOf(options, random)
  const ofLargest = [...accountOf.keys()].filter((provider) => accountOf[provider] === 0)
  const crowds = crowdsOf(random, options.providers)
  const writes = new BookingWrites(options, accountOf, random)
  const confirmations = new Later()
  const expirations = new Later()
  const [reminders, completions, mails] = [new Backlog(), new Backlog(), new Backlog()]
  const logWait = { name: "an account's log", deepest: 0, oldestSeconds: 0 }
  let holdsOfLargest = 0

  const follow = (second: number, provider: number): void => {
    if (accountOf[provider] === 0) holdsOfLargest += 1
    const { from, to } = CONFIRM_SECONDS
    const isConfirmed = random() < CONFIRMED_SHARE
    if (isConfirmed) {
      confirmations.at(second + from + Math.floor(random() * (to - from)), provider)
    } else expirations.at(second + HOLD_SECONDS, provider)
  }
  const hold = (second: number, provider: number): void => {
    writes.hold(provider)
    writes.read(provider, LOOK_UNITS)
    follow(second, provider)
  }
  /** What becomes due at this second. Every day is like the one before, so each booking has both. */
  const fallDue = (second: number): void => {
    const hour = Math.floor(second / HOUR_SECONDS)
    const isOpen = hour >= FIRST_HOUR && hour < FIRST_HOUR + APPOINTMENT_HOURS
    const quarter = QUARTERS[(second % HOUR_SECONDS) / 900]
    if (!isOpen || quarter === undefined) return
    const mean = (options.bookings / APPOINTMENT_HOURS) * quarter
    reminders.push(second, poisson(mean, random))
    completions.push(second, poisson(mean, random))
  }
  /** Due work is announced once a minute, and then done side by side, reminders first. */
  let announced = { reminders: 0, completions: 0 }
  const doDueWork = (second: number): void => {
    if (second % 60 === TIMER_SECOND) {
      announced = { reminders: reminders.count, completions: completions.count }
    }
    const reminded = reminders.serve(second, Math.min(DUE_PER_SECOND, announced.reminders))
    const room = DUE_PER_SECOND - reminded
    const completed = completions.serve(second, Math.min(room, announced.completions))
    announced.reminders -= reminded
    announced.completions -= completed
    for (let count = 0; count < reminded; count += 1) writes.remind()
    for (let count = 0; count < completed; count += 1) writes.complete(drawProvider())
    mails.push(second, reminded)
  }

  const perSecond = options.bookings / CONFIRMED_SHARE / DAY_SECONDS
  for (let second = 0; second < DAY_SECONDS; second += 1) {
    const hour = HOURS[Math.floor(second / HOUR_SECONDS)] as number
    const holds = poisson((perSecond * hour) / MEAN_HOUR, random)
    for (let count = 0; count < holds; count += 1) hold(second, drawProvider())
    if (second >= SALE.begin && second < SALE.begin + SALE.seconds) {
      const sold = poisson(options.saleHoldsPerSecond, random)
      for (let count = 0; count < sold; count += 1) {
        hold(second, ofLargest[Math.floor(random() * ofLargest.length)] as number)
      }
    }
    for (const crowd of crowds) crowd.second(second, writes, (provider) => follow(second, provider))
    const confirmed = confirmations.take(second)
    for (const provider of confirmed) writes.confirm(provider)
    mails.push(second, 2 * confirmed.length)
    for (const provider of expirations.take(second)) writes.expire(provider)
    fallDue(second)
    doDueWork(second)
    mails.serve(second, MAILS_PER_SECOND)
    writes.endSecond()
    for (const { deepest, oldestSeconds } of writes.ordered.values()) {
      logWait.deepest = Math.max(logWait.deepest, deepest)
      logWait.oldestSeconds = Math.max(logWait.oldestSeconds, oldestSeconds)
    }
    if (second % HOUR_SECONDS === HOUR_SECONDS - 1) options.onHour((second + 1) / HOUR_SECONDS)
  }
  const kinds = writes.queues.map((queues) => Object.values({ ...writes.counters, ...queues }))
  for (const counter of new Set(kinds.flat())) counter.close(DAY_SECONDS)
  const waits = Object.entries({ reminders, completions, emails: mails }).map(
    ([name, { deepest, oldestSeconds }]) => ({ name, deepest, oldestSeconds }),
  )
  return {
    ...writes.totals,
    largestShare: holdsOfLargest / writes.totals.holds,
    loads: kinds.map((counters) => counters.map(({ load }) => load)),
    crowds: crowds.map(({ report }) => report),
    waits: [...waits, logWait],
  }
}
