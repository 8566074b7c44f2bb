import { type BookedNights, type Booking, type OwnerClaim, sameNights } from '@holdfast/engine'
import type { NightStep } from '../../ledger/steps.ts'
import type { Decision } from '../decision.ts'

const NONE = { kind: 'none' } as const
const FINAL = { kind: 'final' } as const
const HELD = { kind: 'held' } as const

const rightUntil = (untilEpochSeconds: number | undefined): OwnerClaim =>
  untilEpochSeconds === undefined ? FINAL : { kind: 'held', untilEpochSeconds }

/**
 * What a change of a booking does to the nights of its unit. Each month that it has nights in has its mark, `hold:` or, for
 * good, `bkg:`, so a month says whose its nights are.
 */
export function nightsOfBooking(
  before: Booking | undefined,
  { booking, claim }: Decision,
  stay: BookedNights,
  index: number,
): readonly NightStep[] {
  const mark = { ownerId: booking.id, was: 'booking', is: 'booking' } as const
  const base = (of: BookedNights) => ({ calendarId: of.calendarId, nights: of, mark, index })
  switch (claim.kind) {
    case 'none':
      return []
    case 'claim': {
      const to = rightUntil(claim.holdUntilEpochSeconds)
      if (claim.takesOver !== true) return [{ ...base(stay), from: NONE, to, ifGone: 'lost' }]
      const unmarked = { ownerId: booking.id, is: 'booking' } as const
      return [{ ...base(stay), mark: unmarked, from: FINAL, to, ifGone: 'lost' }]
    }
    case 'confirm':
      return [{ ...base(stay), from: HELD, to: FINAL, ifGone: 'lost' }]
    case 'release':
      return [{ ...base(stay), from: claim.held ? HELD : FINAL, to: NONE, ifGone: 'nothing' }]
    case 'move':
    case 'reassign': {
      const had = before?.stay ?? stay
      const to = rightUntil(claim.holdUntilEpochSeconds)
      const wasFinal = claim.kind === 'move' && claim.wasFinal === true
      const from = to.kind === 'held' && !wasFinal ? HELD : FINAL
      const isSame = sameNights(had, stay) && had.calendarId === stay.calendarId
      if (isSame && from.kind === to.kind) {
        // Only its times changed. A hold must still stand.
        return to.kind === 'held' ? [{ ...base(stay), from: to, to, ifGone: 'lost' }] : []
      }
      return [
        { ...base(had), from, to: NONE, ifGone: 'lost' },
        { ...base(stay), from: NONE, to, ifGone: 'lost' },
      ]
    }
  }
}
