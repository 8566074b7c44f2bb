import type { components } from '@holdfast/client'

/** Kinds of businesses that the first day proposes samples for. */
export const INTENTS = ['dentist', 'studio', 'barber', 'tutor', 'guestHouse'] as const
export type Intent = (typeof INTENTS)[number]

/** The name of a sample, which the texts of the page have in each language. */
export type SampleName =
  | 'checkUp'
  | 'cleaning'
  | 'firstVisit'
  | 'class'
  | 'oneToOne'
  | 'haircut'
  | 'beard'
  | 'haircutAndBeard'
  | 'lesson'
  | 'firstMeeting'

/** A service that bookers can book by the hour. */
export interface SampleService {
  readonly name: SampleName
  readonly durationMinutes: number
  /** Between two bookings. */
  readonly bufferAfterMinutes?: number
  /** Makes it a class. */
  readonly capacity?: number
}

type Rules = components['schemas']['ScheduleCreate']['availabilityRules']
type Weekday = Rules[number]['weekday']
type Window = Rules[number]['windows'][number]

/** What is set up for a business by the hour: services, hours and terms. */
export interface HoursPlan {
  readonly services: readonly SampleService[]
  readonly availabilityRules: Rules
  /** How long before the start bookers can still book. */
  readonly minNoticeMinutes: number
  /** How long before the start they can still cancel or move. */
  readonly cancelUntilMinutes: number
  readonly slotStepMinutes: number
}

const WORKING_DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const

const on = (weekdays: readonly Weekday[], ...windows: readonly Window[]): Rules =>
  weekdays.map((weekday) => ({ weekday, windows: [...windows] }))

const HOUR = 60
const DAY = 1440

/** The samples by kind of business, other than a guest house. */
export const HOURS_PLANS: Readonly<Record<Exclude<Intent, 'guestHouse'>, HoursPlan>> = {
  dentist: {
    services: [
      { name: 'checkUp', durationMinutes: 30 },
      { name: 'cleaning', durationMinutes: 45, bufferAfterMinutes: 15 },
      { name: 'firstVisit', durationMinutes: 60 },
    ],
    availabilityRules: on(
      WORKING_DAYS,
      { start: '08:00', end: '12:00' },
      { start: '13:00', end: '17:00' },
    ),
    minNoticeMinutes: 2 * HOUR,
    cancelUntilMinutes: DAY,
    slotStepMinutes: 15,
  },
  studio: {
    services: [
      { name: 'class', durationMinutes: 60, capacity: 12 },
      { name: 'oneToOne', durationMinutes: 60 },
    ],
    availabilityRules: [
      ...on(WORKING_DAYS, { start: '09:00', end: '20:00' }),
      ...on(['saturday'], { start: '10:00', end: '14:00' }),
    ],
    minNoticeMinutes: 30,
    cancelUntilMinutes: 12 * HOUR,
    slotStepMinutes: 60,
  },
  barber: {
    services: [
      { name: 'haircut', durationMinutes: 30 },
      { name: 'beard', durationMinutes: 15 },
      { name: 'haircutAndBeard', durationMinutes: 45 },
    ],
    availabilityRules: on(['tuesday', 'wednesday', 'thursday', 'friday', 'saturday'], {
      start: '10:00',
      end: '19:00',
    }),
    minNoticeMinutes: 30,
    cancelUntilMinutes: 2 * HOUR,
    slotStepMinutes: 15,
  },
  tutor: {
    services: [
      { name: 'lesson', durationMinutes: 60, bufferAfterMinutes: 15 },
      { name: 'firstMeeting', durationMinutes: 30 },
    ],
    availabilityRules: [
      ...on(WORKING_DAYS, { start: '14:00', end: '20:00' }),
      ...on(['saturday'], { start: '10:00', end: '14:00' }),
    ],
    minNoticeMinutes: 12 * HOUR,
    cancelUntilMinutes: DAY,
    slotStepMinutes: 15,
  },
}

/** The samples of a guest house: two rooms for two people. */
export const HOUSE_PLAN = {
  rooms: [1, 2],
  stay: { minNights: 1, maxNights: 14 },
  occupancy: { base: 2, adults: 2, children: 1, total: 3 },
} as const
