import { nightsWithout, type StayDays } from '@holdfast/engine'
import type { NightStep } from '../../ledger/steps.ts'

/** The nights that a stay has before and after a change. */
export interface NightChange {
  readonly stayId: string
  readonly before: readonly StayDays[]
  readonly after: readonly StayDays[]
}

/** The nights of some runs that are in none of the others. */
export const nightsOutside = (
  runs: readonly StayDays[],
  others: readonly StayDays[],
): readonly StayDays[] =>
  others.reduce((left, other) => left.flatMap((run) => nightsWithout(run, other)), runs)

const NONE = { kind: 'none' } as const
const FINAL = { kind: 'final' } as const

/**
 * What stays of one calendar claim and give back if they change together. Only the difference: a night that one stay leaves
 * to another is never free. Stays leave no marks in the months of their calendar.
 */
export function nightSteps(
  calendarId: string,
  changes: readonly NightChange[],
): readonly NightStep[] {
  const before = changes.flatMap((change) => change.before)
  const after = changes.flatMap((change) => change.after)
  const released = changes.flatMap((change, index) =>
    nightsOutside(change.before, after).map((nights): NightStep => {
      const mark = { ownerId: change.stayId }
      return { calendarId, nights, from: FINAL, to: NONE, ifGone: 'nothing', mark, index }
    }),
  )
  const claimed = changes.flatMap((change, index) =>
    nightsOutside(change.after, before).map((nights): NightStep => {
      const mark = { ownerId: change.stayId }
      return { calendarId, nights, from: NONE, to: FINAL, ifGone: 'lost', mark, index }
    }),
  )
  return [...released, ...claimed]
}
