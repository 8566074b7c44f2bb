import type { Booking, Provider, Schedule } from '../api.ts'
import { timesOf } from '../bookings/booking-times.ts'
import { providerIdsOf } from '../bookings/candidates.ts'
import { closes, whomOf, zoneOfDates } from '../closures/closures.ts'
import { instantsOf } from '../time-off/time-off-time.ts'
import { addDays, dateOf } from '../zoned.ts'
import { type Appointment, partiesOf } from './appointments.ts'
import type { Agenda } from './calendar-queries.ts'
import { closedSpans, type Span, spanOn } from './working-hours.ts'

/** How full a day is. */
export interface DayCount {
  /** Bookings that start on the day. */
  readonly bookings: number
  /** Of the providers with working hours. */
  readonly bookedMinutes: number
  /** Their working time, without time off and closures. 0 if nobody has working hours or works. */
  readonly openMinutes: number
}

const DAY_MINUTES = 1440

/** How many minutes some spans of a day take together. */
function lengthOf(spans: readonly Span[]): number {
  let minutes = 0
  let at = 0
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    minutes += Math.max(0, to - Math.max(from, at))
    at = Math.max(at, to)
  }
  return minutes
}

/** What the days of a calendar are counted from. */
export interface Counted {
  readonly appointments: readonly Appointment[]
  readonly agenda: Pick<Agenda, 'timeOff' | 'closures'>
  /** Those who are shown. */
  readonly providers: readonly Provider[]
  readonly schedules: readonly Schedule[]
  readonly timeZone: string
}

const isCounted = ({ status }: Booking): boolean => status !== 'no_show'

/** Counts the bookings of each day in `[from, to)`, and how much of the working time they take. */
export function dayCounts(
  counted: Counted,
  from: string,
  to: string,
): ReadonlyMap<string, DayCount> {
  const { appointments, providers, schedules, timeZone } = counted
  const working = providers.flatMap((provider) => {
    const schedule = schedules.find(({ id }) => id === provider.scheduleId)
    return schedule ? [{ provider, schedule }] : []
  })
  // Those who share a schedule are closed at the same times.
  const used = [...new Set(working.map(({ schedule }) => schedule))]
  const byDay = new Map<string, Appointment[]>()
  for (const each of appointments) {
    for (const date of datesOf(partiesOf(each)[0], from, to, timeZone)) {
      byDay.set(date, [...(byDay.get(date) ?? []), each])
    }
  }
  const counts = new Map<string, DayCount>()
  for (let date = from; date < to; date = addDays(date, 1)) {
    const ofDay = (byDay.get(date) ?? []).filter((each) => partiesOf(each).some(isCounted))
    const closed = new Map(used.map((each) => [each.id, closedSpans(each, date, timeZone)]))
    const openMinutes = working.map(({ provider, schedule }) => {
      const away = awayOn(counted, provider, schedule, date)
      return DAY_MINUTES - lengthOf([...(closed.get(schedule.id) ?? []), ...away])
    })
    const bookedMinutes = ofDay.flatMap((each) =>
      working.flatMap(({ provider }) =>
        minutesOf(partiesOf(each)[0], provider.id, { date, timeZone }),
      ),
    )
    const begun = ofDay.flatMap(partiesOf).filter(isCounted)
    counts.set(date, {
      bookings: begun.filter(({ start }) => dateOf(start, timeZone) === date).length,
      bookedMinutes: sum(bookedMinutes),
      openMinutes: sum(openMinutes),
    })
  }
  return counts
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)

/** The dates in `[from, to)` on which a booking takes somebody: one, unless it lasts beyond midnight. */
function datesOf({ start, end }: Booking, from: string, to: string, timeZone: string) {
  const [first, last] = [dateOf(start, timeZone), dateOf(lastInstantOf(end), timeZone)]
  const dates: string[] = []
  for (let date = first < from ? from : first; date <= last && date < to; date = addDays(date, 1)) {
    dates.push(date)
  }
  return dates
}

const lastInstantOf = (end: string): string => new Date(Date.parse(end) - 1).toISOString()

/** How long a booking takes a provider on a day, in minutes. */
function minutesOf(
  booking: Booking,
  providerId: string,
  { date, timeZone }: { readonly date: string; readonly timeZone: string },
): readonly number[] {
  if (!providerIdsOf(booking).includes(providerId)) return []
  return timesOf(booking, new Set([providerId])).flatMap((time) => {
    const span = spanOn(date, time, timeZone)
    return span ? [span.to - span.from] : []
  })
}

/** The parts of a day in which a provider has time off or is closed. */
function awayOn(
  { agenda, timeZone }: Counted,
  provider: Provider,
  schedule: Schedule,
  date: string,
): readonly Span[] {
  const times = [
    ...agenda.timeOff
      .filter(({ providerId }) => providerId === provider.id)
      .map((each) => instantsOf(each, provider.timeZone)),
    ...agenda.closures
      .filter((closure) => closes(whomOf(closure), provider))
      .map((each) => instantsOf(each, zoneOfDates(each, provider, schedule))),
  ]
  return times.flatMap((time) => spanOn(date, time, timeZone) ?? [])
}
