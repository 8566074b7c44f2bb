import { clip, fromUnsorted, type Interval, toIntervals } from '@holdfast/engine'
import { idOfOwnUid } from './own-uid.ts'
import type { BusyTimes } from './ports/free-busy.ts'

/** A busy span of an event, with the event's UID if it is known. */
export interface BusySpan extends Interval {
  readonly uid?: string | undefined
}

/** Merges the spans of a calendar in a range. Those of each UID of ours stay apart, because they may show bookings. */
export function gatherBusy(range: Interval, spans: readonly BusySpan[]): BusyTimes {
  const merged = (some: readonly Interval[]) =>
    toIntervals(clip(fromUnsorted(some), range.startEpochMinutes, range.endEpochMinutes))
  const others: BusySpan[] = []
  const ownByUid = new Map<string, BusySpan[]>()
  for (const span of spans) {
    const { uid } = span
    if (uid === undefined || idOfOwnUid(uid) === undefined) others.push(span)
    else ownByUid.set(uid, [...(ownByUid.get(uid) ?? []), span])
  }
  const own = [...ownByUid]
    .map(([uid, some]) => ({ uid, busy: merged(some) }))
    .filter(({ busy }) => busy.length > 0)
  return { busy: merged(others), ...(own.length > 0 && { own }) }
}
