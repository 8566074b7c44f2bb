import type { Result } from '@holdfast/engine'

/**
 * A time zone of a calendar file. `rules`: a zone that only the file defines (`VTIMEZONE`);
 * `offsetsSeconds[0]` applies before the first transition, `offsetsSeconds[i]` from transition `i - 1`
 * on. `unknown`: a zone that is neither known nor defined; its times cannot be resolved.
 */
export type CalendarZone =
  | { readonly kind: 'iana'; readonly name: string }
  | {
      readonly kind: 'rules'
      readonly tzid: string
      /** Epoch seconds, ascending. */
      readonly transitions: readonly number[]
      /** Seconds east of UTC; one more than there are transitions. */
      readonly offsetsSeconds: readonly number[]
    }
  | { readonly kind: 'unknown'; readonly tzid: string }

/**
 * A time in a calendar file (RFC 5545, sections 3.3.4 and 3.3.5). A date is in days since 1970-01-01.
 * Wall seconds are the wall time read as if it were UTC, in epoch seconds. A floating time is the same
 * wall time in every zone.
 */
export type CalendarTime =
  | { readonly kind: 'date'; readonly day: number }
  | { readonly kind: 'floating'; readonly wallSeconds: number }
  | { readonly kind: 'zoned'; readonly wallSeconds: number; readonly zone: CalendarZone }
  | { readonly kind: 'utc'; readonly epochSeconds: number }

/** A duration: whole days of the wall clock (`P1D` is 23 hours over a DST gap), then exact seconds. */
export interface CalendarDuration {
  readonly days: number
  readonly seconds: number
}

/** The extent of an event: an end (exclusive) or a duration. */
export type CalendarExtent =
  | { readonly end: CalendarTime }
  | { readonly duration: CalendarDuration }

/** An additional occurrence: a time, with an extent of its own if it is a period. */
export interface CalendarExtraTime {
  readonly start: CalendarTime
  readonly extent?: CalendarExtent
}

/** One `VEVENT`. */
export interface CalendarFileEvent {
  /** Absent in some files; such an event cannot be referred to. */
  readonly uid?: string
  /** Its first line in the file, counted from 1. */
  readonly line: number
  readonly sequence: number
  /** Set if this replaces one occurrence of the event with that uid, or that one and all later ones. */
  readonly recurrence?: { readonly id: CalendarTime; readonly thisAndFuture: boolean }
  readonly start: CalendarTime
  /** Absent: a date lasts one day, a time has no duration (RFC 5545, section 3.6.1). */
  readonly extent?: CalendarExtent
  /** Values of `RRULE`, in upper case, not validated. */
  readonly rules: readonly string[]
  readonly extraTimes: readonly CalendarExtraTime[]
  readonly excludedTimes: readonly CalendarTime[]
  readonly isCancelled: boolean
  /** Blocks no time (`TRANSP:TRANSPARENT`). */
  readonly isTransparent: boolean
  readonly summary?: string
  readonly description?: string
  readonly location?: string
  readonly url?: string
  /** The `X-` properties by upper-case name; the last value of each. */
  readonly extensions: Readonly<Record<string, string>>
}

/** A busy period of a `VFREEBUSY`. */
export interface CalendarBusyPeriod {
  readonly line: number
  readonly start: CalendarTime
  readonly extent: CalendarExtent
}

/** A defect of a calendar file; everything else was read. */
export interface CalendarFileProblem {
  readonly code: /** No content line: left out. */
    | 'unreadable_line'
    /** A BEGIN or END is missing, or a component is in the wrong place. */
    | 'unbalanced'
    /** An event without a readable time; it is skipped. */
    | 'unreadable_event'
    /** A value that cannot be parsed; it is skipped. */
    | 'unreadable_value'
    /** A time zone that is neither known nor defined by the file. */
    | 'unknown_time_zone'
    /** A time zone that only the file defines; recurring events got a known one with the same times. */
    | 'replaced_time_zone'
  readonly line: number
  readonly uid?: string
  /** A description without personal data. */
  readonly detail: string
}

/** One `VCALENDAR`. */
export interface CalendarFileCalendar {
  /** The program that wrote the file (`PRODID`). */
  readonly product?: string
  readonly name?: string
  readonly method?: string
  /** The calendar's own zone (`X-WR-TIMEZONE`): an IANA name. */
  readonly timeZone?: string
  readonly events: readonly CalendarFileEvent[]
  readonly busyPeriods: readonly CalendarBusyPeriod[]
}

/** A calendar file: usually one calendar. */
export interface CalendarFile {
  readonly calendars: readonly CalendarFileCalendar[]
  /** The first problems, up to the limit. */
  readonly problems: readonly CalendarFileProblem[]
  /** The number of all problems. */
  readonly problemCount: number
}

/** Why a calendar file cannot be read at all. */
export type CalendarFileRefusal =
  | { readonly code: 'not_a_calendar'; readonly detail: string }
  | { readonly code: 'calendar_too_large'; readonly detail: string }

/** Limits for reading a calendar file. */
export interface CalendarFileLimits {
  readonly bytes: number
  readonly events: number
  /** Dates that one event adds or excludes. */
  readonly datesPerEvent: number
  /** Problems that are reported. */
  readonly problems: number
  /** The attempt is aborted after this time. */
  readonly milliseconds: number
}

/** Parses untrusted calendar files (RFC 5545), outside the server's event loop. */
export interface CalendarParser {
  /** A part that cannot be parsed is reported as a problem; the rest is still read. */
  parse(
    file: Uint8Array,
    limits: CalendarFileLimits,
  ): Promise<Result<CalendarFile, CalendarFileRefusal>>
}
