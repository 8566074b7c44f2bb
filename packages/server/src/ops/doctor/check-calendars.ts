import { dayOfNight, formatDate } from '@holdfast/engine'
import { keyTail } from '../../kernel/keys.ts'
import type { Item } from '../../kernel/ports/store.ts'
import { calendarFromItem } from '../../stays/calendars/calendar.ts'
import { calendarEventFromItem, eventTimeKey } from '../../stays/calendars/calendar-event.ts'
import { calendarEventIdKey, calendarKey, calendarRemovalKey, nightsKey } from '../../stays/keys.ts'
import {
  CalendarDistrust,
  type CalendarFacts,
  calendarIdOf,
  type EventCopies,
  isCopyOf,
  type MonthFacts,
  noCalendarFacts,
  noteCalendarItem,
  noteClaims,
} from './calendar-facts.ts'
import type { Check, IsMine } from './check.ts'
import { type Finding, finding } from './finding.ts'

/**
 * Checks what belongs to a calendar: that both copies of each event are the same, that the nights
 * taken are the union of the stays and no two stand on one, that everything has its calendar, and
 * that a calendar which is to go is being removed. Of one that is, nothing else is looked at: its
 * contents go piece by piece. It remembers each event until it has seen both copies, and the nights.
 */
export function calendarsCheck(isMine: IsMine): Check {
  const calendars = new Map<string, CalendarFacts>()
  const distrust = new CalendarDistrust()
  let factCount = 0
  return {
    note(entry) {
      distrust.note(entry)
      const calendarId = calendarIdOf(entry)
      if (calendarId === undefined || !isMine(calendarId)) return
      if (entry.problems.length > 0 && entry.kind !== 'calendar') return
      const facts = calendars.get(calendarId) ?? noCalendarFacts(calendarId)
      calendars.set(calendarId, facts)
      factCount += noteCalendarItem(facts, entry)
    },
    get factCount() {
      return factCount
    },
    *findings() {
      for (const facts of calendars.values()) {
        if (facts.isUnsound) continue
        const removal = removalFindings(facts)
        yield* removal.findings
        if (removal.isGoing) continue
        yield* crossings(facts)
        for (const [eventId, copies] of facts.events) yield* copyFindings(eventId, copies)
        for (const { byId, byTime } of facts.events.values()) {
          // A stay that lost its item by id has its nights all the same.
          if (byId === undefined && byTime[0]) noteClaims(facts, byTime[0])
        }
        for (const stray of facts.strays) yield staleCopy(stray, true)
        for (const month of facts.months.values()) {
          const found = compareMonth(month)
          yield* distrust.has(facts.calendarId) ? found.map(beyondRepair) : found
        }
      }
    },
  }
}

const beyondRepair = (each: Finding): Finding => ({ ...each, repairable: false })

/** What is wrong with the removal of a calendar, and whether it is going or gone. */
function removalFindings(facts: CalendarFacts): {
  readonly findings: readonly Finding[]
  readonly isGoing: boolean
} {
  const { calendarId, calendar, removals } = facts
  const key = calendarKey(calendarId)
  if (calendar === undefined) {
    const hasContents = facts.events.size + facts.sound.size + facts.months.size > 0
    const sentence = 'events or nights of a calendar that is not there'
    const isOrphaned = hasContents && removals.length === 0
    return {
      findings: isOrphaned ? [finding('calendar_contents_orphaned', [key], sentence)] : [],
      isGoing: true,
    }
  }
  const { removal } = calendarFromItem(calendar)
  if (removal === undefined) {
    const sentence = 'a removal that is due of a calendar that nobody deleted'
    const findings = removals.map((each) =>
      finding('calendar_removal_stale', [each, key], sentence),
    )
    return { findings, isGoing: false }
  }
  const missing = calendarRemovalKey(calendarId, removal.requestedAtEpochSeconds)
  const sentence = 'the calendar was deleted, and nothing removes it'
  return {
    findings:
      removals.length > 0 ? [] : [finding('calendar_removal_missing', [missing, key], sentence)],
    isGoing: true,
  }
}

function* crossings({ calendarId, calendar, accounts }: CalendarFacts): Iterable<Finding> {
  for (const [accountId, example] of accounts) {
    if (accountId === calendar?.accountId) continue
    const sentence = 'an event of another account than its calendar'
    yield finding('reference_crossed', [example, calendarKey(calendarId)], sentence)
  }
}

/** What is wrong with the copies of one event, which are not as they should be. */
function* copyFindings(eventId: string, { byId, byTime }: EventCopies): Iterable<Finding> {
  if (byId === undefined) {
    const [only, ...others] = byTime
    if (only === undefined) return
    const sentence = 'an event that is listed and cannot be read by its id'
    yield finding('calendar_event_copy_missing', [calendarEventIdKey(eventId), only], sentence, {
      ...(others.length > 0 && { repairable: false }),
    })
    return
  }
  const place = eventTimeKey(calendarEventFromItem(byId))
  if (!byTime.some(({ PK, SK }) => PK === place.PK && SK === place.SK)) {
    const sentence = 'an event that no range lists'
    yield finding('calendar_event_copy_missing', [place, byId], sentence)
  }
  for (const item of byTime) {
    if (!isCopyOf(item, byId)) yield staleCopy(item, Number(item.version) <= Number(byId.version))
  }
}

function staleCopy(item: Item, isOlder: boolean): Finding {
  const byId = calendarEventIdKey(keyTail(item.SK))
  const sentence = 'a listed event that is not, or not there, as its item by id says'
  return finding('calendar_event_copy_stale', [item, byId], sentence, {
    ...(isOlder ? {} : { repairable: false }),
  })
}

/** Dates of the nights of a month: `2026-06-01, 2026-06-02`. */
const nightsText = (month: string, quanta: readonly number[]): string =>
  quanta.map((quantum) => formatDate(dayOfNight(month, quantum))).join(', ')

/** What is wrong with the nights of a month: those taken must be those of its stays, each of one. */
function* monthFindings({
  calendarId,
  month,
  state,
  isUnreadable,
  owners,
}: MonthFacts): Iterable<Finding> {
  const key = nightsKey(calendarId, month)
  if (isUnreadable) {
    yield finding('ledger_wrong', [key], 'nights that cannot be read')
    return
  }
  const taken = state?.taken ?? new Set<number>()
  const first = new Map<number, string>()
  for (const { eventId, quanta } of owners) {
    const own = calendarEventIdKey(eventId)
    const missing = quanta.filter((quantum) => !taken.has(quantum))
    if (missing.length > 0) {
      const sentence = `${nightsText(month, missing)} of a stay, and yet not taken`
      yield finding('nights_missing', [key, own], sentence, { quanta: missing })
    }
    const shared = Map.groupBy(
      quanta.filter((quantum) => first.has(quantum)),
      (quantum) => first.get(quantum) as string,
    )
    for (const [otherId, both] of shared) {
      const sentence = `two stays on ${nightsText(month, both)}`
      const keys = [key, ...[eventId, otherId].toSorted().map(calendarEventIdKey)]
      yield finding('nights_double', keys, sentence, { quanta: both })
    }
    for (const quantum of quanta) if (!first.has(quantum)) first.set(quantum, eventId)
  }
  const orphans = [...taken].filter((quantum) => !first.has(quantum)).sort((a, b) => a - b)
  if (orphans.length > 0) {
    const sentence = `${nightsText(month, orphans)} taken, and by no stay`
    yield finding('nights_orphaned', [key], sentence, { quanta: orphans })
  }
}

const compareMonth = (month: MonthFacts): readonly Finding[] => [...monthFindings(month)]
