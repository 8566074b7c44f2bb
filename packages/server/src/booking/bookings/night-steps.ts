import {
  type BookedNights,
  type Booking,
  type NightsOfUnit,
  nightsByUnit,
  sameNights,
} from '@holdfast/engine'
import { FINAL, HELD, type NightStep, NONE, rightUntil } from '../../ledger/steps.ts'
import type { Decision } from '../decision.ts'

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
  const base = (of: NightsOfUnit) => ({ calendarId: of.calendarId, nights: of, mark, index })
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
      return nightsByUnit(stay).map((part): NightStep => {
        const from = claim.held ? HELD : FINAL
        return { ...base(part), from, to: NONE, ifGone: 'nothing' }
      })
    case 'move':
    case 'reassign': {
      const had = nightsByUnit(before?.stay ?? stay)
      const has = nightsByUnit(stay)
      const to = rightUntil(claim.holdUntilEpochSeconds)
      const wasFinal = claim.kind === 'move' && claim.wasFinal === true
      const from = to.kind === 'held' && !wasFinal ? HELD : FINAL
      const isKept = (part: NightsOfUnit, others: readonly NightsOfUnit[]) =>
        from.kind === to.kind && others.some((other) => isSamePart(part, other))
      if (to.kind === 'held' && has.every((part) => isKept(part, had))) {
        // Only its times changed. A hold must still stand.
        return has.map((part): NightStep => ({ ...base(part), from: to, to, ifGone: 'lost' }))
      }
      return [
        ...had
          .filter((part) => !isKept(part, has))
          .map((part): NightStep => ({ ...base(part), from, to: NONE, ifGone: 'lost' })),
        ...has
          .filter((part) => !isKept(part, had))
          .map((part): NightStep => ({ ...base(part), from: NONE, to, ifGone: 'lost' })),
      ]
    }
  }
}

const isSamePart = (a: NightsOfUnit, b: NightsOfUnit): boolean =>
  a.calendarId === b.calendarId && sameNights(a, b)
