import {
  type Booking,
  hasClaim,
  monthsOfStay,
  nightsByUnit,
  type QuantumRange,
} from '@holdfast/engine'
import { keyTail } from '../../kernel/keys.ts'
import type { Item, ItemKey, LedgerState } from '../../kernel/ports/store.ts'
import { sameMembers } from '../../kernel/same-value.ts'
import { quantaOf, readDay } from '../../ledger/read-day.ts'
import type { Calendar } from '../../stays/calendars/calendar.ts'
import {
  type CalendarEvent,
  calendarEventByTimeEntity,
} from '../../stays/calendars/calendar-event.ts'
import { claimedNights } from '../../stays/calendars/event-content.ts'
import type { ClassifiedItem } from './classified-item.ts'

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
  readonly calendarId: string
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
export const emptyCalendarFacts = (calendarId: string): CalendarFacts => ({
  calendarId,
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

/** The calendars that an item belongs to: a stay that has changed units has nights of several. */
export function calendarIdsOf(entry: ClassifiedItem): readonly string[] {
  if (entry.kind === 'booking' && entry.value?.stay) {
    return [...new Set(nightsByUnit(entry.value.stay).map(({ calendarId }) => calendarId))]
  }
  const calendarId = calendarIdOf(entry)
  return calendarId === undefined ? [] : [calendarId]
}

/** The calendar that an item belongs to, if any. */
function calendarIdOf(entry: ClassifiedItem): string | undefined {
  const { kind, item, partitionId } = entry
  switch (kind) {
    case 'calendar':
    case 'calendar_nights':
    case 'calendar_event':
    case 'recurring_event':
      return partitionId
    case 'calendar_removal':
      return keyTail(item.SK)
    case 'calendar_event_id':
      return typeof item.calendarId === 'string' ? item.calendarId : undefined
    default:
      return undefined
  }
}

/** The calendars with an invalid event or booking. Its nights are unknown, so none of their nights is repaired. */
export class UncertainCalendars {
  readonly #calendarIds = new Set<string>()
  #hasAll = false

  visit(entry: ClassifiedItem): void {
    if (entry.problems.length === 0) return
    // Which calendar an invalid booking of nights has is as uncertain as the rest of it.
    if (entry.kind === 'booking' && entry.item.stay !== undefined) this.#hasAll = true
    if (entry.kind !== 'calendar_event_id') return
    const calendarId = calendarIdOf(entry)
    if (calendarId === undefined) this.#hasAll = true
    else this.#calendarIds.add(calendarId)
  }

  has(calendarId: string): boolean {
    return this.#hasAll || this.#calendarIds.has(calendarId)
  }
}

/** The facts about a month of a calendar; new ones if it has none. */
export function monthOf({ calendarId, months }: CalendarFacts, month: string): MonthFacts {
  const existing = months.get(month)
  if (existing) return existing
  const facts = { calendarId, month, state: undefined, isMalformed: false, owners: [], claims: [] }
  months.set(month, facts)
  return facts
}

/** The memory of an event, in facts. */
const EVENT_FACTS = 3

/**
 * Adds an item of a calendar to its facts. Invalid items other than the calendar itself are ignored.
 * Returns the change in the number of facts, which may be negative.
 */
export function addCalendarItem(facts: CalendarFacts, entry: ClassifiedItem): number {
  switch (entry.kind) {
    case 'calendar':
      facts.calendar = entry.value
      facts.isInvalid = entry.value === undefined
      return 1
    case 'calendar_removal':
      facts.removals.push({ PK: entry.item.PK, SK: entry.item.SK })
      return 1
    case 'calendar_nights': {
      const month = monthOf(facts, entry.sortId)
      const read = readDay(entry.item)
      if ('state' in read) month.state = read.state
      else month.isMalformed = true
      return 1
    }
    case 'booking': {
      const all = entry.value ? nightClaims(entry.value) : []
      const claims = all.filter(({ calendarId }) => calendarId === facts.calendarId)
      facts.booked.push(...claims)
      return claims.length
    }
    case 'calendar_event_id': {
      const { item, value } = entry
      if (value === undefined) return 0
      const copy = { item, event: value }
      return addClaims(facts, value) + addCopy(facts, copy, (copies) => (copies.byId = copy))
    }
    case 'calendar_event':
    case 'recurring_event': {
      const { item, value } = entry
      if (value === undefined) return 0
      const copy = { item, event: value }
      return addCopy(facts, copy, (copies) => copies.byTime.push(copy))
    }
    default:
      return 0
  }
}

/** Adds the nights of an event to the facts about their months. Returns the number of new facts. */
export function addClaims(facts: CalendarFacts, event: CalendarEvent): number {
  const claims = nightOwners(event)
  for (const { month, owner } of claims) monthOf(facts, month).owners.push(owner)
  return claims.length
}

function addCopy(
  facts: CalendarFacts,
  copy: EventCopy,
  add: (copies: EventCopies) => unknown,
): number {
  const { id, accountId } = copy.event
  if (!facts.accounts.has(accountId)) {
    facts.accounts.set(accountId, { PK: copy.item.PK, SK: copy.item.SK })
  }
  if (facts.matched.has(id)) {
    facts.surplus.push(copy)
    return 1
  }
  const copies = facts.events.get(id) ?? { byId: undefined, byTime: [] }
  add(copies)
  facts.events.set(id, copies)
  const { byId, byTime } = copies
  const [only] = byTime
  if (byId === undefined || only === undefined || byTime.length > 1) return EVENT_FACTS
  if (!isCopyOf(only.item, byId.event)) return EVENT_FACTS
  facts.events.delete(id)
  facts.matched.add(id)
  return 1 - EVENT_FACTS
}

/** Whether an item is the copy by time of an event, in content and place. A `ttl` is ignored. */
export const isCopyOf = (byTime: Item, event: CalendarEvent): boolean =>
  sameMembers(
    { ...byTime, ttl: undefined },
    { ...calendarEventByTimeEntity.encode(event), ttl: undefined },
  )
