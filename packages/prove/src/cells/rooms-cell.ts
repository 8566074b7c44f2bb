import type { ShownBooking } from '../checker/operation.ts'
import type { ApiAnswer } from '../run/api.ts'
import { type ApiStay, BookedStayCell } from './booked-stay-cell.ts'
import { bookedBy } from './booking-calls.ts'
import type { PlannedCall } from './cell.ts'
import { datesOf, someNights } from './nights.ts'
import type { Random } from './random.ts'

const GROUP_SHARE = 0.25
/** How many requests are about a group that exists. */
const CHANGE_SHARE = 0.25
const CONFIRM_SHARE = 0.6
/** How many parties want all rooms in the same nights. */
const SAME_NIGHTS_SHARE = 0.6
const ROOMS_OF_A_PARTY = 2

/**
 * Ten nights of a pool whose units are booked by parties, too: two rooms at once, of the same or other nights, all or none. A party
 * confirms and cancels its rooms together; each can also be confirmed, moved and cancelled by itself.
 */
export class RoomsCell extends BookedStayCell {
  /** The bookings of each group. */
  readonly #groups = new Map<string, readonly string[]>()

  override plan(random: Random, operationId: string, now: number): PlannedCall {
    const dice = random.next()
    if (dice < GROUP_SHARE) return this.#planParty(random, operationId)
    if (dice < GROUP_SHARE + CHANGE_SHARE && this.#groups.size > 0) return this.#planChange(random)
    return super.plan(random, operationId, now)
  }

  override shownIn(answer: ApiAnswer): readonly ShownBooking[] {
    const { id, bookings } = answer.body
    if (bookings === undefined) return super.shownIn(answer)
    // The contract's own tests check the shape of answers.
    const stays = bookings as readonly ApiStay[]
    this.#groups.set(
      String(id),
      stays.map((stay) => stay.id),
    )
    return stays.flatMap((stay) => super.shownIn({ ...answer, body: { ...stay } }))
  }

  #planParty(random: Random, operationId: string): PlannedCall {
    const first = someNights(random, this.dayEpochMinutes)
    const isTogether = random.next() < SAME_NIGHTS_SHARE
    const rooms = Array.from({ length: ROOMS_OF_A_PARTY }, (_, room) =>
      room === 0 || isTogether ? first : someNights(random, this.dayEpochMinutes),
    )
    const items = rooms.map((nights) => ({ eventTypeId: this.eventTypeId, ...datesOf(nights) }))
    return {
      action: { kind: 'take', wanted: rooms.map(this.alternatives) },
      call: {
        method: 'POST',
        path: '/v1/booking-groups',
        body: { items, ...bookedBy(operationId) },
      },
    }
  }

  #planChange(random: Random): PlannedCall {
    const [id, ids] = random.pick([...this.#groups])
    const path = `/v1/booking-groups/${id}`
    return random.next() < CONFIRM_SHARE
      ? {
          action: { kind: 'confirm', ids, isGroup: true },
          call: { method: 'POST', path: `${path}/confirm`, body: {} },
        }
      : {
          action: { kind: 'release', ids, isGroup: true },
          call: { method: 'POST', path: `${path}/cancel`, body: { scope: 'all' } },
        }
  }
}
