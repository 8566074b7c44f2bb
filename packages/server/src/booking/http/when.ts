import type { BookingCreate } from '@holdfast/contracts'
import { dayNumberOf, secondsOf } from '../../kernel/http/instants.ts'
import type { BookingInput } from '../bookings/booking-input.ts'

type When = Pick<BookingCreate, 'start' | 'arrival' | 'departure'> &
  Partial<
    Pick<
      BookingCreate,
      | 'occupants'
      | 'ratePlanId'
      | 'extras'
      | 'code'
      | 'quoteId'
      | 'unitId'
      | 'providerId'
      | 'pinned'
    >
  >

/** The start of a body, or its nights. A schema has checked that it has one of them. */
export function whenOf({
  start,
  arrival,
  departure,
  occupants,
  ratePlanId,
  extras,
  code,
  quoteId,
  unitId,
  providerId,
  pinned = unitId !== undefined || providerId !== undefined,
}: When): Pick<BookingInput, 'startEpochSeconds' | 'stay'> {
  if (start !== undefined) return { startEpochSeconds: secondsOf(start) }
  return {
    startEpochSeconds: 0,
    stay: {
      arrivalDay: dayNumberOf(arrival ?? ''),
      departureDay: dayNumberOf(departure ?? ''),
      isPinned: pinned,
      rate: {
        ratePlanId,
        extras: extras?.map(({ id, quantity = 1 }) => ({ id, quantity })),
        code,
        quoteId,
      },
      ...(occupants && {
        occupants: { adults: occupants.adults, childAges: occupants.childAges ?? [] },
      }),
    },
  }
}
