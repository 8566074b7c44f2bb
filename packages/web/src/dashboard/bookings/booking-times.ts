import type { Booking } from '../api.ts'

/** A part of a booking in which it takes somebody. */
export interface BookedTime {
  readonly start: string
  readonly end: string
  /** What is done then. Null if that is not said. */
  readonly label: string | null
}

/** A booking, as far as it says whom it takes, and when. */
type Timed = Pick<Booking, 'start' | 'end' | 'assignments'>

/**
 * When a booking takes any of some providers, in order; all the time, unless each of them is needed in spans. Spans that
 * overlap are one.
 */
export function timesOf(
  { start, end, assignments }: Timed,
  providerIds: ReadonlySet<string>,
): readonly BookedTime[] {
  const own = assignments.filter(({ providerId }) => providerIds.has(providerId))
  if (own.length === 0 || own.some(({ spans }) => spans === undefined)) {
    return [{ start, end, label: null }]
  }
  const times: BookedTime[] = []
  const all = own.flatMap(({ spans = [] }) => spans)
  for (const span of all.toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start))) {
    const last = times.at(-1)
    if (last === undefined || Date.parse(last.end) <= Date.parse(span.start)) times.push(span)
    else times[times.length - 1] = joined(last, span)
  }
  return times
}

const joined = (a: BookedTime, b: BookedTime): BookedTime => ({
  start: a.start,
  end: Date.parse(a.end) < Date.parse(b.end) ? b.end : a.end,
  label: a.label === b.label ? a.label : null,
})
