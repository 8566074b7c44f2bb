import { BOOKABLE_DAYS, DURATION_MINUTES, TIME_ZONE, WEEKDAYS } from './slot-pool.ts'

/** The request bodies for the providers, event types and bookings of the benchmark. */

const HOLD_MINUTES = 60

export const providerBody = (number: number, email?: string) => ({
  name: `Provider ${number}`,
  ...(email !== undefined && { email }),
  slug: `provider-${number}`,
  timeZone: TIME_ZONE,
  specialty: 'dentist',
})

/** Monday to Friday, 9–12 and 13–17. Holds last longer than the benchmark, so none expires during it. */
export const eventTypeBody = (providerId: string, confirmation: 'hold' | 'instant' = 'hold') => ({
  providerId,
  slug: 'check-up',
  title: 'Check-up',
  durationMinutes: DURATION_MINUTES,
  maxAdvanceDays: BOOKABLE_DAYS + 1,
  confirmation,
  holdMinutes: HOLD_MINUTES,
  availabilityRules: WEEKDAYS.map((weekday) => ({
    weekday,
    windows: [
      { start: '09:00', end: '12:00' },
      { start: '13:00', end: '17:00' },
    ],
  })),
})

export const bookerOf = (number: number) => ({
  name: 'Grace Hopper',
  email: `grace${number % 5000}@example.com`,
})
