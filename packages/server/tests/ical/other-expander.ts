import { clip, fromUnsorted, type Interval, toIntervals } from '@holdfast/engine'
import ical, { type CalendarResponse, type VEvent } from 'node-ical'

/**
 * The busy times of a file by `node-ical`, which shares no code with the reader under test. It uses only
 * documented calls, without workarounds for differences.
 */
export function busyByNodeIcal(text: string, range: Interval): readonly Interval[] {
  const found: Interval[] = []
  const [from, to] = [
    new Date(range.startEpochMinutes * 60_000),
    new Date(range.endEpochMinutes * 60_000),
  ]
  for (const component of Object.values(ical.sync.parseICS(text) as CalendarResponse)) {
    if (component?.type !== 'VEVENT') continue
    const instances = ical.expandRecurringEvent(component as VEvent, {
      from,
      to,
      expandOngoing: true,
    })
    for (const { start, end, event } of instances) {
      if (event.status === 'CANCELLED' || event.transparency === 'TRANSPARENT') continue
      found.push({
        startEpochMinutes: Math.floor(start.getTime() / 60_000),
        endEpochMinutes: Math.ceil(end.getTime() / 60_000),
      })
    }
  }
  return toIntervals(clip(fromUnsorted(found), range.startEpochMinutes, range.endEpochMinutes))
}
