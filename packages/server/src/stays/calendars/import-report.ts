import { formatDate } from '@holdfast/engine'
import type { Refusal } from '../../kernel/refusals.ts'

/** Why something in a calendar file was not taken. */
export type SkipReason =
  /** It was cancelled, and is not in the calendar. */
  | 'cancelled'
  /** The file has the same event once more, with a higher SEQUENCE or further down. */
  | 'superseded'
  /** Its time zone is neither known nor defined in the file. */
  | 'unknown_time_zone'
  /** It takes no time: no event here is without length. */
  | 'no_length'
  /** A stay is from a date to a date. */
  | 'not_dates'
  /** A stay does not recur, and an event has one rule, of its own occurrences' length. */
  | 'recurrence_not_supported'
  /** A night of the stay is taken. */
  | 'night_taken'
  /** It stands for an occurrence that the event does not have. */
  | 'no_such_occurrence'
  /** It stands for an occurrence and all later ones. */
  | 'this_and_future'
  /** No time can be read in it. */
  | 'unreadable'
  /** It breaks a rule of all events. */
  | 'invalid'

/** An event, or one occurrence, that was not taken. */
export interface Skipped {
  /** Null where the file gives none. */
  readonly uid: string | null
  /** The line of the file that it begins on, from 1. */
  readonly line: number
  readonly reason: SkipReason
  /** In words. */
  readonly detail: string
  /** With `night_taken`: the nights, as days. */
  readonly days?: readonly number[]
}

/** Something that was taken otherwise than the file has it. */
export interface ImportWarning {
  readonly uid: string | null
  readonly line: number
  readonly detail: string
}

/** What became of the events of a calendar file: each is counted once, or skipped. */
export interface ImportReport {
  readonly imported: number
  readonly updated: number
  readonly unchanged: number
  /** Cancelled in the file, and in the calendar before. */
  readonly removed: number
  readonly skipped: readonly Skipped[]
  readonly warnings: readonly ImportWarning[]
}

/** Where in a file something is. */
export interface FilePlace {
  readonly uid?: string
  readonly line: number
}

/** Something that is not taken, and why. */
export const skip = (place: FilePlace, reason: SkipReason, detail: string): Skipped => ({
  uid: place.uid ?? null,
  line: place.line,
  reason,
  detail,
})

/** What is not taken because a use case refuses it. */
export function skipRefused(place: FilePlace, refusal: Refusal): Skipped {
  if (refusal.code === 'night_taken') {
    const nights = refusal.days.map(formatDate).join(', ')
    return { ...skip(place, 'night_taken', `Taken: ${nights}.`), days: refusal.days }
  }
  const detail =
    refusal.code === 'validation_failed'
      ? refusal.errors.map(({ pointer, message }) => `${pointer} ${message}`).join('; ')
      : refusal.code
  return skip(place, 'invalid', detail)
}
