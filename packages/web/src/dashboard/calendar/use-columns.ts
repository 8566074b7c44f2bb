import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import type { Provider } from '../api.ts'
import { timeOffMessages } from '../time-off/messages.ts'
import { instantsOf, type TimeOff, titleOfTimeOff } from '../time-off/time-off-time.ts'
import { useNames } from '../use-names.ts'
import { addDays, startOfDate } from '../zoned.ts'
import { agendaQuery, scheduleQuery } from './calendar-queries.ts'
import { type ColumnItem, columnItems, type ShownDay } from './column-items.ts'
import { calendarMessages } from './messages.ts'
import { closedSpans, type Span, spanOn } from './working-hours.ts'

/** The column of a provider on a day. */
export interface ColumnData {
  readonly provider: Provider
  readonly items: readonly ColumnItem[]
  /** Outside of the working hours. Empty for a provider without a schedule. */
  readonly closed: readonly Span[]
  readonly timeOff: readonly (Span & { readonly timeOff: TimeOff; readonly text: string })[]
}

/** Loads the columns of providers for a day. `withEmptyClasses`: also with the classes that nobody has booked. */
export function useColumns(
  providers: readonly Provider[],
  day: ShownDay,
  withEmptyClasses: boolean,
) {
  const t = useMessages(calendarMessages)
  const { title } = useMessages(timeOffMessages)
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
  const columns = providers.map((provider): ColumnData => {
    const schedule = schedules[scheduleIds.indexOf(provider.scheduleId ?? '')]?.data
    const timeOff =
      agenda.data?.timeOff.filter(({ providerId }) => providerId === provider.id) ?? []
    return {
      provider,
      items: agenda.data ? columnItems(agenda.data, provider.id, day, names, t) : [],
      closed: schedule ? closedSpans(schedule, date, timeZone) : [],
      timeOff: timeOff.flatMap((each) => {
        const span = spanOn(date, instantsOf(each, provider.timeZone), timeZone)
        return span ? [{ ...span, timeOff: each, text: titleOfTimeOff(each, title) }] : []
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
