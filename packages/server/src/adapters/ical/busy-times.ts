import type { Interval } from '@holdfast/engine'
import { type BusySpan, gatherBusy } from '../../kernel/gather-busy.ts'
import type {
  CalendarFile,
  CalendarFileCalendar,
  CalendarFileEvent,
  CalendarTime,
} from '../../kernel/ports/calendar-parser.ts'
import type { BusyTimes } from '../../kernel/ports/free-busy.ts'
import { clockOf, instantOn, intervalOf, lengthOf, wallOf, type Zones } from './clock.ts'
import { addSeries, type Expansion, type ZonedEvent } from './series.ts'

/** A query for the busy times of a calendar file. */
export interface BusyQuery {
  readonly range: Interval
  /** The provider's IANA zone: that of dates, and of floating times if the calendar names no zone. */
  readonly timeZone: string
  /** The maximum number of occurrences of a rule. With more, all time until the rule ends is busy. */
  readonly occurrencesPerRule: number
  /** The maximum number of warnings. */
  readonly warnings: number
}

/** The busy times of a calendar file. */
export interface FileTimes extends BusyTimes {
  readonly warnings: readonly string[]
}

/**
 * Computes the busy times of a calendar file in a range: all occurrences of opaque events that are not
 * cancelled, and the periods of `VFREEBUSY`. If the file is ambiguous, the time counts as busy.
 */
export function busyTimes(file: CalendarFile, query: BusyQuery): FileTimes {
  const spans: BusySpan[] = []
  let uid: string | undefined
  const warnings: string[] = []
  let warningCount = file.problemCount
  const warn = (line: number, text: string) => {
    warningCount += 1
    if (warnings.length < query.warnings) warnings.push(`line ${line}: ${text}`)
  }
  for (const { line, detail } of file.problems) {
    if (warnings.length < query.warnings) warnings.push(`line ${line}: ${detail}`)
  }
  const expansion: Expansion = {
    from: query.range.startEpochMinutes * 60,
    to: query.range.endEpochMinutes * 60,
    occurrencesPerRule: query.occurrencesPerRule,
    addBusy(start, end) {
      const [startEpochMinutes, endEpochMinutes] = [Math.floor(start / 60), Math.ceil(end / 60)]
      spans.push({ startEpochMinutes, endEpochMinutes, uid })
    },
    warn,
  }
  addBusyPeriods(file, query.timeZone, expansion)
  for (const group of groupByUid(file, query.timeZone)) {
    uid = group[0]?.event.uid
    addGroup(group, expansion)
  }
  if (warningCount > warnings.length) warnings.push(`and ${warningCount - warnings.length} more`)
  return { ...gatherBusy(query.range, spans), warnings }
}

const zonesOf = ({ timeZone }: CalendarFileCalendar, provider: string): Zones => ({
  dates: provider,
  floating: timeZone ?? provider,
})

function addBusyPeriods(file: CalendarFile, timeZone: string, { addBusy }: Expansion): void {
  for (const calendar of file.calendars) {
    const zones = zonesOf(calendar, timeZone)
    for (const period of calendar.busyPeriods) {
      const { start, end } = intervalOf(
        clockOf(period.start, zones),
        wallOf(period.start),
        lengthOf(period, zones),
      )
      if (end > start) addBusy(start, end)
    }
  }
}

/** Groups events by uid, over all calendars of a file. An event without a uid is a group of its own. */
function groupByUid(file: CalendarFile, timeZone: string): readonly (readonly ZonedEvent[])[] {
  const alone: ZonedEvent[][] = []
  const byUid = new Map<string, ZonedEvent[]>()
  for (const calendar of file.calendars) {
    const zones = zonesOf(calendar, timeZone)
    for (const event of calendar.events) {
      const zoned = { event, zones }
      const group = event.uid === undefined ? undefined : byUid.get(event.uid)
      if (group !== undefined) group.push(zoned)
      else if (event.uid === undefined) alone.push([zoned])
      else byUid.set(event.uid, [zoned])
    }
  }
  return [...alone, ...byUid.values()]
}

function addGroup(group: readonly ZonedEvent[], expansion: Expansion): void {
  const [only] = group
  if (group.length === 1 && only !== undefined && only.event.recurrence === undefined) {
    addSeries(only, [], expansion)
    return
  }
  const masters = latest(group.filter(({ event }) => event.recurrence === undefined))
  const changes = latestById(group.filter(({ event }) => event.recurrence !== undefined))
  for (const master of masters) addSeries(master, changes, expansion)
  for (const change of changes) {
    const isOfSeries = change.event.recurrence?.thisAndFuture === true && masters.length > 0
    if (isOfSeries) continue
    if (change.event.recurrence?.thisAndFuture) {
      expansion.warn(
        change.event.line,
        'the event that this changes is missing; it counts as a single event',
      )
    }
    addSeries(asOccurrence(change, masters, expansion), [], expansion)
  }
}

/**
 * A changed occurrence without the recurrence of its series, which some programs repeat. If the series is
 * missing, the recurrence counts, so that no busy time is lost.
 */
function asOccurrence(
  change: ZonedEvent,
  masters: readonly ZonedEvent[],
  { warn }: Expansion,
): ZonedEvent {
  const { event } = change
  if (event.rules.length + event.extraTimes.length === 0) return change
  if (masters.length === 0) {
    warn(event.line, 'the event that this changes is missing; its own recurrence counts')
    return change
  }
  const textOf = ({ rules, extraTimes }: CalendarFileEvent) => JSON.stringify([rules, extraTimes])
  if (!masters.some((master) => textOf(master.event) === textOf(event))) {
    warn(event.line, 'this changes one occurrence; its own recurrence is ignored')
  }
  return { ...change, event: { ...event, rules: [], extraTimes: [] } }
}

/** The latest version of an event (RFC 5546, section 2.1.4), or all versions that share the highest SEQUENCE. */
function latest(events: readonly ZonedEvent[]): readonly ZonedEvent[] {
  const highest = Math.max(...events.map(({ event }) => event.sequence))
  return events.filter(({ event }) => event.sequence === highest)
}

function latestById(changes: readonly ZonedEvent[]): readonly ZonedEvent[] {
  const byId = new Map<string, ZonedEvent[]>()
  for (const change of changes) {
    const { recurrence } = change.event
    if (recurrence === undefined) continue
    const key = `${keyOf(recurrence.id, change.zones)} ${recurrence.thisAndFuture}`
    const known = byId.get(key)
    if (known === undefined) byId.set(key, [change])
    else known.push(change)
  }
  return [...byId.values()].flatMap(latest)
}

const keyOf = (id: CalendarTime, zones: Zones): string =>
  id.kind === 'date' ? `day ${id.day}` : String(instantOn(clockOf(id, zones), wallOf(id)))
