import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import type { Provider } from '../api.ts'
import { closes, whomOf, zoneOfDates } from '../closures/closures.ts'
import { closureMessages } from '../closures/messages.ts'
import { timeOffMessages } from '../time-off/messages.ts'
import { instantsOf, titleOfTimeOff } from '../time-off/time-off-time.ts'
import { useNames } from '../use-names.ts'
import { addDays, startOfDate } from '../zoned.ts'
import type { Item } from './calendar-items.ts'
import { agendaQuery, scheduleQuery } from './calendar-queries.ts'
import { type ColumnItem, columnItems, type ShownDay } from './column-items.ts'
import { calendarMessages } from './messages.ts'
import { useShownClosures } from './use-shown-closures.ts'
import { closedSpans, type Span, spanOn } from './working-hours.ts'

/** A part of the day in which a provider is away. */
export interface AwaySpan extends Span {
  readonly id: string
  readonly item: Item
  readonly text: string
}

/** The column of a provider on a day. */
export interface ColumnData {
  readonly provider: Provider
  readonly items: readonly ColumnItem[]
  /** Outside of the working hours. Empty for a provider without a schedule. */
  readonly closed: readonly Span[]
  /** Time off and closures. */
  readonly away: readonly AwaySpan[]
}

/** Loads the columns of providers for a day. `withEmptyClasses`: also with the classes that nobody has booked. */
export function useColumns(
  providers: readonly Provider[],
  day: ShownDay,
  withEmptyClasses: boolean,
) {
  const t = useMessages(calendarMessages)
  const { title } = useMessages(timeOffMessages)
  const { inCalendar } = useMessages(closureMessages)
  const { format } = useI18n()
  const names = useNames()
  const { date, timeZone } = day
  const range = {
    from: startOfDate(date, timeZone),
    to: startOfDate(addDays(date, 1), timeZone),
  }
  const ids = providers.map(({ id }) => id)
  const agenda = useQuery({
    ...agendaQuery(ids, range, withEmptyClasses),
    placeholderData: keepPreviousData,
  })
  const scheduleIds = [...new Set(providers.flatMap(({ scheduleId }) => scheduleId ?? []))]
  const schedules = useQueries({ queries: scheduleIds.map(scheduleQuery) })
  const closures = useShownClosures(providers, agenda.data)
  const columns = providers.map((provider): ColumnData => {
    const schedule = schedules[scheduleIds.indexOf(provider.scheduleId ?? '')]?.data
    const timeOff =
      agenda.data?.timeOff.filter(({ providerId }) => providerId === provider.id) ?? []
    return {
      provider,
      items: agenda.data ? columnItems(agenda.data, provider.id, day, names, t) : [],
      closed: schedule ? closedSpans(schedule, date, timeZone) : [],
      away: [
        ...timeOff.map((each) => ({
          time: instantsOf(each, provider.timeZone),
          id: each.id,
          item: { kind: 'time-off', timeOff: each } as const,
          text: titleOfTimeOff(each, title),
        })),
        ...closures
          .filter(({ closure }) => closes(whomOf(closure), provider))
          .map(({ closure }) => ({
            time: instantsOf(closure, zoneOfDates(closure, provider, schedule)),
            id: closure.id,
            item: { kind: 'closure', closure } as const,
            text: inCalendar(closure.name),
          })),
      ].flatMap(({ time, ...away }) => {
        const span = spanOn(date, time, timeZone)
        return span ? [{ ...span, ...away }] : []
      }),
    }
  })
  const queries = [agenda, ...schedules]
  return {
    columns,
    bookings: agenda.data?.bookings ?? [],
    range,
    title: format.day(date),
    isLoading: queries.some(({ isLoading }) => isLoading),
    hasFailed:
      queries.some(({ isError, data }) => isError && data === undefined) ||
      agenda.data?.isComplete === false,
  }
}
