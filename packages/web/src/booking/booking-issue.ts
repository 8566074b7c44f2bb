import type { Slot } from '@holdfast/contracts'
import { ApiError } from '../shared/api/api.ts'

/** An issue that interrupts the current step. */
export type BookingIssue =
  /**
   * Someone else took the time; with `isWithdrawn` the provider's rules no longer offer it. `itemIndex` is the position of the
   * room that was refused.
   */
  | {
      readonly kind: 'unavailable'
      readonly slot: Slot
      readonly isWithdrawn: boolean
      readonly itemIndex?: number | undefined
    }
  /** The time has another price than it was listed with. */
  | { readonly kind: 'repriced'; readonly slot: Slot }
  | { readonly kind: 'expired'; readonly slot: Slot }
  | { readonly kind: 'failed'; readonly slot: Slot; readonly error: unknown }

/** The refusals of a time that the provider no longer offers. */
const WITHDRAWN: ReadonlySet<string | undefined> = new Set([
  'slot_not_bookable',
  'session_cancelled',
  'stay_not_bookable',
])
/** The refusals of a time that others have booked. */
const TAKEN: ReadonlySet<string | undefined> = new Set([
  'slot_taken',
  'session_full',
  'night_taken',
])

/** The code of a refusal. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.code : undefined

/** The issue that the error of a call is for the booker. */
export function issueOf(error: unknown, slot: Slot): BookingIssue {
  const code = codeOf(error)
  // Others have filled the day. A booker who may not book more gets other words.
  const isFull =
    error instanceof ApiError && code === 'limit_reached' && error.problem?.limit !== 'perBooker'
  const isWithdrawn = WITHDRAWN.has(code)
  if (isWithdrawn || TAKEN.has(code) || isFull) {
    const itemIndex = error instanceof ApiError ? error.problem?.item?.index : undefined
    return { kind: 'unavailable', slot, isWithdrawn, itemIndex }
  }
  if (code === 'price_changed') return { kind: 'repriced', slot }
  return code === 'hold_expired' ? { kind: 'expired', slot } : { kind: 'failed', slot, error }
}
