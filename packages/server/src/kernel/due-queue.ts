/** A range of one partition. Both ends are inclusive. */
export interface DueRange {
  readonly partition: string
  readonly from: string
  readonly to: string
}

/** A queue of entries by due time, spread over shards. */
export interface DueQueue {
  /** The name of its partitions without the shard: `DUE` for `DUE#0`, `DUE#1`, … */
  readonly queue: string
  /** The entries of a shard that are due at an instant or before it, the longest due first. */
  readonly rangeOf: (shard: number, nowEpochMilliseconds: number) => DueRange
}
