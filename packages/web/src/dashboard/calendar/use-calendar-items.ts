import type { EventInput } from '@fullcalendar/react'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import type { Provider } from '../api.ts'
import { busyQuery } from '../connections/connection-queries.ts'
import { bookingsQuery } from '../queries.ts'
import { useNames } from '../use-names.ts'
import { blockInput, bookingInput, busyInput, eventInput } from './calendar-items.ts'
import { blocksQuery, calendarEventsQuery, type Range } from './calendar-queries.ts'
import { calendarMessages } from './messages.ts'

/** No booking is longer than a day, so bookings that start a day before the range may overlap it. */
const MAX_BOOKING_MILLISECONDS = 86_400_000

const earlier = (instant: string): string =>
  new Date(Date.parse(instant) - MAX_BOOKING_MILLISECONDS).toISOString()

const NO_RANGE: Range = { from: '', to: '' }

/** Loads all items of these providers for the range that `setRange` sets. */
export function useCalendarItems(providers: readonly Provider[]) {
  const t = useMessages(calendarMessages)
  const names = useNames()
  const [range, setRange] = useState(NO_RANGE)
  const enabled = range !== NO_RANGE
  const providerIds = providers.map(({ id }) => id)
  const from = enabled ? earlier(range.from) : ''
  const bookings = useQuery({
    ...bookingsQuery({ providerIds, from, to: range.to, pageCount: 10 }),
    enabled,
  })
  const blocks = useQuery({ ...blocksQuery(providerIds, range), enabled })
  const calendarEvents = useQuery({ ...calendarEventsQuery(range), enabled })
  const busy = useQueries({
    queries: providerIds.map((id) => ({ ...busyQuery(id, range), enabled })),
  })
  const busyData = busy.map(({ data }) => data)
  const busyKey = JSON.stringify(busyData)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `busyKey` stands for the busy times
  const events = useMemo(
    (): EventInput[] => [
      ...(bookings.data?.data ?? []).flatMap((booking) => bookingInput(booking, names)),
      ...(blocks.data ?? []).map((block) => blockInput(block, t.block)),
      ...(calendarEvents.data ?? []).map(eventInput),
      ...busyData.flatMap((times, index) =>
        (times ?? []).map((time) => busyInput(time, t.busy, providerIds[index] ?? '')),
      ),
    ],
    [bookings.data, blocks.data, calendarEvents.data, busyKey, names.booker, names.service, t],
  )
  const parts = [bookings, blocks, calendarEvents, ...busy]
  return {
    events,
    setRange,
    isLoading: parts.some(({ isLoading }) => isLoading),
    hasFailed: parts.some(({ isError, data }) => isError && data === undefined),
  }
}
