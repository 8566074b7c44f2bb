import { formatDate } from '@holdfast/engine'
import type {
  CalendarFileEvent,
  CalendarTime,
  CalendarZone,
} from '../../kernel/ports/calendar-parser.ts'
import { mapTimes } from '../../stays/calendar-files/map-times.ts'
import { SECONDS_PER_DAY } from './clock.ts'
import { equivalentZone } from './equivalent-zone.ts'
import type { Problems } from './problems.ts'

/**
 * Replaces zones that only the file defines in recurring events and their changed occurrences, if a known
 * zone has the same times. The events of a calendar recur in known zones only. `line` is the line of the
 * calendar, for the report of each replaced zone.
 */
export function withKnownZones(
  events: readonly CalendarFileEvent[],
  line: number,
  problems: Problems,
): readonly CalendarFileEvent[] {
  const known = new Map<CalendarZone, CalendarZone>()
  const replace = (zone: CalendarZone): CalendarZone => {
    if (zone.kind !== 'rules') return zone
    const before = known.get(zone)
    if (before !== undefined) return before
    const found = equivalentZone(zone)
    const after: CalendarZone = found ? { kind: 'iana', name: found.name } : zone
    known.set(zone, after)
    if (found) {
      const since = formatDate(Math.floor(found.fromEpochSeconds / SECONDS_PER_DAY))
      const from = found.fromEpochSeconds === 0 ? '' : ` from ${since} on`
      const name = JSON.stringify(zone.tzid.slice(0, 100))
      const detail = `recurring events in ${name} follow ${found.name}, which has the same times${from}`
      problems.add({ code: 'replaced_time_zone', line, detail })
    }
    return after
  }
  const inKnownZone = (time: CalendarTime): CalendarTime =>
    time.kind === 'zoned' ? { ...time, zone: replace(time.zone) } : time
  const isRecurring = ({ rules, extraTimes }: CalendarFileEvent) =>
    rules.length + extraTimes.length > 0
  const recurring = new Set(events.filter(isRecurring).map(({ uid }) => uid))
  return events.map((event) => {
    const isChange = event.recurrence !== undefined && event.uid !== undefined
    const isOfSeries = isRecurring(event) || (isChange && recurring.has(event.uid))
    return isOfSeries ? mapTimes(event, inKnownZone) : event
  })
}
