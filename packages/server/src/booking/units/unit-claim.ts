import type { Assignment, BookedNights, StayDays } from '@holdfast/engine'
import type { EventTypeNights } from '../event-types/event-type.ts'
import type { Unit } from '../providers/provider.ts'
import { type ClosedNights, nameOfUnit } from './load-stay-type.ts'

/** A stay that takes one of some units. */
export interface UnitClaim {
  /** The units that it can take, at least one. */
  readonly units: readonly Unit[]
  /** The nights that each does not offer. Empty if the account books closed nights. */
  readonly closedNights: readonly ClosedNights[]
  readonly nights: StayDays
  readonly rules: Pick<EventTypeNights, 'pool' | 'minNights'>
  /** Whether it keeps its unit from now on. */
  readonly isPinned?: boolean | undefined
  readonly timeZone: string
  /** Whether the account books closed nights. */
  readonly isOverride?: boolean | undefined
  /** The stay that moves: its unit comes first, and its own nights count as free. */
  readonly before?: (StayDays & { readonly calendarId: string }) | undefined
}

/** A unit as what a booking takes. */
export const unitAssignment = (
  { rules: { pool } }: Pick<UnitClaim, 'rules'>,
  { id, name }: Unit,
): Assignment => ({ requirement: nameOfUnit(pool), providerId: id, providerName: name })

/** Nights as a booking takes them of a unit. */
export const nightsIn = (
  { rules: { pool }, isPinned }: Pick<UnitClaim, 'rules' | 'isPinned'>,
  { unit: { calendarId } }: Unit,
  nights: Omit<BookedNights, 'calendarId' | 'placing'>,
): BookedNights => ({
  ...nights,
  calendarId,
  ...(pool && { placing: isPinned ? 'pinned' : 'any' }),
})
