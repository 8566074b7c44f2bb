import type { BookingWrites } from './booking-writes.ts'
import { poisson } from './random.ts'

/** A crowd on one day of one provider. */
export interface CrowdOptions {
  /** The second of the day at which it begins. */
  readonly begin: number
  readonly seconds: number
  readonly attemptsPerSecond: number
  readonly provider: number
  /** Free times of that day. */
  readonly times: number
}

/** What became of a crowd. */
export interface CrowdReport {
  readonly attempts: number
  readonly booked: number
  readonly taken: number
  /** Seconds until all times were booked. Undefined if some are left. */
  readonly bookedAfterSeconds: number | undefined
}

/** Claims of one ledger day in a second, and transactions that each of them takes (`npm run bench:crowd`). */
const CLAIMS_PER_SECOND = 40
const TRANSACTIONS_PER_CLAIM = 1.9
/** A ledger day with nothing but its keys, and the mark of each hold on it. */
const DAY_BYTES = 200
const MARK_BYTES = 65

/**
 * Simulates a crowd as the server treats it: the first attempt for a free time waits for its turn at the ledger day.
 * All others read that day, and learn that their time is taken. The day grows with each hold, and with it the
 * price of each write and read of it.
 */
export class Crowd {
  readonly #options: CrowdOptions
  readonly #random: () => number
  /** Attempts that wait for each time; -1: booked. */
  readonly #waiting: Int32Array
  /** Times for which somebody waits. */
  #wanted = 0
  #attempts = 0
  #booked = 0
  #taken = 0
  #bookedAfter: number | undefined

  constructor(options: CrowdOptions, random: () => number) {
    this.#options = options
    this.#random = random
    this.#waiting = new Int32Array(options.times)
  }

  get report(): CrowdReport {
    return {
      attempts: this.#attempts,
      booked: this.#booked,
      taken: this.#taken,
      bookedAfterSeconds: this.#bookedAfter,
    }
  }

  /** A second of the day. Calls `onHold` for each hold. */
  second(second: number, writes: BookingWrites, onHold: (provider: number) => void): void {
    const { begin, seconds, attemptsPerSecond, provider, times } = this.#options
    if (second < begin) return
    const bytes = DAY_BYTES + MARK_BYTES * this.#booked
    const readUnits = Math.ceil(bytes / 4096)
    if (second < begin + seconds) {
      const attempts = poisson(attemptsPerSecond, this.#random)
      this.#attempts += attempts
      writes.read(provider, attempts * (1 + readUnits))
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        const time = Math.floor(this.#random() * times)
        const waiting = this.#waiting[time] as number
        if (waiting < 0) this.#taken += 1
        else {
          if (waiting === 0) this.#wanted += 1
          this.#waiting[time] = waiting + 1
        }
      }
    }
    for (let claim = 0; claim < CLAIMS_PER_SECOND; claim += 1) {
      const time = this.#nextWaiting()
      if (time === undefined) break
      const others = (this.#waiting[time] as number) - 1
      this.#waiting[time] = -1
      this.#wanted -= 1
      this.#booked += 1
      this.#taken += others
      // At their turn, they read the day once more.
      writes.read(provider, (1 + others) * readUnits)
      writes.hold(provider, 2 * TRANSACTIONS_PER_CLAIM * Math.ceil(bytes / 1024))
      onHold(provider)
      if (this.#booked === times) this.#bookedAfter = second - begin + 1
    }
  }

  /** A time for which somebody waits, chosen at random. */
  #nextWaiting(): number | undefined {
    if (this.#wanted === 0) return undefined
    const { times } = this.#options
    const from = Math.floor(this.#random() * times)
    for (let step = 0; step < times; step += 1) {
      const time = (from + step) % times
      if ((this.#waiting[time] as number) > 0) return time
    }
    return undefined
  }
}
