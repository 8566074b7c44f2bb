import { formatDate } from '@holdfast/engine'
import type { Refusal } from '../../kernel/refusals.ts'

/** Why a part of a calendar file was skipped. */
export type SkipReason =
  /** The event is cancelled and not in the calendar. */
  | 'cancelled'
  /** The file has the same event again, with a higher SEQUENCE or further down. */
  | 'superseded'
  /** The time zone is neither known nor defined in the file. */
  | 'unknown_time_zone'
  /** The event has no duration, but every event needs one. */
  | 'no_length'
  /** Stays do not recur, and an event has at most one rule and no RDATE with its own duration. */
  | 'recurrence_not_supported'
  /** A night of the stay is taken. */
  | 'night_taken'
  /** It changes an occurrence that the event does not have. */
  | 'no_such_occurrence'
  /** It changes an occurrence and all later ones. */
  | 'this_and_future'
  /** It has no readable time. */
  | 'unreadable'
  /** It breaks a rule that applies to every event. */
  | 'invalid'

/** An event or an occurrence that was skipped. */
export interface Skipped {
  /** Null if the file gives none. */
  readonly uid: string | null
  /** Its first line in the file, counted from 1. */
  readonly line: number
  readonly reason: SkipReason
  /** The reason as a sentence. */
  readonly detail: string
  /** With `night_taken`: the taken nights, as days since 1970-01-01. */
  readonly days?: readonly number[]
}

/** A part that was imported with a difference from the file. */
export interface ImportWarning {
  readonly uid: string | null
  readonly line: number
  readonly detail: string
}

/** The result of an import. Each event of the file is counted once, or skipped. */
export interface ImportReport {
  readonly imported: number
  readonly updated: number
  readonly unchanged: number
  /** Events that are cancelled in the file and were deleted from the calendar. */
  readonly removed: number
  readonly skipped: readonly Skipped[]
  readonly warnings: readonly ImportWarning[]
}

/** A place in a file: an event and its first line. */
export interface FilePlace {
  readonly uid?: string
  readonly line: number
}

/** Reports a skipped part. */
export const skip = (place: FilePlace, reason: SkipReason, detail: string): Skipped => ({
  uid: place.uid ?? null,
  line: place.line,
  reason,
  detail,
})

/** Reports a part that a use case refuses. */
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

/** The result for one event of a file, with the parts that were left out. */
export interface Outcome {
  readonly result: 'imported' | 'updated' | 'unchanged' | 'removed' | undefined
  readonly skipped: readonly Skipped[]
  readonly warnings: readonly ImportWarning[]
}

/** The outcome of an event without anything to say. */
export const withoutWarnings = (result: Outcome['result']): Outcome => ({
  result,
  skipped: [],
  warnings: [],
})

/** The outcome of an event that was skipped. */
export const skippedEvent = (skipped: Skipped): Outcome => ({
  ...withoutWarnings(undefined),
  skipped: [skipped],
})
