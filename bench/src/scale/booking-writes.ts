import { Backlog } from './backlog.ts'
import { Counter } from './loads.ts'

/** The keys of an installation. */
export interface Installation {
  readonly accounts: number
  readonly providers: number
  /** Numbers of shards of each queue, each a divisor of the last one: the same day is counted for all of them. */
  readonly shards: readonly number[]
}

/** Share of accounts with a webhook endpoint for all events. */
const WEBHOOK_SHARE = 0.3
/** From so many events a second on, the publishers of an account hand them over to one ordered queue. */
const HOT_EVENTS_PER_SECOND = 20
/** One partition takes 1000 units, and an event in a transaction costs two. */
const ORDERED_EVENTS_PER_SECOND = 490
/** The most events in a transaction of that queue. They share a write of the log's head. */
const EVENTS_PER_PUBLICATION = 49

/** The counters of all kinds of keys that a booking reads or writes. */
const countersOf = ({ accounts, providers }: Installation) => ({
  ledger: new Counter('ledger of a provider', 'item', providers),
  providerIndex: new Counter("index: a provider's bookings", 'divisible', providers),
  typeIndex: new Counter("index: an event type's bookings", 'divisible', providers),
  accountIndex: new Counter("index: an account's bookings", 'divisible', accounts),
  head: new Counter("head of an account's log", 'item', accounts),
  log: new Counter("an account's log", 'growing', accounts),
  contacts: new Counter("an account's contacts", 'divisible', accounts),
  deliveries: new Counter("an endpoint's deliveries", 'growing', accounts),
  reads: new Counter('reads of a provider', 'divisible', providers, 'RCU'),
})

/** The counters of the queues with a number of shards. */
const queuesOf = (shards: number) => ({
  trigger: new Counter('expiration triggers, a shard', 'growing', shards),
  outbox: new Counter('outbox, a shard', 'growing', shards),
  due: new Counter('due work, a shard', 'growing', shards),
  deliveryQueue: new Counter('queue of deliveries, a shard', 'growing', shards),
})

/**
 * Adds the writes of bookings to the counters, one second at a time. The units of each step are those of
 * `tests/dynamodb/life-budgets.test.ts`: 14 for a hold, 10 for a confirmation, 3 for each of three events, 2 each for
 * contact, emails, schedule and reminder, 7 for the completion.
 */
export class BookingWrites {
  readonly counters: ReturnType<typeof countersOf>
  /** The counters of queues for each number of shards. */
  readonly queues: readonly ReturnType<typeof queuesOf>[]
  readonly totals = { holds: 0, confirmed: 0, completed: 0, reminded: 0, units: 0, tableUnits: 0 }
  /** The events of accounts that one ordered queue publishes. */
  readonly ordered = new Map<number, Backlog>()
  readonly #shards: readonly number[]
  readonly #mostShards: number
  readonly #random: () => number
  readonly #accountOf: Uint32Array
  readonly #hasWebhook: Uint8Array
  readonly #eventsOf = new Map<number, number>()
  #second = 0
  #units = 0

  constructor(installation: Installation, accountOf: Uint32Array, random: () => number) {
    this.#shards = installation.shards
    this.#mostShards = Math.max(...installation.shards)
    this.queues = installation.shards.map(queuesOf)
    this.#random = random
    this.#accountOf = accountOf
    this.counters = countersOf(installation)
    this.#hasWebhook = Uint8Array.from({ length: installation.accounts }, () =>
      random() < WEBHOOK_SHARE ? 1 : 0,
    )
    // The largest account always has a webhook.
    this.#hasWebhook[0] = 1
  }

  /** Publishes the events of a second, and ends it. */
  endSecond(): void {
    for (const [account, events] of this.#eventsOf) this.#publish(account, events)
    for (const [account, backlog] of this.ordered) {
      const events = backlog.serve(this.#second, ORDERED_EVENTS_PER_SECOND)
      if (events > 0) this.#publishTogether(account, events)
      else this.ordered.delete(account)
    }
    this.totals.tableUnits = Math.max(this.totals.tableUnits, this.#units)
    this.totals.units += this.#units
    this.#eventsOf.clear()
    this.#second += 1
    this.#units = 0
  }

  /** A hold. `ledgerUnits`: what its write of the ledger day costs, retries included. */
  hold(provider: number, ledgerUnits = 2): void {
    this.totals.holds += 1
    this.#add('ledger', provider, ledgerUnits)
    this.#add('providerIndex', provider, 1)
    this.#add('typeIndex', provider, 1)
    this.#add('accountIndex', this.#accountOf[provider] as number, 1)
    this.#enqueue('trigger', 2)
    // The booking, its index entry by booker and the idempotency record have keys of their own.
    this.#units += 5
    this.#emit(provider)
  }

  /** The confirmation of a hold, with contact, emails and the entries of reminder and completion. */
  confirm(provider: number): void {
    this.totals.confirmed += 1
    this.#end(provider)
    this.#add('contacts', this.#accountOf[provider] as number, 1)
    this.#enqueue('due', 2)
    // The contact itself, and the marks of two emails.
    this.#units += 3
  }

  /** A hold that lapses. */
  expire(provider: number): void {
    this.#end(provider)
  }

  /** A reminder: the mark of its email and its entry in the due work. */
  remind(): void {
    this.totals.reminded += 1
    this.#enqueue('due', 1)
    this.#units += 1
  }

  /** A completion: the booking and its index entry, its event and its entry in the due work. */
  complete(provider: number): void {
    this.totals.completed += 1
    this.#add('providerIndex', provider, 2)
    this.#enqueue('due', 1)
    this.#units += 2
    this.#emit(provider)
  }

  /** Reads of a provider's partition. */
  read(provider: number, units: number): void {
    this.counters.reads.add(provider, this.#second, units)
  }

  #end(provider: number): void {
    this.#add('ledger', provider, 2)
    this.#add('providerIndex', provider, 2)
    this.#enqueue('trigger', 2)
    this.#units += 2
    this.#emit(provider)
  }

  /** An event in the outbox, which is published at the end of the second. */
  #emit(provider: number): void {
    const account = this.#accountOf[provider] as number
    this.#enqueue('outbox', 2)
    this.#eventsOf.set(account, (this.#eventsOf.get(account) ?? 0) + 1)
    if (this.#hasWebhook[account] === 0) return
    this.#add('deliveries', account, 4)
    this.#enqueue('deliveryQueue', 4)
  }

  #publish(account: number, events: number): void {
    const backlog = this.ordered.get(account)
    if (backlog !== undefined || events >= HOT_EVENTS_PER_SECOND) {
      const waiting = backlog ?? new Backlog()
      waiting.push(this.#second, events)
      this.ordered.set(account, waiting)
      return
    }
    this.#add('log', account, events)
    this.#add('head', account, events)
    for (let event = 0; event < events; event += 1) this.#enqueue('outbox', 1)
  }

  #publishTogether(account: number, events: number): void {
    this.#add('log', account, 2 * events)
    this.#add('head', account, 2 * Math.ceil(events / EVENTS_PER_PUBLICATION))
    for (let event = 0; event < events; event += 1) this.#enqueue('outbox', 2)
  }

  #add(kind: keyof typeof this.counters, key: number, units: number): void {
    this.counters[kind].add(key, this.#second, units)
    this.#units += units
  }

  /** Adds a write of a queue, to a random shard of it. */
  #enqueue(kind: keyof ReturnType<typeof queuesOf>, units: number): void {
    const shard = Math.floor(this.#random() * this.#mostShards)
    for (let index = 0; index < this.queues.length; index += 1) {
      const count = this.#shards[index] as number
      this.queues[index]?.[kind].add(shard % count, this.#second, units)
    }
    this.#units += units
  }
}
