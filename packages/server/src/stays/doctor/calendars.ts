import type { Booking } from '@holdfast/engine'
import { identityFinding } from '../../identity/findings.ts'
import { beyondRepair, type Finding } from '../../kernel/doctor/finding.ts'
import { joinRule } from '../../kernel/doctor/join-rule.ts'
import { keyOf } from '../../kernel/doctor/repair-writes.ts'
import type { VisitedItem } from '../../kernel/doctor/rule.ts'
import { EMPTY_LEDGER } from '../../kernel/items/ledger-item.ts'
import { keyTail } from '../../kernel/keys.ts'
import { ledgerFinding } from '../../ledger/findings.ts'
import { nightsKey } from '../../ledger/keys.ts'
import { quantaOf, readDay } from '../../ledger/read-day.ts'
import {
  type Calendar,
  type CalendarRemoval,
  calendarRemovalEntity,
  removalOf,
} from '../calendars/calendar.ts'
import { type CalendarEvent, eventTimeKey } from '../calendars/calendar-event.ts'
import { staysFinding } from '../findings.ts'
import { calendarEventIdKey, calendarKey } from '../keys.ts'
import { type KeyOfBooking, markFindings, nightsText } from './booked-months.ts'
import {
  ALL_CALENDARS,
  addClaims,
  addCopy,
  type CalendarFacts,
  type EventCopies,
  type EventCopy,
  emptyCalendarFacts,
  isCopyOf,
  type MonthFacts,
  markedNights,
  monthOf,
  nightClaims,
  uncertainCalendar,
} from './calendar-facts.ts'
import { CALENDAR_REPAIRS } from './calendar-repairs.ts'

/**
 * The rule about calendars: both copies of each event match, the taken nights are the union of the stays and of the marks of bookings, no two
 * of them share a night, each mark has its booking and each booking its mark, everything has its calendar, and deleted calendars are being removed. Nothing else
 * of a deleted calendar is checked, since its contents are removed step by step. Its facts are calendars, nights and
 * copies of events.
 */
export const calendarRule = (bookingKey: KeyOfBooking) =>
  joinRule<
    {
      calendar: Calendar
      calendar_removal: CalendarRemoval
      calendar_nights: undefined
      calendar_event: CalendarEvent
      recurring_event: CalendarEvent
      calendar_event_id: CalendarEvent
      booking: Booking
    },
    CalendarFacts
  >({
    empty: emptyCalendarFacts,
    visit({ at, invalidIds }) {
      const visitInvalid = (entry: VisitedItem) => {
        const calendarId = uncertainCalendar(entry)
        if (calendarId !== undefined) invalidIds.add(calendarId)
      }
      const visitCopy = ({ item, partitionId, value }: VisitedItem<CalendarEvent>) => {
        if (value) addCopy(at(partitionId), { item, event: value }, false)
      }
      return {
        calendar({ partitionId, value }) {
          const facts = at(partitionId)
          facts.calendar = value
          facts.isInvalid = value === undefined
        },
        calendar_removal({ item, value }) {
          if (value) at(keyTail(item.SK)).removals.push(keyOf(item))
        },
        calendar_nights({ item, partitionId, sortId }) {
          const month = monthOf(at(partitionId), partitionId, sortId)
          const read = readDay(item)
          if ('state' in read) month.state = read.state
          else month.isMalformed = true
        },
        calendar_event: visitCopy,
        recurring_event: visitCopy,
        calendar_event_id(entry) {
          const { item, value } = entry
          if (value === undefined) {
            visitInvalid(entry)
            return
          }
          const facts = at(value.calendarId)
          addClaims(facts, value)
          addCopy(facts, { item, event: value }, true)
        },
        booking(entry) {
          if (entry.value === undefined) visitInvalid(entry)
          else for (const each of nightClaims(entry.value)) at(each.calendarId).booked.push(each)
        },
      }
    },
    *findings(calendarId, facts, { invalidIds, nowEpochSeconds }) {
      if (facts.isInvalid) return
      const removal = removalFindings(calendarId, facts)
      yield* removal.findings
      if (removal.isRemoved) return
      yield* accountFindings(calendarId, facts)
      for (const [eventId, copies] of facts.events) yield* copyFindings(eventId, copies)
      for (const { byId, byTime } of facts.events.values()) {
        // A stay without its copy by id still owns its nights.
        if (byId === undefined && byTime[0]) addClaims(facts, byTime[0].event)
      }
      for (const copy of facts.surplus) yield staleCopy(copy, undefined)
      for (const { month, claim } of facts.booked) {
        monthOf(facts, calendarId, month).claims.push(claim)
      }
      const isUncertain = invalidIds.has(ALL_CALENDARS) || invalidIds.has(calendarId)
      for (const month of facts.months.values()) {
        const found = [...monthFindings(month)]
        if (!month.isMalformed) found.push(...markFindings(month, nowEpochSeconds, bookingKey))
        yield* isUncertain ? found.map(beyondRepair) : found
      }
    },
    repairs: CALENDAR_REPAIRS,
  })

/** The findings about the removal of a calendar, and whether it is being removed or gone. */
function removalFindings(
  calendarId: string,
  facts: CalendarFacts,
): {
  readonly findings: readonly Finding[]
  readonly isRemoved: boolean
} {
  const { calendar, removals } = facts
  const key = calendarKey(calendarId)
  if (calendar === undefined) {
    const hasContents = facts.events.size + facts.matched.size + facts.months.size > 0
    const sentence = 'The calendar does not exist, but it has events or nights.'
    const isOrphaned = hasContents && removals.length === 0
    return {
      findings: isOrphaned ? [staysFinding('calendar_contents_orphaned', [key], sentence)] : [],
      isRemoved: true,
    }
  }
  if (calendar.removal === undefined) {
    const sentence = 'The calendar is not deleted, but its removal is scheduled.'
    const findings = removals.map((each) =>
      staysFinding('calendar_removal_stale', [each, key], sentence),
    )
    return { findings, isRemoved: false }
  }
  const missing = calendarRemovalEntity.key(
    removalOf(calendarId, calendar.removal.requestedAtEpochSeconds),
  )
  const sentence = 'The calendar is deleted, but its removal is not scheduled.'
  return {
    findings:
      removals.length > 0
        ? []
        : [staysFinding('calendar_removal_missing', [missing, key], sentence)],
    isRemoved: true,
  }
}

function* accountFindings(
  calendarId: string,
  { calendar, accounts }: CalendarFacts,
): Iterable<Finding> {
  for (const [accountId, example] of accounts) {
    if (accountId === calendar?.accountId) continue
    const sentence = 'The event belongs to another account than its calendar.'
    yield identityFinding('reference_crossed', [example, calendarKey(calendarId)], sentence)
  }
}

/** The findings about the copies of one event, which do not match. */
function* copyFindings(eventId: string, { byId, byTime }: EventCopies): Iterable<Finding> {
  if (byId === undefined) {
    const [only, ...others] = byTime
    if (only === undefined) return
    const keys = [calendarEventIdKey(eventId), only.item]
    yield staysFinding('calendar_event_copy_missing', keys, 'The event has no copy by its id.', {
      ...(others.length > 0 && { repairable: false }),
    })
    return
  }
  const place = eventTimeKey(byId.event)
  if (!byTime.some(({ item }) => item.PK === place.PK && item.SK === place.SK)) {
    const sentence = 'The event has no copy by time, so no range lists it.'
    yield staysFinding('calendar_event_copy_missing', [place, byId.item], sentence)
  }
  for (const copy of byTime) {
    if (isCopyOf(copy.item, byId.event)) continue
    yield staleCopy(copy, byId.event.version)
  }
}

/** `version`: that of the copy by id; undefined if it is known to be newer. */
function staleCopy({ item, event }: EventCopy, version: number | undefined): Finding {
  const sentence = 'The copy by time differs from the copy by id in content or place.'
  const keys = [item, calendarEventIdKey(event.id)]
  return staysFinding('calendar_event_copy_stale', keys, sentence, {
    evidence: `${event.version} ${version}`,
    ...(version !== undefined && event.version > version && { repairable: false }),
  })
}

/** The findings about a month: the taken nights must be those of its stays, each of exactly one. */
function* monthFindings({
  calendarId,
  month,
  state,
  isMalformed,
  owners,
  claims,
}: MonthFacts): Iterable<Finding> {
  const key = nightsKey(calendarId, month)
  if (isMalformed) {
    yield ledgerFinding('ledger_wrong', [key], 'The nights are malformed.')
    return
  }
  const { taken } = state ?? EMPTY_LEDGER
  const marked = markedNights(state ?? EMPTY_LEDGER)
  const first = new Map<number, string>()
  for (const { eventId, quanta } of owners) {
    const own = calendarEventIdKey(eventId)
    const missing = quanta.filter((quantum) => !taken.has(quantum))
    if (missing.length > 0) {
      const sentence = `Nights of a stay are not taken: ${nightsText(month, missing)}.`
      yield staysFinding('nights_missing', [key, own], sentence, { quanta: missing })
    }
    const shared = Map.groupBy(quanta, (quantum) => first.get(quantum))
    for (const [otherId, both] of shared) {
      if (otherId === undefined) continue
      const sentence = `Two stays share nights: ${nightsText(month, both)}.`
      const keys = [key, ...[eventId, otherId].toSorted().map(calendarEventIdKey)]
      yield staysFinding('nights_double', keys, sentence, { quanta: both })
    }
    const booked = quanta.filter((quantum) => marked.has(quantum))
    if (booked.length > 0) {
      const sentence = `A stay and a booking share nights: ${nightsText(month, booked)}.`
      yield staysFinding('nights_double', [key, own], sentence, { quanta: booked })
    }
    for (const quantum of quanta) if (!first.has(quantum)) first.set(quantum, eventId)
  }
  const booked = new Set([...marked, ...claims.flatMap(quantaOf)])
  const orphans = [...taken]
    .filter((quantum) => !first.has(quantum) && !booked.has(quantum))
    .sort((a, b) => a - b)
  if (orphans.length > 0) {
    const sentence = `Nights are taken without a stay: ${nightsText(month, orphans)}.`
    yield staysFinding('nights_orphaned', [key], sentence, { quanta: orphans })
  }
}
