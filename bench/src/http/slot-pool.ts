import type { TimeWindow, Weekday } from '@holdfast/engine'
import { computeSlots, EMPTY_SET, type SlotPolicy } from '@holdfast/engine'

/** Number of providers that share the bookings. */
export const PROVIDERS = 200
/** Number of days ahead with bookable slots. */
export const DAYS_AHEAD = 180
export const TIME_ZONE = 'Europe/Berlin'
export const DURATION_MINUTES = 30

/** One slot of one provider. */
export interface Slot {
  readonly provider: number
  readonly startEpochMinutes: number
}

/** Monday to Friday, 9–12 and 13–17: 14 half-hour slots per day. */
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

/** The slot starts of one provider on the days ahead, from tomorrow. */
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

/** Formats an epoch minute as RFC 3339. */
export const instantText = (epochMinutes: number): string =>
  `${new Date(epochMinutes * 60_000).toISOString().slice(0, 19)}Z`

/**
 * All slots of all providers in a reproducible random order. Each slot is returned once, so requests never
 * conflict.
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

  /** Returns the next `count` slots. Throws if fewer are left. */
  take(count: number): readonly Slot[] {
    const taken = this.#order.subarray(this.#next, this.#next + count)
    if (taken.length < count) {
      throw new Error(`all ${this.#order.length} slots are booked. Use fewer seconds or rounds.`)
    }
    this.#next += count
    return Array.from(taken, (place) => ({
      provider: place % PROVIDERS,
      startEpochMinutes: this.#starts[Math.floor(place / PROVIDERS)] as number,
    }))
  }
}
