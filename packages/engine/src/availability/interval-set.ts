import { invariant } from '../kernel/invariant.ts'

/** An interval of time in epoch minutes, half-open `[start, end)`. */
export interface Interval {
  readonly startEpochMinutes: number
  readonly endEpochMinutes: number
}

/** Reports whether every minute of one interval is within another. */
export const covers = (outer: Interval, inner: Interval): boolean =>
  outer.startEpochMinutes <= inner.startEpochMinutes &&
  inner.endEpochMinutes <= outer.endEpochMinutes

/** Reports whether two intervals have a minute in common. */
export const areOverlapping = (one: Interval, other: Interval): boolean =>
  one.startEpochMinutes < other.endEpochMinutes && other.startEpochMinutes < one.endEpochMinutes

declare const brand: unique symbol

/**
 * A set of minutes as the flat bounds `[start, end, start, end, …]` of its intervals, which are
 * half-open, non-empty, ascending and do not touch. Only the functions of this file create a set, so
 * every set has this form. The bounds are epoch minutes; a bound may be infinite.
 */
export type IntervalSet = readonly number[] & { readonly [brand]: true }

const asSet = (bounds: number[]): IntervalSet => bounds as unknown as IntervalSet

/** The empty set. */
export const EMPTY_SET: IntervalSet = asSet([])

/** The set of all minutes. */
export const ALL_TIME: IntervalSet = asSet([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY])

/** The union of intervals, which may be in any order, overlap or be empty. */
export function fromUnsorted(intervals: readonly Interval[]): IntervalSet {
  const count = intervals.length
  const bounds = new Float64Array(2 * count)
  let used = 0
  for (const interval of intervals) {
    if (interval.endEpochMinutes > interval.startEpochMinutes) {
      bounds[used] = interval.startEpochMinutes
      bounds[count + used] = interval.endEpochMinutes
      used += 1
    }
  }
  return fromStartsAndEnds(bounds.subarray(0, used), bounds.subarray(count, count + used))
}

/**
 * Merges intervals whose starts and ends are given in separate arrays, each in any order. A merged
 * interval ends where as many intervals have ended as have started, so it does not matter which end
 * belongs to which start.
 */
function fromStartsAndEnds(starts: Float64Array, ends: Float64Array): IntervalSet {
  starts.sort()
  ends.sort()
  const merged: number[] = []
  const count = starts.length
  for (let first = 0; first < count; ) {
    let last = first
    // The interval goes on while the next start is not after this end; touching ones are joined.
    while (last + 1 < count && (starts[last + 1] as number) <= (ends[last] as number)) last += 1
    merged.push(starts[first] as number, ends[last] as number)
    first = last + 1
  }
  return asSet(merged)
}

/**
 * The union of intervals given as flat bounds in ascending order of their starts; touching ones are
 * joined. Throws if they are not ascending.
 */
export function fromAscending(bounds: readonly number[]): IntervalSet {
  const merged: number[] = []
  for (let i = 0; i < bounds.length; i += 2) {
    const start = bounds[i] as number
    const end = bounds[i + 1] as number
    if (end <= start) continue
    const last = merged.length - 1
    if (last < 0 || start > (merged[last] as number)) {
      merged.push(start, end)
    } else {
      invariant(
        start >= (merged[last - 1] as number),
        'the starts of the intervals are not ascending',
      )
      if (end > (merged[last] as number)) merged[last] = end
    }
  }
  return asSet(merged)
}

/** The minutes that are in at least one of two sets. */
export function union(a: IntervalSet, b: IntervalSet): IntervalSet {
  if (a.length === 0) return b
  if (b.length === 0) return a
  const merged: number[] = []
  let i = 0
  let j = 0
  let end = Number.NaN
  while (i < a.length || j < b.length) {
    const takeA = j >= b.length || (i < a.length && (a[i] as number) <= (b[j] as number))
    const start = (takeA ? a[i] : b[j]) as number
    const thisEnd = (takeA ? a[i + 1] : b[j + 1]) as number
    if (takeA) i += 2
    else j += 2
    if (start <= end) {
      end = Math.max(end, thisEnd)
      merged[merged.length - 1] = end
    } else {
      end = thisEnd
      merged.push(start, end)
    }
  }
  return asSet(merged)
}

/** The minutes that are in both sets. */
export function intersect(a: IntervalSet, b: IntervalSet): IntervalSet {
  const common: number[] = []
  let i = 0
  let j = 0
  while (i < a.length && j < b.length) {
    const aEnd = a[i + 1] as number
    const bEnd = b[j + 1] as number
    const start = Math.max(a[i] as number, b[j] as number)
    const end = Math.min(aEnd, bEnd)
    if (start < end) common.push(start, end)
    if (aEnd <= bEnd) i += 2
    else j += 2
  }
  return asSet(common)
}

/** The minutes of `a` that are not in `b`. */
export function subtract(a: IntervalSet, b: IntervalSet): IntervalSet {
  const rest: number[] = []
  let j = 0
  for (let i = 0; i < a.length; i += 2) {
    let start = a[i] as number
    const end = a[i + 1] as number
    while (j < b.length && (b[j + 1] as number) <= start) j += 2
    for (let k = j; k < b.length && (b[k] as number) < end; k += 2) {
      if ((b[k] as number) > start) rest.push(start, b[k] as number)
      start = Math.max(start, b[k + 1] as number)
    }
    if (start < end) rest.push(start, end)
  }
  return asSet(rest)
}

/** The minutes of a set within `[startEpochMinutes, endEpochMinutes)`. */
export const clip = (
  set: IntervalSet,
  startEpochMinutes: number,
  endEpochMinutes: number,
): IntervalSet =>
  startEpochMinutes < endEpochMinutes
    ? intersect(set, asSet([startEpochMinutes, endEpochMinutes]))
    : EMPTY_SET

/** The index of the bounds of the first interval that ends after an instant; the length if none does. */
export function firstEndingAfter(set: IntervalSet, epochMinutes: number): number {
  let low = 0
  let high = set.length / 2
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((set[2 * middle + 1] as number) <= epochMinutes) low = middle + 1
    else high = middle
  }
  return 2 * low
}

/** Reports whether the set contains every minute of `[startEpochMinutes, endEpochMinutes)`. */
export function contains(
  set: IntervalSet,
  startEpochMinutes: number,
  endEpochMinutes: number,
): boolean {
  if (endEpochMinutes <= startEpochMinutes) return true
  const i = firstEndingAfter(set, startEpochMinutes)
  return (
    i < set.length &&
    (set[i] as number) <= startEpochMinutes &&
    endEpochMinutes <= (set[i + 1] as number)
  )
}

/** Reports whether an instant lies in the set or at the end of one of its intervals. */
export function touches(set: IntervalSet, epochMinutes: number): boolean {
  const i = firstEndingAfter(set, epochMinutes)
  return (i < set.length && (set[i] as number) <= epochMinutes) || set[i - 1] === epochMinutes
}

/** The first interval of the set that overlaps `[startEpochMinutes, endEpochMinutes)`. */
export function firstOverlap(
  set: IntervalSet,
  startEpochMinutes: number,
  endEpochMinutes: number,
): Interval | undefined {
  const i = firstEndingAfter(set, startEpochMinutes)
  if (i >= set.length || (set[i] as number) >= endEpochMinutes) return undefined
  return { startEpochMinutes: set[i] as number, endEpochMinutes: set[i + 1] as number }
}

/** The intervals of a set, ascending. */
export function toIntervals(set: IntervalSet): readonly Interval[] {
  const intervals: Interval[] = []
  for (let i = 0; i < set.length; i += 2) {
    intervals.push({
      startEpochMinutes: set[i] as number,
      endEpochMinutes: set[i + 1] as number,
    })
  }
  return intervals
}
