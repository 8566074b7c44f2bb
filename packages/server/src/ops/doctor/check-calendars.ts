import type { Finding } from '../../kernel/doctor/finding.ts'
import type { InShare } from '../../kernel/doctor/rule.ts'
import { EMPTY_LEDGER } from '../../kernel/items/ledger-item.ts'
import { nightsKey } from '../../ledger/keys.ts'
import { quantaOf } from '../../ledger/read-day.ts'
import { calendarRemovalEntity, removalOf } from '../../stays/calendars/calendar.ts'
import { eventTimeKey } from '../../stays/calendars/calendar-event.ts'
import { calendarEventIdKey, calendarKey } from '../../stays/keys.ts'
import { markFindings, nightsText } from './booked-months.ts'
import {
  addCalendarItem,
  addClaims,
  type CalendarFacts,
  calendarIdsOf,
  type EventCopies,
  type EventCopy,
  emptyCalendarFacts,
  isCopyOf,
  type MonthFacts,
  markedNights,
  monthOf,
  UncertainCalendars,
} from './calendar-facts.ts'
import type { Check } from './check.ts'
import { beyondRepair, finding } from './finding.ts'

/**
 * Checks calendars: both copies of each event match, the taken nights are the union of the stays and of the marks of bookings, no two
 * of them share a night, each mark has its booking and each booking its mark, everything has its calendar, and deleted calendars are being removed. Nothing else
 * of a deleted calendar is checked, since its contents are removed step by step. Its facts are nights, and
 * each event until both copies were visited.
 */
export function calendarsCheck(inShare: InShare): Check {
  const calendars = new Map<string, CalendarFacts>()
  const uncertain = new UncertainCalendars()
  let factCount = 0
  return {
    visit(entry) {
      uncertain.visit(entry)
      if (entry.problems.length > 0 && entry.kind !== 'calendar') return
      for (const calendarId of calendarIdsOf(entry).filter(inShare)) {
        const facts = calendars.get(calendarId) ?? emptyCalendarFacts(calendarId)
        calendars.set(calendarId, facts)
        factCount += addCalendarItem(facts, entry)
      }
    },
    get factCount() {
      return factCount
    },
    *findings(nowEpochSeconds) {
      for (const facts of calendars.values()) {
        if (facts.isInvalid) continue
        const removal = removalFindings(facts)
        yield* removal.findings
        if (removal.isRemoved) continue
        yield* accountFindings(facts)
        for (const [eventId, copies] of facts.events) yield* copyFindings(eventId, copies)
        for (const { byId, byTime } of facts.events.values()) {
          // A stay without its copy by id still owns its nights.
          if (byId === undefined && byTime[0]) addClaims(facts, byTime[0].event)
        }
        for (const copy of facts.surplus) yield staleCopy(copy, undefined)
        for (const { month, claim } of facts.booked) monthOf(facts, month).claims.push(claim)
        for (const month of facts.months.values()) {
          const found = compareMonth(month, nowEpochSeconds)
          yield* uncertain.has(facts.calendarId) ? found.map(beyondRepair) : found
        }
      }
    },
  }
}

/** The findings about the removal of a calendar, and whether it is being removed or gone. */
function removalFindings(facts: CalendarFacts): {
  readonly findings: readonly Finding[]
  readonly isRemoved: boolean
} {
  const { calendarId, calendar, removals } = facts
  const key = calendarKey(calendarId)
  if (calendar === undefined) {
    const hasContents = facts.events.size + facts.matched.size + facts.months.size > 0
    const sentence = 'The calendar does not exist, but it has events or nights.'
    const isOrphaned = hasContents && removals.length === 0
    return {
      findings: isOrphaned ? [finding('calendar_contents_orphaned', [key], sentence)] : [],
      isRemoved: true,
    }
  }
  if (calendar.removal === undefined) {
    const sentence = 'The calendar is not deleted, but its removal is scheduled.'
    const findings = removals.map((each) =>
      finding('calendar_removal_stale', [each, key], sentence),
    )
    return { findings, isRemoved: false }
  }
  const missing = calendarRemovalEntity.key(
    removalOf(calendarId, calendar.removal.requestedAtEpochSeconds),
  )
  const sentence = 'The calendar is deleted, but its removal is not scheduled.'
  return {
    findings:
      removals.length > 0 ? [] : [finding('calendar_removal_missing', [missing, key], sentence)],
    isRemoved: true,
  }
}

function* accountFindings({ calendarId, calendar, accounts }: CalendarFacts): Iterable<Finding> {
  for (const [accountId, example] of accounts) {
    if (accountId === calendar?.accountId) continue
    const sentence = 'The event belongs to another account than its calendar.'
    yield finding('reference_crossed', [example, calendarKey(calendarId)], sentence)
  }
}

/** The findings about the copies of one event, which do not match. */
function* copyFindings(eventId: string, { byId, byTime }: EventCopies): Iterable<Finding> {
  if (byId === undefined) {
    const [only, ...others] = byTime
    if (only === undefined) return
    const keys = [calendarEventIdKey(eventId), only.item]
    yield finding('calendar_event_copy_missing', keys, 'The event has no copy by its id.', {
      ...(others.length > 0 && { repairable: false }),
    })
    return
  }
  const place = eventTimeKey(byId.event)
  if (!byTime.some(({ item }) => item.PK === place.PK && item.SK === place.SK)) {
    const sentence = 'The event has no copy by time, so no range lists it.'
    yield finding('calendar_event_copy_missing', [place, byId.item], sentence)
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
  return finding('calendar_event_copy_stale', keys, sentence, {
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
    yield finding('ledger_wrong', [key], 'The nights are malformed.')
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
      yield finding('nights_missing', [key, own], sentence, { quanta: missing })
    }
    const shared = Map.groupBy(quanta, (quantum) => first.get(quantum))
    for (const [otherId, both] of shared) {
      if (otherId === undefined) continue
      const sentence = `Two stays share nights: ${nightsText(month, both)}.`
      const keys = [key, ...[eventId, otherId].toSorted().map(calendarEventIdKey)]
      yield finding('nights_double', keys, sentence, { quanta: both })
    }
    const booked = quanta.filter((quantum) => marked.has(quantum))
    if (booked.length > 0) {
      const sentence = `A stay and a booking share nights: ${nightsText(month, booked)}.`
      yield finding('nights_double', [key, own], sentence, { quanta: booked })
    }
    for (const quantum of quanta) if (!first.has(quantum)) first.set(quantum, eventId)
  }
  const booked = new Set([...marked, ...claims.flatMap(quantaOf)])
  const orphans = [...taken]
    .filter((quantum) => !first.has(quantum) && !booked.has(quantum))
    .sort((a, b) => a - b)
  if (orphans.length > 0) {
    const sentence = `Nights are taken without a stay: ${nightsText(month, orphans)}.`
    yield finding('nights_orphaned', [key], sentence, { quanta: orphans })
  }
}

const compareMonth = (month: MonthFacts, nowEpochSeconds: number): readonly Finding[] => [
  ...monthFindings(month),
  ...(month.isMalformed ? [] : markFindings(month, nowEpochSeconds)),
]
