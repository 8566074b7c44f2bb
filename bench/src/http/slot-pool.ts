import type { TimeWindow, Weekday } from '@holdfast/engine'
import { computeSlots, EMPTY_SET, type SlotPolicy } from '@holdfast/engine'

/** How many providers the bookings are spread over. */
export const PROVIDERS = 200
/** For how many days ahead slots are booked. */
export const DAYS_AHEAD = 180
export const TIME_ZONE = 'Europe/Berlin'
export const DURATION_MINUTES = 30

/** One slot of one provider, both by number. */
export interface Slot {
  readonly provider: number
  readonly startEpochMinutes: number
}

/** Monday to Friday, 9–12 and 13–17: 14 slots of half an hour a day. */
export const WEEKDAYS: readonly Weekday[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday']
export const WINDOWS: readonly TimeWindow[] = [
  { startMinute: 9 * 60, endMinute: 12 * 60 },
  { startMinute: 13 * 60, endMinute: 17 * 60 },
]

const policy: SlotPolicy = {
  timeZone: TIME_ZONE,
  durationMinutes: DURATION_MINUTES,
  slotStepMinutes: DURATION_MINUTES,
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
  minNoticeMinutes: 0,
  maxAdvanceDays: DAYS_AHEAD + 2,
  availabilityRules: WEEKDAYS.map((weekday) => ({ weekday, windows: WINDOWS })),
  dateOverrides: [],
}

const MINUTES_PER_DAY = 1440

/** The starts of one provider's slots in the days ahead, from tomorrow on. */
export function startsAhead(nowEpochMilliseconds: number, days = DAYS_AHEAD): readonly number[] {
  const tomorrow = Math.ceil(nowEpochMilliseconds / 60_000 / MINUTES_PER_DAY) * MINUTES_PER_DAY
  return computeSlots({
    policy,
    fromEpochMinutes: tomorrow,
    toEpochMinutes: tomorrow + days * MINUTES_PER_DAY,
    nowEpochSeconds: Math.floor(nowEpochMilliseconds / 1000),
    occupied: EMPTY_SET,
  })
}

/** RFC 3339 text of an epoch minute. */
export const instantText = (epochMinutes: number): string =>
  `${new Date(epochMinutes * 60_000).toISOString().slice(0, 19)}Z`

/**
 * All slots of all providers in an order that is random but the same in every run; each is given out
 * once, so that no request can meet another's booking.
 */
export class SlotPool {
  readonly #starts: readonly number[]
  readonly #order: Uint32Array
  #next = 0

  constructor(starts: readonly number[]) {
    this.#starts = starts
    this.#order = Uint32Array.from({ length: PROVIDERS * starts.length }, (_, place) => place)
    let state = 1
    for (let place = this.#order.length - 1; place > 0; place -= 1) {
      // xorshift32
      state ^= state << 13
      state ^= state >>> 17
      state ^= state << 5
      const other = (state >>> 0) % (place + 1)
      const here = this.#order[place] as number
      this.#order[place] = this.#order[other] as number
      this.#order[other] = here
    }
  }

  /** The next `count` slots; throws when there are not that many left. */
  take(count: number): readonly Slot[] {
    const taken = this.#order.subarray(this.#next, this.#next + count)
    if (taken.length < count) {
      throw new Error(`all ${this.#order.length} slots are booked: measure for a shorter time`)
    }
    this.#next += count
    return Array.from(taken, (place) => ({
      provider: place % PROVIDERS,
      startEpochMinutes: this.#starts[Math.floor(place / PROVIDERS)] as number,
    }))
  }
}
