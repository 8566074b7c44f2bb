import type { PublicBooking } from '@holdfast/contracts'
import { useI18n } from '../shared/i18n.tsx'

interface BookingWhenProps {
  readonly booking: Pick<PublicBooking, 'start' | 'end' | 'arrival' | 'departure'>
  readonly timeZone: string
}

/** The dates of a stay, or the date and the times of a booking, on one line. */
export function BookingWhen({ booking, timeZone }: BookingWhenProps) {
  const { format } = useI18n()
  const { start, end, arrival, departure } = booking
  if (arrival !== null && departure !== null) {
    return (
      <strong>
        {format.shortDay(arrival)} – {format.shortDay(departure)}
      </strong>
    )
  }
  return (
    <>
      <strong>{format.shortDate(start, timeZone)}</strong>{' '}
      <time dateTime={start}>
        {format.time(start, timeZone)}–{format.time(end, timeZone)}
      </time>
    </>
  )
}
