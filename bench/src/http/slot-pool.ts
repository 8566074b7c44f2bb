import type { TimeWindow, Weekday } from '@holdfast/engine'
import { computeSlots, EMPTY_SET, type SlotPolicy } from '@holdfast/engine'

/** Number of providers that share the bookings. */
export const PROVIDERS = 200
/** Number of days ahead whose slots are booked first. */
export const DAYS_AHEAD = 180
/** The most days ahead with bookable slots: what an event type allows, without the day that may begin meanwhile. */
export const BOOKABLE_DAYS = 1_094
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

/** The rules of every event type of a run. */
export const SLOT_POLICY: SlotPolicy = {
  timeZone: TIME_ZONE,
  durationMinutes: DURATION_MINUTES,
  slotStepMinutes: DURATION_MINUTES,
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
  minNoticeMinutes: 0,
  maxAdvanceDays: BOOKABLE_DAYS + 1,
  availabilityRules: WEEKDAYS.map((weekday) => ({ weekday, windows: WINDOWS })),
  dateOverrides: [],
}

const MINUTES_PER_DAY = 1440

/** The slot starts of one provider on some days ahead, from tomorrow, or from `afterDays` later. */
export function startsAhead(
  nowEpochMilliseconds: number,
  days = DAYS_AHEAD,
  afterDays = 0,
): readonly number[] {
  const tomorrow = Math.ceil(nowEpochMilliseconds / 60_000 / MINUTES_PER_DAY) * MINUTES_PER_DAY
  const from = tomorrow + afterDays * MINUTES_PER_DAY
  return computeSlots({
    policy: SLOT_POLICY,
    fromEpochMinutes: from,
    toEpochMinutes: from + days * MINUTES_PER_DAY,
    nowEpochSeconds: Math.floor(nowEpochMilliseconds / 1000),
    occupied: EMPTY_SET,
  })
}

/** Formats an epoch minute as RFC 3339. */
export const instantText = (epochMinutes: number): string =>
  `${new Date(epochMinutes * 60_000).toISOString().slice(0, 19)}Z`

/**
 * All slots of all providers: those of the first days in a reproducible random order, then those of as many days after
 * them, up to `BOOKABLE_DAYS`. Each slot is returned once, so requests never conflict.
 */
export class SlotPool {
  readonly #nowEpochMilliseconds: number
  readonly #days: number
  #daysBefore = 0
  #block: SlotBlock
  #next = 0

  /** @param days the days of slots that are mixed at a time. */
  constructor(nowEpochMilliseconds: number, days = DAYS_AHEAD) {
    this.#nowEpochMilliseconds = nowEpochMilliseconds
    this.#days = days
    this.#block = new SlotBlock(startsAhead(nowEpochMilliseconds, days))
  }

  /** Returns the next `count` slots. Throws if fewer are left. */
  take(count: number): readonly Slot[] {
    const slots: Slot[] = []
    while (slots.length < count) {
      if (this.#next === this.#block.length) this.#beginNextBlock()
      const end = Math.min(this.#next + count - slots.length, this.#block.length)
      for (; this.#next < end; this.#next += 1) slots.push(this.#block.at(this.#next))
    }
    return slots
  }

  #beginNextBlock(): void {
    this.#daysBefore += this.#days
    if (this.#daysBefore + this.#days > BOOKABLE_DAYS) {
      throw new Error(
        `all slots of ${this.#daysBefore} days are booked. Use fewer seconds or rounds.`,
      )
    }
    this.#block = new SlotBlock(
      startsAhead(this.#nowEpochMilliseconds, this.#days, this.#daysBefore),
    )
    this.#next = 0
  }
}

/** The slots of some days, in a reproducible random order. */
class SlotBlock {
  readonly #starts: readonly number[]
  readonly #order: Uint32Array

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

  get length(): number {
    return this.#order.length
  }

  at(position: number): Slot {
    const place = this.#order[position] as number
    return {
      provider: place % PROVIDERS,
      startEpochMinutes: this.#starts[Math.floor(place / PROVIDERS)] as number,
    }
  }
}
