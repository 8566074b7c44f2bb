import type { Result, StayDays, StayRules } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { JsonValue } from '../../kernel/event-data.ts'
import type { Listed, Page } from '../../kernel/paging.ts'
import type { Write } from '../../kernel/ports/store.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import type { Entity } from '../../ledger/owner.ts'

/** A unit that gets a calendar. */
export interface UnitOfCalendar {
  readonly id: string
  readonly name: string
  readonly timeZone: string
}

/** A calendar that a unit gets, and the write that gives it. A conflict means that the calendar changed: decide again. */
export interface GivenCalendar {
  readonly calendarId: string
  readonly write: Write
}

/** A stay of a calendar, whose place a booking can take. */
export interface CalendarStay extends StayDays {
  readonly id: string
  /** Empty if it was erased. */
  readonly title: string
  readonly description?: string | undefined
  /** The account's own data. */
  readonly extendedProps?: { readonly [name: string]: JsonValue } | undefined
  /** Who booked it on the public page. */
  readonly guest?:
    | { readonly name: string; readonly email: string; readonly locale?: string }
    | undefined
  readonly createdAtEpochSeconds: number
  /** Its stored item, as it was read. */
  readonly item: Entity
  /** The writes that remove it without a trace; its nights stay taken. A conflict means that it changed. */
  remove(): readonly Write[]
}

/** A stay of a calendar, and whether the file of a channel decides about it. */
export interface ListedStay {
  readonly stay: CalendarStay
  readonly isOfChannel: boolean
}

/**
 * The calendars whose nights are those of units, as booking needs them; `stays` provides this port. Each calendar knows its
 * unit, so it has at most one.
 */
export interface UnitCalendars {
  /** Gives a unit the calendar with an id, or a new one. Refuses a calendar without exclusive nights, and one that has a unit. */
  give(
    deps: Dependencies,
    caller: Pick<Caller, 'accountId' | 'actor'>,
    unit: UnitOfCalendar,
    calendarId: string | undefined,
  ): Promise<Result<GivenCalendar, Refusal>>
  /** The nights that each of some calendars closes, in their order. Undefined: there is no such calendar. */
  closedNights(
    deps: Pick<Dependencies, 'store'>,
    calendarIds: readonly string[],
  ): Promise<readonly (StayRules['closedNights'] | undefined)[]>
  /** The unit of a calendar. Undefined if it has none. */
  unitOf(deps: Pick<Dependencies, 'store'>, calendarId: string): Promise<string | undefined>
  /** The stays of a calendar that are not over, by arrival. */
  listStays(
    deps: Dependencies,
    calendarId: string,
    page: Page,
  ): Promise<Result<Listed<ListedStay>, Refusal>>
  /** A stay as it is now. Undefined: the calendar has none with that id. */
  readStay(
    deps: Pick<Dependencies, 'store'>,
    calendarId: string,
    stayId: string,
  ): Promise<CalendarStay | undefined>
  /** The write that takes the calendar of a unit back. Undefined if the unit does not have it. */
  takeBack(
    deps: Dependencies,
    caller: Pick<Caller, 'actor'>,
    unitId: string,
    calendarId: string,
  ): Promise<Write | undefined>
}
