import { monthsOfStay, type StayDays } from '@holdfast/engine'
import { keyTail } from '../../kernel/keys.ts'
import type { Item, LedgerState } from '../../kernel/ports/store.ts'
import { sameMembers } from '../../kernel/same-value.ts'
import {
  type CalendarEvent,
  calendarEventFromItem,
  calendarEventItems,
} from '../../stays/calendars/calendar-event.ts'
import { readDay } from './check-ledger.ts'
import type { ItemKind, KindedItem } from './item-kind.ts'

/** The kinds of items that keep an event by its time: once, or recurring. */
export const BY_TIME: ReadonlySet<ItemKind> = new Set(['calendar_event', 'recurring_event'])

/** A stay and its nights in one month. */
export interface NightOwner {
  readonly eventId: string
  readonly version: number
  /** From 0, the first of the month, ascending. */
  readonly quanta: readonly number[]
}

/** What is known of the nights of a calendar in one month. */
export interface MonthFacts {
  readonly calendarId: string
  /** `YYYY-MM`. */
  readonly month: string
  state: LedgerState | undefined
  /** Its item cannot be read. */
  isUnreadable: boolean
  readonly owners: NightOwner[]
}

/** The items of one event. */
export interface EventCopies {
  byId: Item | undefined
  readonly byTime: Item[]
}

/** What is known of one calendar. */
export interface CalendarFacts {
  readonly calendarId: string
  calendar: Item | undefined
  /** The calendar contradicts itself: nothing is compared with it. */
  isUnsound: boolean
  /** What says that it is to be removed. */
  readonly removals: Item[]
  /** Events whose copies were not yet found to be the same. */
  readonly events: Map<string, EventCopies>
  /** Events whose copies were, by id. */
  readonly sound: Set<string>
  /** Further items of events whose two copies were the same. */
  readonly strays: Item[]
  readonly months: Map<string, MonthFacts>
  /** An event of each account that has one here. */
  readonly accounts: Map<string, Item>
}

/** What is known of a calendar of which nothing was seen. */
export const noCalendarFacts = (calendarId: string): CalendarFacts => ({
  calendarId,
  calendar: undefined,
  isUnsound: false,
  removals: [],
  events: new Map(),
  sound: new Set(),
  strays: [],
  months: new Map(),
  accounts: new Map(),
})

/** The nights that a stay claims, by month; none for any other event. */
export function nightOwners(
  event: CalendarEvent,
): readonly { readonly month: string; readonly owner: NightOwner }[] {
  const { id, version, isStay, days } = event
  if (!isStay || days === undefined) return []
  const stay: StayDays = { arrivalDay: days.startDay, departureDay: days.endDay }
  return monthsOfStay(stay).map(({ month, firstQuantum, quantumCount }) => ({
    month,
    owner: {
      eventId: id,
      version,
      quanta: Array.from({ length: quantumCount }, (_, index) => firstQuantum + index),
    },
  }))
}

/** The calendar that an item is of, if it is of one. */
export function calendarIdOf({ kind, item, partitionId }: KindedItem): string | undefined {
  if (kind === 'calendar' || kind === 'calendar_nights' || BY_TIME.has(kind)) return partitionId
  if (kind === 'calendar_removal') return keyTail(item.SK)
  return kind === 'calendar_event_id' && typeof item.calendarId === 'string'
    ? item.calendarId
    : undefined
}

/**
 * Says of which calendars an event contradicts itself, so that what it claims is not known: no night
 * of theirs is mended.
 */
export class CalendarDistrust {
  readonly #calendarIds = new Set<string>()
  #everybody = false

  note(entry: KindedItem): void {
    if (entry.kind !== 'calendar_event_id' || entry.problems.length === 0) return
    const calendarId = calendarIdOf(entry)
    if (calendarId === undefined) this.#everybody = true
    else this.#calendarIds.add(calendarId)
  }

  has(calendarId: string): boolean {
    return this.#everybody || this.#calendarIds.has(calendarId)
  }
}

function monthOf({ calendarId, months }: CalendarFacts, month: string): MonthFacts {
  const known = months.get(month)
  if (known) return known
  const made = { calendarId, month, state: undefined, isUnreadable: false, owners: [] }
  months.set(month, made)
  return made
}

/** An event weighs about as much as so many other facts. */
const EVENT_FACTS = 3

/** Takes note of an item of a calendar, sound unless it is the calendar itself; answers how many more facts there are, perhaps fewer. */
export function noteCalendarItem(
  facts: CalendarFacts,
  { kind, item, sortId, problems }: KindedItem,
): number {
  switch (kind) {
    case 'calendar':
      facts.calendar = item
      facts.isUnsound = problems.length > 0
      return 1
    case 'calendar_removal':
      facts.removals.push(item)
      return 1
    case 'calendar_nights': {
      const month = monthOf(facts, sortId)
      const read = readDay(item)
      if ('state' in read) month.state = read.state
      else month.isUnreadable = true
      return 1
    }
    case 'calendar_event_id':
      return noteClaims(facts, item) + noteCopy(facts, item, (copies) => (copies.byId = item))
    default:
      return noteCopy(facts, item, (copies) => copies.byTime.push(item))
  }
}

/** Adds the nights that an event claims to what is known of its months. */
export function noteClaims(facts: CalendarFacts, item: Item): number {
  const claims = nightOwners(calendarEventFromItem(item))
  for (const { month, owner } of claims) monthOf(facts, month).owners.push(owner)
  return claims.length
}

function noteCopy(facts: CalendarFacts, item: Item, add: (copies: EventCopies) => unknown): number {
  const { id, accountId } = calendarEventFromItem(item)
  if (!facts.accounts.has(accountId)) facts.accounts.set(accountId, item)
  if (facts.sound.has(id)) return facts.strays.push(item) && 1
  const copies = facts.events.get(id) ?? { byId: undefined, byTime: [] }
  add(copies)
  facts.events.set(id, copies)
  const { byId, byTime } = copies
  const [only] = byTime
  if (byId === undefined || only === undefined || byTime.length > 1) return EVENT_FACTS
  if (!isCopyOf(only, byId)) return EVENT_FACTS
  facts.events.delete(id)
  facts.sound.add(id)
  return 1 - EVENT_FACTS
}

/**
 * Says whether an item is the one by time that an event's item by id gives, content and place. A
 * `ttl` that one of them has is another matter.
 */
export const isCopyOf = (byTime: Item, byId: Item): boolean =>
  sameMembers(
    { ...byTime, ttl: undefined },
    { ...calendarEventItems(calendarEventFromItem(byId)).byTime, ttl: undefined },
  )
