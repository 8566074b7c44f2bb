/** DynamoDB's write limit of one partition and so of one key (developer guide: partitions). */
export const PARTITION_WRITE_UNITS = 1_000
/** DynamoDB's read limit of one partition. */
export const PARTITION_READ_UNITS = 3_000

/** How DynamoDB can distribute a hot key. */
export type Spread =
  /** One item, limited by its partition. */
  | 'item'
  /** Items with increasing sort keys: after a split, all new items are on one side. */
  | 'growing'
  /** Items in any order: split for heat divides them within minutes. */
  | 'divisible'

/** The load of one kind of key over the day. */
export interface Load {
  readonly name: string
  readonly spread: Spread
  readonly unit: 'WCU' | 'RCU'
  /** Total units of all keys. */
  units: number
  /** The most units of one key in one second. */
  peak: number
  /** Seconds in which a key exceeded the limit of a partition. */
  secondsOver: number
  /** Units above the limit, which DynamoDB throttles when the burst capacity is used up. */
  unitsOver: number
  /** The most units of one key in one second, per minute of the day. */
  readonly peakOfMinute: Float32Array
}

/**
 * Counts the units of one kind of key by key and second. A key's counter resets on its first use in a new
 * second, so idle keys cost nothing.
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

  /** Adds units to a key in a second. Seconds never decrease. */
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

  /** Ends the current second and starts `second`. Records the peak. */
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
