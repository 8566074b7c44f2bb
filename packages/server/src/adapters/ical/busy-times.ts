import { clip, fromUnsorted, type Interval, toIntervals } from '@holdfast/engine'
import type { CalendarFile, CalendarTime } from '../../kernel/ports/calendar-parser.ts'
import { clockOf, lengthOf, placeOn, stretchOf, wallOf } from './clock.ts'
import { type Expansion, type PlacedEvent, takeSeries } from './series.ts'

/** Which busy times of a calendar file are asked for. */
export interface BusyQuery {
  readonly range: Interval
  /** The zone of dates and floating times where the calendar names none: a valid IANA name. */
  readonly timeZone: string
  /** Occurrences of one rule in the range; a rule that has more takes all of its time. */
  readonly occurrencesPerRule: number
  readonly warnings: number
}

/** The busy times of a calendar file, ascending and apart, in whole minutes rounded outwards. */
export interface BusyTimes {
  readonly busy: readonly Interval[]
  readonly warnings: readonly string[]
}

/**
 * What a calendar file says is taken in a range: opaque events that are not cancelled, with all their
 * occurrences, and the periods of `VFREEBUSY`. Where the file leaves a doubt, the time is taken.
 */
export function busyTimes(file: CalendarFile, query: BusyQuery): BusyTimes {
  const stretches: Interval[] = []
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
    take(start, end) {
      stretches.push({
        startEpochMinutes: Math.floor(start / 60),
        endEpochMinutes: Math.ceil(end / 60),
      })
    },
    warn,
  }
  takeBusyPeriods(file, query.timeZone, expansion)
  for (const group of groupByUid(file, query.timeZone)) takeGroup(group, expansion)
  if (warningCount > warnings.length) warnings.push(`and ${warningCount - warnings.length} more`)
  const { startEpochMinutes, endEpochMinutes } = query.range
  return {
    busy: toIntervals(clip(fromUnsorted(stretches), startEpochMinutes, endEpochMinutes)),
    warnings,
  }
}

function takeBusyPeriods(file: CalendarFile, timeZone: string, { take }: Expansion): void {
  for (const calendar of file.calendars) {
    const zone = calendar.timeZone ?? timeZone
    for (const period of calendar.busyPeriods) {
      const { start, end } = stretchOf(
        clockOf(period.start, zone),
        wallOf(period.start),
        lengthOf(period, zone),
      )
      if (end > start) take(start, end)
    }
  }
}

/** Events that speak of one uid, over all calendars of a file; one without a uid stands alone. */
function groupByUid(file: CalendarFile, timeZone: string): readonly (readonly PlacedEvent[])[] {
  const alone: PlacedEvent[][] = []
  const byUid = new Map<string, PlacedEvent[]>()
  for (const calendar of file.calendars) {
    for (const event of calendar.events) {
      const placed = { event, timeZone: calendar.timeZone ?? timeZone }
      const group = event.uid === undefined ? undefined : byUid.get(event.uid)
      if (group !== undefined) group.push(placed)
      else if (event.uid === undefined) alone.push([placed])
      else byUid.set(event.uid, [placed])
    }
  }
  return [...alone, ...byUid.values()]
}

function takeGroup(group: readonly PlacedEvent[], expansion: Expansion): void {
  const [only] = group
  if (group.length === 1 && only !== undefined && only.event.recurrence === undefined) {
    takeSeries(only, [], expansion)
    return
  }
  const masters = latest(group.filter(({ event }) => event.recurrence === undefined))
  const changes = latestById(group.filter(({ event }) => event.recurrence !== undefined))
  for (const master of masters) takeSeries(master, changes, expansion)
  for (const change of changes) {
    const isOfSeries = change.event.recurrence?.thisAndFuture === true && masters.length > 0
    if (isOfSeries) continue
    if (change.event.recurrence?.thisAndFuture) {
      expansion.warn(change.event.line, 'the event that it changes is missing: it is taken alone')
    }
    takeSeries(change, [], expansion)
  }
}

/** Of several versions the latest (RFC 5546, section 2.1.4); of several that are, all. */
function latest(events: readonly PlacedEvent[]): readonly PlacedEvent[] {
  const highest = Math.max(...events.map(({ event }) => event.sequence))
  return events.filter(({ event }) => event.sequence === highest)
}

function latestById(changes: readonly PlacedEvent[]): readonly PlacedEvent[] {
  const byId = new Map<string, PlacedEvent[]>()
  for (const change of changes) {
    const { recurrence } = change.event
    if (recurrence === undefined) continue
    const key = `${keyOf(recurrence.id, change.timeZone)} ${recurrence.thisAndFuture}`
    const known = byId.get(key)
    if (known === undefined) byId.set(key, [change])
    else known.push(change)
  }
  return [...byId.values()].flatMap(latest)
}

const keyOf = (id: CalendarTime, timeZone: string): string =>
  id.kind === 'date' ? `day ${id.day}` : String(placeOn(clockOf(id, timeZone), wallOf(id)))
