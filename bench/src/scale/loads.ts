/** DynamoDB's limits of one partition, and so of one key (developer guide: partitions). */
export const PARTITION_WRITE_UNITS = 1_000
/** The same for reads. */
export const PARTITION_READ_UNITS = 3_000

/** How DynamoDB can spread a hot key. */
export type Spread =
  /** One item: its partition is the limit. */
  | 'item'
  /** Items whose sort keys only grow: a split leaves all new ones on one side. */
  | 'growing'
  /** Items in any order: split for heat divides them, within minutes. */
  | 'divisible'

/** What one kind of key took over the day. */
export interface Load {
  readonly name: string
  readonly spread: Spread
  readonly unit: 'WCU' | 'RCU'
  /** Units of all keys of the kind. */
  units: number
  /** The most units that one key took in one second. */
  peak: number
  /** Seconds in which some key was asked for more than a partition has. */
  secondsOver: number
  /** Units beyond the limit: what DynamoDB may throttle, if its burst reserve is used up. */
  unitsOver: number
  /** The most of one key in one second, for each minute of the day. */
  readonly peakOfMinute: Float32Array
}

/**
 * Counts units by key and second, for one kind of key. Counters are reset when their key is next
 * used, so a second costs only as much as what happens in it.
 */
export class Counter {
  readonly load: Load
  readonly #units: Float32Array
  readonly #second: Int32Array
  readonly #limit: number
  #current = -1
  #peak = 0
  #over = 0

  constructor(name: string, spread: Spread, keys: number, unit: Load['unit'] = 'WCU') {
    this.load = {
      name,
      spread,
      unit,
      units: 0,
      peak: 0,
      secondsOver: 0,
      unitsOver: 0,
      peakOfMinute: new Float32Array(24 * 60),
    }
    this.#units = new Float32Array(keys)
    this.#second = new Int32Array(keys).fill(-1)
    this.#limit = unit === 'WCU' ? PARTITION_WRITE_UNITS : PARTITION_READ_UNITS
  }

  /** Adds units to a key in a second; seconds never go back. */
  add(key: number, second: number, units: number): void {
    if (second !== this.#current) this.close(second)
    const before = this.#second[key] === second ? (this.#units[key] as number) : 0
    const after = before + units
    this.#second[key] = second
    this.#units[key] = after
    this.load.units += units
    if (after > this.#peak) this.#peak = after
    if (after > this.#limit) this.#over += Math.min(units, after - this.#limit)
  }

  /** Ends the second before `second`, and notes what was most in it. */
  close(second: number): void {
    if (this.#current >= 0) {
      const { load } = this
      const minute = Math.floor(this.#current / 60)
      load.peak = Math.max(load.peak, this.#peak)
      load.peakOfMinute[minute] = Math.max(load.peakOfMinute[minute] ?? 0, this.#peak)
      if (this.#over > 0) load.secondsOver += 1
      load.unitsOver += this.#over
    }
    this.#current = second
    this.#peak = 0
    this.#over = 0
  }
}
