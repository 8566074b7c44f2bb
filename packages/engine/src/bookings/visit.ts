import { ok } from '../kernel/result.ts'
import type { Booking, Visit } from './booking.ts'
import { closeBooking } from './close.ts'
import { changed, type Decided, wrongState } from './transition.ts'

/** A step of a visit. */
export type VisitStep = 'check_in' | 'call' | 'start_service' | 'check_out'

/** How long before its start a booking can be checked in, called or served. */
export const EARLIEST_VISIT_SECONDS = 86_400

const MEMBERS = {
  check_in: 'arrivedAtEpochSeconds',
  call: 'calledAtEpochSeconds',
  start_service: 'startedAtEpochSeconds',
  check_out: 'endedAtEpochSeconds',
} as const satisfies Record<VisitStep, keyof Visit>

/**
 * Records a step of the visit of a confirmed booking, from 24 hours before its start (closed). A booking that was completed
 * automatically is still open, since a visit may last longer. `call` may be repeated; any other step that was recorded before
 * changes nothing, which is answered as undefined. `check_out` completes the booking, before its start only if somebody has
 * arrived. The `check_in` of a no-show, until its end (open), is of somebody who came after all: the booking is confirmed again.
 */
export function recordVisit(
  booking: Booking,
  step: VisitStep,
  nowEpochSeconds: number,
  number?: number,
): Decided | undefined {
  const { status, visit = {}, startEpochSeconds, endEpochSeconds } = booking
  const comesAfterAll = status === 'no_show' && step === 'check_in'
  const isOpen =
    status === 'confirmed' ||
    (status === 'completed' && booking.completedAutomatically === true) ||
    (comesAfterAll && nowEpochSeconds < endEpochSeconds)
  const isRepeated = visit[MEMBERS[step]] !== undefined && step !== 'call'
  const changesNumber = number !== undefined && number !== visit.number
  if (isRepeated && !changesNumber && !comesAfterAll) return undefined
  if (!isOpen) return wrongState(booking, step)
  if (nowEpochSeconds < startEpochSeconds - EARLIEST_VISIT_SECONDS) {
    return wrongState(booking, step, 'too_early')
  }
  const recorded: Visit = {
    ...visit,
    ...(!isRepeated && { [MEMBERS[step]]: nowEpochSeconds }),
    ...(number !== undefined && { number }),
  }
  if (step === 'check_out') return checkOut(booking, recorded, nowEpochSeconds)
  const { noShowAtEpochSeconds: _, ...expected } = booking
  return ok({
    booking: changed(expected, nowEpochSeconds, {
      status: comesAfterAll ? 'confirmed' : status,
      visit: recorded,
    }),
    claim: { kind: 'none' },
    events: ['booking.updated'],
  })
}

function checkOut(booking: Booking, visit: Visit, nowEpochSeconds: number): Decided {
  const hasCome =
    visit.arrivedAtEpochSeconds !== undefined || visit.startedAtEpochSeconds !== undefined
  if (nowEpochSeconds < booking.startEpochSeconds && !hasCome) {
    return wrongState(booking, 'check_out', 'not_started')
  }
  // Who came early may also leave early.
  const from = Math.max(nowEpochSeconds, booking.startEpochSeconds)
  const closed = closeBooking(booking, 'complete', from)
  if (!closed.ok) return closed
  const { booking: completed, ...decision } = closed.value
  return ok({
    ...decision,
    booking: {
      ...completed,
      visit,
      completedAtEpochSeconds: nowEpochSeconds,
      updatedAtEpochSeconds: nowEpochSeconds,
    },
  })
}
