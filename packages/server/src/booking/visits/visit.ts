import { type Booking, ok, type Result, refuse } from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import type { VisitAction } from '../refusals.ts'
import { type BookingGroup, isWithGroup, readGroup } from './booking-group.ts'

/** The group of a visit that a booking is part of. Undefined if it is changed by itself. A booking that is in no group reads nothing. */
export async function visitOf(
  deps: Pick<Dependencies, 'store'>,
  booking: Booking,
): Promise<BookingGroup | undefined> {
  if (booking.groupId === undefined || !isWithGroup(booking)) return undefined
  const group = await readGroup(deps, booking.groupId)
  return group?.together ? group : undefined
}

/**
 * Refuses to change a booking by itself that is an upcoming part of a visit. A part that has begun is changed by itself:
 * changes of its group leave it out.
 */
export async function checkAlone(
  deps: Pick<Dependencies, 'store'>,
  booking: Booking,
  nowEpochSeconds: number,
  action: VisitAction,
): Promise<Result<undefined, Refusal>> {
  const { status, startEpochSeconds } = booking
  const isUpcoming =
    (status === 'pending' || status === 'confirmed') && startEpochSeconds > nowEpochSeconds
  const visit = isUpcoming ? await visitOf(deps, booking) : undefined
  return visit ? refuse({ code: 'part_of_visit', groupId: visit.id, action }) : ok(undefined)
}
