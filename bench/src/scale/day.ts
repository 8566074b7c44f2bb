import { Counter, type Load } from './loads.ts'
import { poisson, seeded, zipf } from './random.ts'

/** The simulated installation and day. */
export interface DayOptions {
  readonly seed: number
  readonly bookings: number
  readonly accounts: number
  readonly providers: number
  /** Number of shards of each queue. */
  readonly shards: number
  /** Called after each hour. */
  readonly onHour: (hour: number) => void
}

/** The results of a day. */
export interface DayReport {
  readonly loads: readonly Load[]
  readonly holds: number
  readonly confirmed: number
  readonly refused: number
  /** The most requests for one ledger day in one second. */
  readonly claimsOfOneDay: number
  /** The most write units of the whole table in one second. */
  readonly tableUnits: number
  readonly crowds: number
}

const DAY_SECONDS = 86_400
const HOUR_SECONDS = 3_600
/** Share of holds that are confirmed. The others expire. */
const CONFIRMED_SHARE = 0.8
/** Slot queries per hold. */
const LOOKS_PER_HOLD = 10
/** Share of accounts with a webhook endpoint for all events. */
const WEBHOOK_SHARE = 0.3
/** Exponent of the Zipf distribution of popularity. Web sites have an exponent of about 1. */
const POPULARITY = 0.9
const ACCOUNT_SIZE = 1.0
const DAYS_AHEAD = 30
/** The most events in one batch of the stream. Events of one account share a write of its log head. */
const EVENTS_PER_PUBLICATION = 24

/** Many requests for the same resource at the same time. */
interface Crowd {
  readonly begin: number
  readonly seconds: number
  readonly attemptsPerSecond: number
  readonly provider?: number
  readonly account?: number
  /** Number of attempts that still find a free time. */
  free: number
}

/** Relative load per hour of the day: quiet nights and two peaks in the working day. */
const HOURS = [
  0.25, 0.18, 0.15, 0.15, 0.2, 0.4, 0.8, 1.3, 1.8, 2.0, 1.9, 1.7, 1.5, 1.6, 1.7, 1.6, 1.4, 1.2, 1.1,
  1.0, 0.9, 0.7, 0.5, 0.35,
]

const MEAN_HOUR = HOURS.reduce((sum, hour) => sum + hour, 0) / HOURS.length

/** 20 practices that open their month on the hour, and one sale of an account with many rooms. */
function crowdsOf(random: () => number, providers: number): readonly Crowd[] {
  const surgeries = Array.from({ length: 20 }, (): Crowd => {
    const attemptsPerSecond = 50 + Math.round(random() * 250)
    return {
      begin: (7 + Math.floor(random() * 12)) * HOUR_SECONDS,
      seconds: 60 + Math.round(random() * 120),
      attemptsPerSecond,
      provider: Math.floor(random() * providers),
      free: 200,
    }
  })
  const sale: Crowd = {
    begin: 10 * HOUR_SECONDS,
    seconds: 300,
    attemptsPerSecond: 2_000,
    account: 0,
    free: 400_000,
  }
  return [...surgeries, sale]
}

/** The counters of all kinds of keys that a booking reads or writes. */
function countersOf({ accounts, providers, shards }: DayOptions) {
  return {
    ledger: new Counter('ledger of a provider', 'divisible', providers),
    providerIndex: new Counter("index: a provider's bookings", 'divisible', providers),
    typeIndex: new Counter("index: an event type's bookings", 'divisible', providers),
    trigger: new Counter('expiration triggers, a shard', 'growing', shards),
    outbox: new Counter('outbox, a shard', 'growing', shards),
    due: new Counter('due work, a shard', 'divisible', shards),
    head: new Counter("head of an account's log", 'item', accounts),
    log: new Counter("an account's log", 'growing', accounts),
    contacts: new Counter("an account's contacts", 'divisible', accounts),
    deliveries: new Counter("an endpoint's deliveries", 'growing', accounts),
    deliveryQueue: new Counter('queue of deliveries, a shard', 'growing', shards),
    reads: new Counter('reads of a provider', 'divisible', providers, 'RCU'),
  }
}

/** Adds the writes of bookings to the counters, one second at a time. */
class Writes {
  readonly counters: ReturnType<typeof countersOf>
  readonly totals = { holds: 0, confirmed: 0, refused: 0, claimsOfOneDay: 0, tableUnits: 0 }
  readonly #options: DayOptions
  readonly #random: () => number
  readonly #accountOf: Uint32Array
  readonly #hasWebhook: Uint8Array
  readonly #eventsOf = new Map<number, number>()
  readonly #claimsOf = new Map<number, number>()
  #second = 0
  #units = 0

  constructor(options: DayOptions, accountOf: Uint32Array, random: () => number) {
    this.#options = options
    this.#random = random
    this.#accountOf = accountOf
    this.counters = countersOf(options)
    this.#hasWebhook = Uint8Array.from({ length: options.accounts }, () =>
      random() < WEBHOOK_SHARE ? 1 : 0,
    )
    // The largest account always has a webhook.
    this.#hasWebhook[0] = 1
  }

  /** Ends a second. Events of one publication share a write of the account's log head. */
  endSecond(): void {
    for (const [account, events] of this.#eventsOf) {
      this.#add('head', account, 2 * Math.ceil(events / EVENTS_PER_PUBLICATION))
    }
    this.totals.tableUnits = Math.max(this.totals.tableUnits, this.#units)
    this.#eventsOf.clear()
    this.#claimsOf.clear()
    this.#second += 1
    this.#units = 0
  }

  /** A successful hold with all its later work. Counting it immediately gives the same daily total. */
  hold(provider: number): void {
    const { totals, counters } = this
    const account = this.#accountOf[provider] as number
    totals.holds += 1
    this.#claim(provider)
    counters.reads.add(provider, this.#second, 2 * LOOKS_PER_HOLD)
    this.#add('providerIndex', provider, 1)
    this.#add('typeIndex', provider, 1)
    this.#add('trigger', this.#shard(), 2)
    // The booking, its index entry by booker and the idempotency record have unshared keys.
    this.#units += 5
    this.#emit(account)
    this.#add('ledger', provider, 2)
    this.#add('trigger', this.#shard(), 2)
    this.#add('providerIndex', provider, 2)
    this.#units += 2
    this.#emit(account)
    if (this.#random() >= CONFIRMED_SHARE) return
    totals.confirmed += 1
    this.#add('contacts', account, 2)
    this.#add('due', this.#shard(), 2)
    this.#add('due', this.#shard(), 2)
    this.#units += 4
  }

  /** A hold of a taken time. A rejected transaction is charged for all its items. */
  refuse(provider: number): void {
    this.totals.refused += 1
    this.#claim(provider)
    this.counters.reads.add(provider, this.#second, 2)
    this.#units += 6
  }

  #add(kind: keyof typeof this.counters, key: number, units: number): void {
    this.counters[kind].add(key, this.#second, units)
    this.#units += units
  }

  #shard(): number {
    return Math.floor(this.#random() * this.#options.shards)
  }

  #claim(provider: number): void {
    const day = provider * DAYS_AHEAD + Math.floor(this.#random() * DAYS_AHEAD)
    const claims = (this.#claimsOf.get(day) ?? 0) + 1
    this.#claimsOf.set(day, claims)
    this.totals.claimsOfOneDay = Math.max(this.totals.claimsOfOneDay, claims)
    this.#add('ledger', provider, 2)
  }

  /** Adds the writes of an event: into the outbox, and from there into the log. */
  #emit(account: number): void {
    this.#add('outbox', this.#shard(), 4)
    this.#add('log', account, 2)
    this.#eventsOf.set(account, (this.#eventsOf.get(account) ?? 0) + 1)
    if (this.#hasWebhook[account] === 0) return
    this.#add('deliveries', account, 4)
    this.#add('deliveryQueue', this.#shard(), 4)
  }
}

/** Simulates a day second by second. Uses a few bytes of memory per provider and account. */
export function simulateDay(options: DayOptions): DayReport {
  const random = seeded(options.seed)
  const drawProvider = zipf(options.providers, POPULARITY, random)
  const drawAccount = zipf(options.accounts, ACCOUNT_SIZE, random)
  const accountOf = Uint32Array.from({ length: options.providers }, drawAccount)
  const ofLargest = [...accountOf.keys()].filter((provider) => accountOf[provider] === 0)
  const crowds = crowdsOf(random, options.providers)
  const writes = new Writes(options, accountOf, random)
  const join = (crowd: Crowd): void => {
    const attempts = poisson(crowd.attemptsPerSecond, random)
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const provider =
        crowd.provider ?? (ofLargest[Math.floor(random() * ofLargest.length)] as number)
      // The first attempts find a free time, the others a taken one.
      if (crowd.free > 0) writes.hold(provider)
      else writes.refuse(provider)
      crowd.free -= 1
    }
  }
  const perSecond = options.bookings / CONFIRMED_SHARE / DAY_SECONDS
  for (let second = 0; second < DAY_SECONDS; second += 1) {
    const hour = HOURS[Math.floor(second / HOUR_SECONDS)] as number
    const holds = poisson((perSecond * hour) / MEAN_HOUR, random)
    for (let count = 0; count < holds; count += 1) writes.hold(drawProvider())
    for (const crowd of crowds) {
      if (second >= crowd.begin && second < crowd.begin + crowd.seconds) join(crowd)
    }
    writes.endSecond()
    if (second % HOUR_SECONDS === HOUR_SECONDS - 1) options.onHour((second + 1) / HOUR_SECONDS)
  }
  const counters = Object.values(writes.counters)
  for (const counter of counters) counter.close(DAY_SECONDS)
  return { ...writes.totals, loads: counters.map(({ load }) => load), crowds: crowds.length }
}
