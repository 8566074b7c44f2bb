import {
  type Booking,
  hasClaim,
  monthsOfStay,
  nightsByUnit,
  type QuantumRange,
} from '@holdfast/engine'
import { keyOf } from '../../kernel/doctor/repair-writes.ts'
import type { VisitedItem } from '../../kernel/doctor/rule.ts'
import type { Item, ItemKey, LedgerState } from '../../kernel/ports/store.ts'
import { sameMembers } from '../../kernel/same-value.ts'
import { quantaOf } from '../../ledger/read-day.ts'
import type { Calendar } from '../calendars/calendar.ts'
import { type CalendarEvent, calendarEventByTimeEntity } from '../calendars/calendar-event.ts'
import { claimedNights } from '../calendars/event-content.ts'

/** A stay and its nights in one month. */
export interface NightOwner {
  readonly eventId: string
  readonly version: number
  /** From 0, the first of the month, ascending. */
  readonly quanta: readonly number[]
}

/** The nights of a booking in one month, as its mark there must have them. */
export interface NightClaim extends QuantumRange {
  readonly bookingId: string
  readonly version: number
  /** Set for a pending booking: from this second on (closed), its nights are free for others. */
  readonly expiresAtEpochSeconds?: number
}

/** The nights that a booking claims, by month. Empty for a booking of time, and for one without a claim. */
export function nightClaims(booking: Booking): readonly {
  readonly calendarId: string
  readonly month: string
  readonly claim: NightClaim
}[] {
  const { id: bookingId, version, status, stay, holdExpiresAtEpochSeconds = 0 } = booking
  if (stay === undefined || !hasClaim(booking)) return []
  const expiry = status === 'pending' && { expiresAtEpochSeconds: holdExpiresAtEpochSeconds }
  return nightsByUnit(stay).flatMap(({ calendarId, ...nights }) =>
    monthsOfStay(nights).map(({ month, firstQuantum, quantumCount }) => ({
      calendarId,
      month,
      claim: { bookingId, version, firstQuantum, quantumCount, ...expiry },
    })),
  )
}

/** The facts about the nights of a calendar in one month. */
export interface MonthFacts {
  readonly calendarId: string
  /** `YYYY-MM`. */
  readonly month: string
  state: LedgerState | undefined
  isMalformed: boolean
  readonly owners: NightOwner[]
  readonly claims: NightClaim[]
}

/** One of the two items of an event. */
export interface EventCopy {
  readonly item: Item
  readonly event: CalendarEvent
}

/** The items of one event: by its id, and by time. */
export interface EventCopies {
  byId: EventCopy | undefined
  readonly byTime: EventCopy[]
}

/** The facts about one calendar. */
export interface CalendarFacts {
  calendar: Calendar | undefined
  /** The calendar is invalid: nothing is compared with it. */
  isInvalid: boolean
  /** The entries in the queue of removals. */
  readonly removals: ItemKey[]
  /** Events whose two copies were not found to match yet. */
  readonly events: Map<string, EventCopies>
  /** The ids of events whose copies match. */
  readonly matched: Set<string>
  /** Further copies of events whose copies match. */
  readonly surplus: EventCopy[]
  readonly months: Map<string, MonthFacts>
  /** The nights of bookings. They outlive a calendar, so they say nothing about whether it exists. */
  readonly booked: { readonly month: string; readonly claim: NightClaim }[]
  /** An event of each account that has one here. */
  readonly accounts: Map<string, ItemKey>
}

/** Creates the facts about a calendar before any item was visited. */
export const emptyCalendarFacts = (): CalendarFacts => ({
  calendar: undefined,
  isInvalid: false,
  removals: [],
  events: new Map(),
  matched: new Set(),
  surplus: [],
  months: new Map(),
  booked: [],
  accounts: new Map(),
})

/** The nights that a stay claims, by month. Empty for any other event. */
export function nightOwners(
  event: CalendarEvent,
): readonly { readonly month: string; readonly owner: NightOwner }[] {
  const { id, version } = event
  const quantaByMonth = new Map<string, number[]>()
  for (const part of claimedNights(event).flatMap(monthsOfStay)) {
    const quanta = quantaByMonth.get(part.month) ?? []
    quantaByMonth.set(part.month, quanta)
    quanta.push(...quantaOf(part))
  }
  return [...quantaByMonth].map(([month, quanta]) => ({
    month,
    owner: { eventId: id, version, quanta },
  }))
}

/** The nights of a month that bookings own: each has a mark, and its booking has no calendar event. */
export const markedNights = ({ holds, bookings = [] }: LedgerState): ReadonlySet<number> =>
  new Set([...holds, ...bookings].flatMap(quantaOf))

/** Stands for every calendar in the set of uncertain ones. */
export const ALL_CALENDARS = '*'

/** The calendar whose nights an invalid item leaves uncertain, so that none of them is repaired; undefined: none. */
export function uncertainCalendar({ kind, item }: Pick<VisitedItem, 'kind' | 'item'>) {
  // Which calendar an invalid booking of nights has is as uncertain as the rest of it.
  if (kind === 'booking' && item.stay !== undefined) return ALL_CALENDARS
  if (kind !== 'calendar_event_id') return undefined
  return typeof item.calendarId === 'string' ? item.calendarId : ALL_CALENDARS
}

/** The facts about a month of a calendar; new ones if it has none. */
export function monthOf(
  { months }: Pick<CalendarFacts, 'months'>,
  calendarId: string,
  month: string,
): MonthFacts {
  const existing = months.get(month)
  if (existing) return existing
  const facts = { calendarId, month, state: undefined, isMalformed: false, owners: [], claims: [] }
  months.set(month, facts)
  return facts
}

/** Adds the nights of an event to the facts about their months. */
export function addClaims(facts: CalendarFacts, event: CalendarEvent): void {
  for (const { month, owner } of nightOwners(event)) {
    monthOf(facts, event.calendarId, month).owners.push(owner)
  }
}

/** Adds a copy of an event. Copies that match are forgotten, but for the id of their event. */
export function addCopy(facts: CalendarFacts, copy: EventCopy, isById: boolean): void {
  const { id, accountId } = copy.event
  if (!facts.accounts.has(accountId)) facts.accounts.set(accountId, keyOf(copy.item))
  if (facts.matched.has(id)) {
    facts.surplus.push(copy)
    return
  }
  const copies = facts.events.get(id) ?? { byId: undefined, byTime: [] }
  facts.events.set(id, copies)
  if (isById) copies.byId = copy
  else copies.byTime.push(copy)
  const { byId, byTime } = copies
  const [only] = byTime
  if (byId === undefined || only === undefined || byTime.length > 1) return
  if (!isCopyOf(only.item, byId.event)) return
  facts.events.delete(id)
  facts.matched.add(id)
}

/** Whether an item is the copy by time of an event, in content and place. A `ttl` is ignored. */
export const isCopyOf = (byTime: Item, event: CalendarEvent): boolean =>
  sameMembers(
    { ...byTime, ttl: undefined },
    { ...calendarEventByTimeEntity.encode(event), ttl: undefined },
  )
