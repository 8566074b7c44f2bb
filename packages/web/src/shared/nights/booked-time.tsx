import type { PublicBooking } from '@holdfast/contracts'
import { useI18n } from '../i18n.tsx'
import { TimeRange } from '../time-range.tsx'
import { StayDates } from './stay-dates.tsx'

interface BookedTimeProps {
  readonly booking: Pick<PublicBooking, 'start' | 'end' | 'arrival' | 'departure'>
  readonly timeZone: string
  readonly providerZone: string
}

/** When a booking is: its time, or the dates of a stay, which are those of its house. */
export function BookedTime({ booking, timeZone, providerZone }: BookedTimeProps) {
  const { format } = useI18n()
  const { start, end, arrival, departure } = booking
  if (arrival === null || departure === null) {
    return <TimeRange start={start} end={end} timeZone={timeZone} providerZone={providerZone} />
  }
  return (
    <StayDates
      arrival={arrival}
      departure={departure}
      checkIn={format.time(start, providerZone)}
      checkOut={format.time(end, providerZone)}
      zone={providerZone}
    />
  )
}
