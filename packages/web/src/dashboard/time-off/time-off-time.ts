import type { components } from '@holdfast/client'
import type { Format } from '../../shared/format.ts'
import { addDays, dateOf, instantOf, startOfDate } from '../zoned.ts'

export type TimeOff = components['schemas']['TimeOff']

/** The time of time off `[start, end)`: two dates or two instants, as the API has them. */
export type TimeOffTime = Pick<TimeOff, 'start' | 'end'>

/** The inputs of a form for time off. */
export interface TimeOffDraft {
  readonly isAllDay: boolean
  /** Dates, both included. */
  readonly firstDay: string
  readonly lastDay: string
  /** Wall times, `YYYY-MM-DDTHH:MM`. */
  readonly from: string
  readonly to: string
}

const isInstant = (text: string): boolean => text.includes('T')

/** The time of a draft, with wall times of the provider's zone; undefined if it is empty or incomplete. */
export function timeOfDraft(draft: TimeOffDraft, timeZone: string): TimeOffTime | undefined {
  const { isAllDay, firstDay, lastDay, from, to } = draft
  if (isAllDay) {
    if (firstDay === '' || lastDay === '' || lastDay < firstDay) return undefined
    return { start: firstDay, end: addDays(lastDay, 1) }
  }
  const [start, end] = [instantOf(from, timeZone), instantOf(to, timeZone)]
  if (start === undefined || end === undefined || end <= start) return undefined
  return { start, end }
}

/** The instants `[start, end)` of time off; dates begin at midnight in the provider's zone. */
export const instantsOf = ({ start, end }: TimeOffTime, timeZone: string): TimeOffTime =>
  isInstant(start)
    ? { start, end }
    : { start: startOfDate(start, timeZone), end: startOfDate(end, timeZone) }

/** The title of time off in a calendar: its reason after what it is. */
export const titleOfTimeOff = ({ reason }: TimeOff, title: string): string =>
  reason ? `${title}: ${reason}` : title

/** Time off as text: `Mon 27 Apr – Wed 29 Apr` or `Mon 27 Apr, 09:00 – 12:00`. */
export function timeOffText({ start, end }: TimeOffTime, timeZone: string, format: Format): string {
  if (!isInstant(start)) {
    const last = addDays(end, -1)
    return last === start
      ? format.shortDay(start)
      : `${format.shortDay(start)} – ${format.shortDay(last)}`
  }
  const from = `${format.shortDate(start, timeZone)}, ${format.time(start, timeZone)}`
  const to = format.time(end, timeZone)
  return dateOf(start, timeZone) === dateOf(end, timeZone)
    ? `${from} – ${to}`
    : `${from} – ${format.shortDate(end, timeZone)}, ${to}`
}
