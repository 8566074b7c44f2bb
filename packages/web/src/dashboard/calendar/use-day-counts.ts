import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Provider } from '../api.ts'
import { schedulesQuery } from '../queries.ts'
import { useNames } from '../use-names.ts'
import { addDays, dateOf } from '../zoned.ts'
import { appointmentsOf } from './appointments.ts'
import type { Agenda, Range } from './calendar-queries.ts'
import { type DayCount, dayCounts } from './day-counts.ts'

interface Shown {
  readonly providers: readonly Provider[]
  readonly range: Range
  readonly timeZone: string
  /** Only months count their days. */
  readonly isMonth: boolean
  readonly agenda: Agenda | undefined
}

/** How full each day of a month is. Undefined until it is known, and in other views. */
export function useDayCounts(shown: Shown): ReadonlyMap<string, DayCount> | undefined {
  const { providers, range, timeZone, isMonth, agenda } = shown
  const { eventType } = useNames()
  const { data: schedules } = useQuery({ ...schedulesQuery, enabled: isMonth })
  return useMemo(() => {
    if (!isMonth || agenda === undefined || schedules === undefined || range.from === '') return
    const appointments = appointmentsOf(agenda.bookings, { eventType })
    const counted = { appointments, agenda, providers, schedules, timeZone }
    const end = addDays(dateOf(range.to, timeZone), 1)
    return dayCounts(counted, dateOf(range.from, timeZone), end)
  }, [isMonth, agenda, schedules, providers, range, timeZone, eventType])
}
