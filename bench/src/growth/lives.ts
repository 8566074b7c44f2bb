import {
  type Actor,
  type Booker,
  type Booking,
  type BookingDecision,
  cancelBooking,
  closeBooking,
  confirmBooking,
  createBooking,
  expireBooking,
} from '@holdfast/engine'
import { storedRepresentation } from '../../../packages/server/src/booking/bookings/booking-representation.ts'
import { newBooking } from '../../../packages/server/src/booking/bookings/new-booking.ts'
import type { Offer } from '../../../packages/server/src/booking/bookings/offer.ts'
import type { BookingDependencies } from '../../../packages/server/src/booking/dependencies.ts'
import type { DomainEvent } from '../../../packages/server/src/kernel/events/event.ts'

/** How far a booking got. */
export type Fate = 'pending' | 'confirmed' | 'completed' | 'no_show' | 'cancelled' | 'expired'

/** What a booking's life is made of. */
export interface LifePlan {
  readonly offer: Offer
  readonly booker: Booker
  readonly startEpochSeconds: number
  readonly createdAtEpochSeconds: number
  readonly fate: Fate
  /** The present: nothing of the life is after it. */
  readonly nowEpochSeconds: number
}

/** A booking as it is in the end, and the events of its life in order, as they leave the outbox. */
export interface Life {
  readonly booking: Booking
  readonly events: readonly DomainEvent[]
}

const BY_BOOKER: Actor = { kind: 'booker' }
const BY_SYSTEM: Actor = { kind: 'system' }
/** A booker confirms after this long. */
const CONFIRM_SECONDS = 90
/** A no-show is recorded after this part of the appointment. */
const NO_SHOW_SHARE = 0.5

/** Leads a booking through its life by the decisions of the engine. */
export function liveBooking(deps: BookingDependencies, plan: LifePlan): Life {
  const { offer, booker, startEpochSeconds, createdAtEpochSeconds: createdAt, fate } = plan
  const id = deps.ids.next('booking', createdAt * 1000)
  const input = { target: { eventTypeId: offer.eventType?.id ?? '' }, startEpochSeconds, booker }
  let booking = newBooking(deps, {
    id,
    actor: BY_BOOKER,
    offer,
    input,
    isUnproven: false,
    manageToken: deps.secrets.manageToken(id),
    given: { booker, fields: {} },
    now: createdAt,
  })
  const events: DomainEvent[] = []
  const follow = (decision: BookingDecision, actor: Actor): void => {
    booking = { ...decision.booking, actor }
    for (const type of decision.events) {
      const occurredAtEpochMilliseconds = booking.updatedAtEpochSeconds * 1000
      events.push({
        id: deps.ids.next('event', occurredAtEpochMilliseconds),
        type,
        schemaVersion: 1,
        accountId: booking.accountId,
        resourceId: id,
        resourceVersion: booking.version,
        occurredAtEpochMilliseconds,
        actor,
        data: { booking: storedRepresentation(booking) },
      })
    }
  }
  follow(createBooking(booking), BY_BOOKER)
  for (const step of STEPS[fate]) follow(step.decide(booking, plan.nowEpochSeconds), step.actor)
  return { booking, events }
}

interface Step {
  readonly actor: Actor
  readonly decide: (booking: Booking, nowEpochSeconds: number) => BookingDecision
}

type Decided = ReturnType<typeof confirmBooking>

function must(decided: Decided): BookingDecision {
  if (!decided.ok) throw new Error(`a step of a booking was refused: ${decided.refusal.code}`)
  return decided.value
}

const CONFIRM: Step = {
  actor: BY_BOOKER,
  decide: (booking) =>
    must(confirmBooking(booking, booking.createdAtEpochSeconds + CONFIRM_SECONDS, 'booker')),
}

const STEPS: Readonly<Record<Fate, readonly Step[]>> = {
  pending: [],
  confirmed: [CONFIRM],
  completed: [
    CONFIRM,
    {
      actor: BY_SYSTEM,
      decide: (booking) =>
        must(closeBooking(booking, 'complete', booking.endEpochSeconds, 'automatic')),
    },
  ],
  no_show: [
    CONFIRM,
    {
      actor: { kind: 'key' },
      decide: (booking) => {
        const { startEpochSeconds: start, endEpochSeconds: end } = booking
        return must(
          closeBooking(booking, 'no_show', Math.floor(start + (end - start) * NO_SHOW_SHARE)),
        )
      },
    },
  ],
  cancelled: [
    CONFIRM,
    {
      actor: BY_BOOKER,
      // Half-way between the confirmation and the start.
      decide: (booking, now) => {
        const { updatedAtEpochSeconds: from, startEpochSeconds: start } = booking
        const at = Math.floor((from + Math.min(start, now)) / 2)
        return must(cancelBooking(booking, at, 'booker', undefined))
      },
    },
  ],
  expired: [
    {
      actor: BY_SYSTEM,
      decide: (booking) => must(expireBooking(booking, booking.holdExpiresAtEpochSeconds ?? 0)),
    },
  ],
}
