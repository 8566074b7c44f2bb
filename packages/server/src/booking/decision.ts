import type { CountedClaim } from '@holdfast/engine'
import type { Write } from '../kernel/ports/store.ts'
import type { CountedElsewhere } from './limits/counted-elsewhere.ts'
import type { DecisionWithPayment } from './ports/payments.ts'

/** What a booking with seats needs to know of its session. */
export interface Seating {
  /** How many seats the session has. */
  readonly capacity: number
  /** What the session claims of period limits, if this booking begins it. Absent: nothing. */
  readonly counts?: readonly CountedClaim[]
  /** True if only a live session can be joined, since the rules of a new one were not checked. */
  readonly mustBeLive?: true
  /** True if bookers do not see how many seats are left. */
  readonly hidesSeats?: true
}

/** A decision about a booking, with what its claims of seats and limits need. */
export interface Decision extends DecisionWithPayment {
  /** The largest count of each counter that is claimed. */
  readonly limits?: ReadonlyMap<string, number>
  /** What its person has booked with other addresses, which the limit per booker counts. Absent: nothing depends on it. */
  readonly elsewhere?: CountedElsewhere
  /** The writes that keep the contacts of its person from counting it as a no-show. Absent: it was none. */
  readonly uncounted?: readonly Write[]
  /** Whether its group changes with it: then one email about all of them is sent instead of those of its events. */
  readonly isGroupChange?: true
  /** The stay of a calendar whose place a new booking takes. Its people know of it, so they get no email. */
  readonly adoptedStayId?: string
  /** Needed if a booking joins a session: it is new, or moves to another start. */
  readonly seating?: Seating
}
