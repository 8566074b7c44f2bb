import type { EventInput } from '@fullcalendar/react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import type { Calendar, Provider } from '../api.ts'
import { closureMessages } from '../closures/messages.ts'
import { timeOffMessages } from '../time-off/messages.ts'
import { titleOfTimeOff } from '../time-off/time-off-time.ts'
import { useNames } from '../use-names.ts'
import { appointmentsOf } from './appointments.ts'
import {
  appointmentInputs,
  blockInput,
  bookingOf,
  busyInput,
  closureInputs,
  emptyClassInput,
  eventInput,
  timeOffInput,
  titleOf,
  titleOfEmptyClass,
} from './calendar-items.ts'
import { agendaQuery, entriesOf, type Range } from './calendar-queries.ts'
import { type Coloring, toned } from './coloring.ts'
import { calendarMessages } from './messages.ts'
import { useDayCounts } from './use-day-counts.ts'
import { useShownClosures } from './use-shown-closures.ts'
import { useTones } from './use-tones.ts'

/** How items are shown. */
export interface Look {
  /** Whether the classes that nobody has booked are among them. */
  readonly withEmptyClasses: boolean
  readonly coloring: Coloring
  /** Whether days are counted. */
  readonly isMonth: boolean
  readonly timeZone: string
}

const NO_RANGE: Range = { from: '', to: '' }

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()

/**
 * The names that both a calendar of nights and a provider have: probably the same thing, bookable twice. The calendar of a
 * unit is that of the unit.
 */
const namesOfBoth = (calendars: readonly Calendar[], providers: readonly Provider[]) =>
  calendars
    .filter(
      ({ id, exclusive, name }) =>
        exclusive === 'nights' &&
        providers.every(({ calendarId }) => calendarId !== id) &&
        providers.some((each) => same(each.name, name)),
    )
    .map(({ name }) => name)

/** Loads all items of these providers for the range that `setRange` sets. */
export function useCalendarItems(providers: readonly Provider[], look: Look) {
  const { withEmptyClasses, isMonth, timeZone } = look
  const t = useMessages(calendarMessages)
  const { title: away } = useMessages(timeOffMessages)
  const { inCalendar } = useMessages(closureMessages)
  const { booker, service, provider, eventType } = useNames()
  const [range, setRange] = useState(NO_RANGE)
  const providerIds = providers.map(({ id }) => id)
  const ids = providerIds.join(' ')
  const { data, isLoading, isError } = useQuery({
    ...agendaQuery(providerIds, range, withEmptyClasses),
    enabled: range !== NO_RANGE,
    placeholderData: keepPreviousData,
  })
  const tones = useTones(look.coloring)
  const toneOf = tones.of
  const closures = useShownClosures(providers, data)
  const events = useMemo((): EventInput[] => {
    if (data === undefined) return []
    const names = { booker, service, eventType }
    const shownIds = new Set(ids.split(' '))
    return [
      ...appointmentsOf(data.bookings, names).flatMap((each) =>
        appointmentInputs(each, titleOf(each, names, t.seats), shownIds, { provider }).map(
          (input) => toned(input, toneOf(bookingOf(each))),
        ),
      ),
      ...data.offeredClasses.map((each) =>
        emptyClassInput(each, titleOfEmptyClass(each, names, t.freeSeats)),
      ),
      ...data.blocks.map((block) => blockInput(block, t.block)),
      ...data.timeOff.map((timeOff) => {
        const name = provider(timeOff.providerId)?.name ?? ''
        return timeOffInput(timeOff, `${name} · ${titleOfTimeOff(timeOff, away)}`)
      }),
      ...closures.flatMap(({ closure, isWhole, names: closed }) => {
        const title = inCalendar(closure.name)
        return closureInputs(closure, isWhole ? title : `${title} · ${closed}`, isWhole)
      }),
      ...entriesOf(data).map((entry) => eventInput(entry, t.lacksNights)),
      ...data.busy.map((time) => busyInput(time, t.busy, time.providerId)),
    ]
  }, [data, ids, toneOf, closures, booker, service, provider, eventType, t, away, inCalendar])
  const bookings = data?.bookings ?? []
  return {
    events,
    bookings,
    tones: tones.among(bookings),
    counts: useDayCounts({ providers, range, timeZone, isMonth, agenda: data }),
    range,
    setRange,
    isLoading,
    twice: namesOfBoth(data?.calendars ?? [], providers),
    hasFailed: (isError && data === undefined) || data?.isComplete === false,
  }
}
