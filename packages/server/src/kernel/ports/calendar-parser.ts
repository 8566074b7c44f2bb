import type { Result } from '@holdfast/engine'

/**
 * A time zone of a calendar file. `rules` is one that only the file itself defines (`VTIMEZONE`):
 * `offsetsSeconds[0]` holds before the first transition, `offsetsSeconds[i]` from transition `i - 1`
 * on. An `unknown` one is neither known nor defined: its times cannot be placed.
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
 * A time as a calendar file writes it (RFC 5545, sections 3.3.4 and 3.3.5). A date is in days since
 * 1970-01-01; wall seconds are what the epoch seconds would be if the wall clock showed UTC. A
 * floating time is the same wall time wherever it is read.
 */
export type CalendarTime =
  | { readonly kind: 'date'; readonly day: number }
  | { readonly kind: 'floating'; readonly wallSeconds: number }
  | { readonly kind: 'zoned'; readonly wallSeconds: number; readonly zone: CalendarZone }
  | { readonly kind: 'utc'; readonly epochSeconds: number }

/** A length: whole days of the wall clock (`P1D` is 23 hours over a gap), then exact seconds. */
export interface CalendarDuration {
  readonly days: number
  readonly seconds: number
}

/** How far a time reaches: to another (exclusive), or so long. */
export type CalendarExtent =
  | { readonly end: CalendarTime }
  | { readonly duration: CalendarDuration }

/** One more occurrence: a time, with its own extent where it is a period. */
export interface CalendarExtraTime {
  readonly start: CalendarTime
  readonly extent?: CalendarExtent
}

/** One `VEVENT`. */
export interface CalendarFileEvent {
  /** Missing in some files: such an event stands alone. */
  readonly uid?: string
  /** The line that it begins on, from 1. */
  readonly line: number
  readonly sequence: number
  /** Set where this stands for one occurrence of the event with that uid, or for it and all later ones. */
  readonly recurrence?: { readonly id: CalendarTime; readonly thisAndFuture: boolean }
  readonly start: CalendarTime
  /** Missing: a date is one day, a time has no length (RFC 5545, section 3.6.1). */
  readonly extent?: CalendarExtent
  /** Values of `RRULE`, in upper case, not checked. */
  readonly rules: readonly string[]
  readonly extraTimes: readonly CalendarExtraTime[]
  readonly excludedTimes: readonly CalendarTime[]
  readonly isCancelled: boolean
  /** Takes no time (`TRANSP:TRANSPARENT`). */
  readonly isTransparent: boolean
  readonly summary?: string
  readonly description?: string
  readonly location?: string
  readonly url?: string
  /** Properties whose names begin with `X-`, by upper-case name; the last of each. */
  readonly extensions: Readonly<Record<string, string>>
}

/** A stretch that a `VFREEBUSY` calls busy. */
export interface CalendarBusyPeriod {
  readonly line: number
  readonly start: CalendarTime
  readonly extent: CalendarExtent
}

/** What is wrong with a part of a calendar file; the rest was read. */
export interface CalendarFileProblem {
  readonly code: /** No content line: left out. */
    | 'unreadable_line'
    /** An event without a time that can be read: left out. */
    | 'unreadable_event'
    /** A value that cannot be read: left out. */
    | 'unreadable_value'
    /** A time zone that is neither known nor defined in the file. */
    | 'unknown_time_zone'
  readonly line: number
  readonly uid?: string
  /** In words, without what the event is about. */
  readonly detail: string
}

/** One `VCALENDAR`. */
export interface CalendarFileCalendar {
  readonly name?: string
  readonly method?: string
  /** The zone that the calendar says is its own (`X-WR-TIMEZONE`): an IANA name. */
  readonly timeZone?: string
  readonly events: readonly CalendarFileEvent[]
  readonly busyPeriods: readonly CalendarBusyPeriod[]
}

/** A calendar file: usually one calendar. */
export interface CalendarFile {
  readonly calendars: readonly CalendarFileCalendar[]
  /** The first of them, as many as the limits allow. */
  readonly problems: readonly CalendarFileProblem[]
  /** How many there are in all. */
  readonly problemCount: number
}

/** Why a calendar file is not read at all. */
export type CalendarFileRefusal =
  | { readonly code: 'not_a_calendar'; readonly detail: string }
  | { readonly code: 'calendar_too_large'; readonly detail: string }

/** Bounds of what is read of a calendar file. */
export interface CalendarFileLimits {
  readonly bytes: number
  readonly events: number
  /** Dates that one event adds or leaves out. */
  readonly datesPerEvent: number
  /** Problems that are told. */
  readonly problems: number
  /** After so long the attempt is ended, whatever it does. */
  readonly milliseconds: number
}

/** Reads calendar files (RFC 5545) that strangers wrote, away from the event loop of the server. */
export interface CalendarParser {
  /** A part that cannot be read is a problem, and never costs the rest. */
  parse(
    file: Uint8Array,
    limits: CalendarFileLimits,
  ): Promise<Result<CalendarFile, CalendarFileRefusal>>
}
