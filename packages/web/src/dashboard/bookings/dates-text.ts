import type { Format } from '../../shared/format.ts'
import type { nightsMessages } from '../../shared/nights/messages.ts'
import type { Booking } from '../api.ts'

/** The dates of a stay with its nights, in one line. Undefined for a booking of time. */
export const datesText = (
  { arrival, departure, nights }: Pick<Booking, 'arrival' | 'departure' | 'nights'>,
  format: Pick<Format, 'shortDay'>,
  texts: Pick<(typeof nightsMessages)['en'], 'nights'>,
): string | undefined =>
  arrival === null || departure === null || nights === null
    ? undefined
    : `${format.shortDay(arrival)} – ${format.shortDay(departure)}, ${texts.nights(nights)}`
