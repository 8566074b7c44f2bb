/** A part of a resource that a booking takes. */
export interface Claim {
  /** A provider, the seats of a class, or the limit of a day. */
  readonly resource: string
  /** Half-open `[from, to)`, in epoch minutes. A limit of a day is the whole of it. */
  readonly from: number
  readonly to: number
  readonly amount: number
  /** Claims of one owner take a resource once: the seats of a class share their teacher. */
  readonly owner?: string
  /** How long a confirmed booking that gives it back leaves it taken, in minutes. Absent: not at all. */
  readonly keptMinutes?: { readonly min: number; readonly max: number }
}

/** A booking as an answer shows it. */
export interface ShownBooking {
  readonly id: string
  readonly claims: readonly Claim[]
  readonly state: 'held' | 'confirmed' | 'ended'
  /** The end of a hold, in milliseconds of the run's clock. Absent: it does not lapse. */
  readonly lapsesAt?: number
  /** No answer says when the hold ends: at any time, or not at all. */
  readonly isVague?: boolean
}

/** Another unit or other nights of a stay, of whose nights some may be over. Where it can be then depends on where it is. */
export interface StayChange {
  /** The first minute of today: a stay that has begun leaves the nights before in their unit. */
  readonly today: number
  /** The calendars of the units that it may be in afterwards. */
  readonly units: readonly string[]
  /** Its new nights, half-open, in epoch minutes. Absent: those that it has, in another unit. */
  readonly nights?: { readonly from: number; readonly to: number }
}

/** What a client asked for. */
export type Action =
  /** New bookings, all or none, each on one of its alternatives. */
  | { readonly kind: 'take'; readonly wanted: readonly (readonly (readonly Claim[])[])[] }
  /** With `isGroup`, those of a group that are still there: some may have ended before. */
  | { readonly kind: 'confirm'; readonly ids: readonly string[]; readonly isGroup?: true }
  | { readonly kind: 'release'; readonly ids: readonly string[]; readonly isGroup?: true }
  /** The same booking at another time, on one of the alternatives. */
  | {
      readonly kind: 'move'
      readonly id: string
      readonly wanted: readonly (readonly Claim[])[]
    }
  | { readonly kind: 'alter'; readonly id: string; readonly change: StayChange }
  /** A stay of a calendar becomes the booking `id`, which has its nights. */
  | { readonly kind: 'adopt'; readonly id: string; readonly stayId: string }
  | { readonly kind: 'read'; readonly id: string }
  /** Reads every booking of the cell. The last operation, when nothing else runs. */
  | { readonly kind: 'list' }

/** The answer that a client got. */
export type Outcome =
  /** The bookings after the change; of a list: all. */
  | { readonly kind: 'done'; readonly bookings: readonly ShownBooking[] }
  /** Something that was asked for is not free. */
  | { readonly kind: 'taken' }
  /** The booking is not in a state for it: it lapsed, or was cancelled or confirmed before. */
  | { readonly kind: 'not_possible' }
  /** No answer. It happened once, at any time from then on, or never. */
  | { readonly kind: 'unknown' }

/** One request of an operation to one server. Times are milliseconds of the run's clock. */
export interface Attempt {
  /** The index of the server. */
  readonly server: number
  readonly sentAt: number
  readonly endedAt: number
  /** The HTTP status; null without an answer. */
  readonly status: number | null
}

/** An action of a client, and its outcome. Times are milliseconds of the run's clock. */
export interface Operation {
  /** Unique in the run. */
  readonly id: string
  readonly client: number
  readonly action: Action
  readonly outcome: Outcome
  /** When the first attempt was sent. */
  readonly invokedAt: number
  /** When the answer arrived; infinite for an unknown outcome. */
  readonly returnedAt: number
  /** The largest difference between a server's clock and the run's clock since the history began. */
  readonly skewMilliseconds: number
  /** The same, since the operation was invoked. */
  readonly ownSkewMilliseconds: number
  /** The request, for people: method, path and body. */
  readonly request?: string
  /** How often it was sent, and to which servers, in order. */
  readonly attempts?: readonly Attempt[]
}
