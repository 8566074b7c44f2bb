import type { StoredItem } from '../../../server/tests/support/stored-items.ts'

/**
 * The rules of the ledger and of holds. Each can be left out of the model, to see that the exploration then finds a
 * violation.
 */
export const RULES = [
  'a claim requires that its time is free',
  'a day that was read is replaced only if it has not changed',
  'a live hold is not taken over',
  'a lapsed hold is taken over',
  'a confirmation requires the mark of its hold',
  'a release requires the mark of its hold',
  'a booking is replaced only if it has not changed',
  'all writes of a change commit together',
  'the key of a request commits with its change',
  'a refusal is stored under its key before it is sent',
] as const
export type Rule = (typeof RULES)[number]

/** A client, and the time of the provider that it wants. */
export interface Wish {
  readonly client: string
  /** Half-open `[from, to)`, in epoch minutes. It may lie on two days. */
  readonly fromEpochMinutes: number
  readonly toEpochMinutes: number
}

/** What is explored. */
export interface ModelOptions {
  readonly wishes: readonly Wish[]
  readonly holdSeconds: number
  /** The clock begins at 0 and ends here. */
  readonly lastSecond: number
  /** How many requests are sent once more, to another server, without waiting for the first answer. */
  readonly retries: number
  /** How many requests end in the middle because their server is killed. */
  readonly crashes: number
  /** How many requests reach a server whose clock is ahead by the length of a hold. */
  readonly clocksAhead: number
  /** Whether a client may cancel what it has confirmed. Default: no. */
  readonly mayCancelLater?: true
  readonly leaveOut?: Rule
}

/** What a client asks for. */
export type Request = 'hold' | 'confirm' | 'cancel'

/** What a client is told. `lost`: its hold cannot be confirmed any more. */
export type Answer = 'held' | 'refused' | 'confirmed' | 'lost' | 'cancelled' | 'not cancelled'

/** What a server does for a client, or, to expire a booking, for nobody. */
export interface Task {
  readonly action: Request | 'expire'
  /** Whether it is the second copy of its request. */
  readonly isRetry: boolean
  /** The server's clock when it began. */
  readonly now: number
  /** The name of the booking's item. */
  readonly booking: string
  /** The booking as it was read. Absent: not read yet. */
  readonly before?: StoredItem
  /** The ledger days that were read, by name; null: there was none. */
  readonly known: Readonly<Record<string, StoredItem | null>>
  /** An answer on its way to the client. */
  readonly answer?: Answer
}

/** A client, and all that servers do for it. */
export interface Client {
  /** The last answer. Absent: none yet. */
  readonly told?: Answer
  /** A request without an answer. */
  readonly asks?: Request
  readonly tasks: readonly Task[]
}

/** Everything that is stored, under way and known to clients. */
export interface World {
  readonly now: number
  readonly retriesLeft: number
  readonly crashesLeft: number
  readonly clocksAheadLeft: number
  /** Ledger days, bookings and keys, by name. */
  readonly items: Readonly<Record<string, StoredItem>>
  readonly clients: readonly Client[]
}

/** The beginning: nothing is stored, and nobody has asked for anything. */
export const emptyWorld = ({ wishes, retries, crashes, clocksAhead }: ModelOptions): World => ({
  now: 0,
  retriesLeft: retries,
  crashesLeft: crashes,
  clocksAheadLeft: clocksAhead,
  items: {},
  clients: wishes.map(() => ({ tasks: [] })),
})

/** The world with one client replaced. */
export const withClient = (world: World, index: number, client: Client): World => ({
  ...world,
  clients: world.clients.map((each, at) => (at === index ? client : each)),
})

/** A client with one task replaced, or, with undefined, without it. */
export const withTask = (client: Client, index: number, task: Task | undefined): Client => ({
  ...client,
  tasks: client.tasks.flatMap((each, at) => (at === index ? (task ?? []) : each)),
})

const BOOKING = 'BOOKING|'

/** The item of the booking that a client's request makes. Each copy of the request draws an id of its own. */
export const bookingName = ({ client }: Wish, isRetry: boolean): string =>
  `${BOOKING}${client}${isRetry ? "'" : ''}`

/** The bookings of a client, as the names of their items. */
export const bookingNames = (world: World, wish: Wish): readonly string[] =>
  [bookingName(wish, false), bookingName(wish, true)].filter((name) => name in world.items)

/** The item of the idempotency key of a request. */
export const keyName = ({ client }: Wish, request: Request): string => `KEY|${client} ${request}`

/** The id of the booking of an item. */
export const idOf = (name: string): string => name.slice(BOOKING.length)
