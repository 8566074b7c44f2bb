import {
  computeSlots,
  EMPTY_SET,
  formatInstant,
  fromUnsorted,
  type Occupied,
  type SlotPolicy,
} from '../../src/index.ts'
import { minutes, seconds } from './policies.ts'

/** A slot query in RFC 3339 texts. Default: now is the start of the range, and nothing is occupied. */
export interface QueryText {
  readonly policy: SlotPolicy
  readonly from: string
  readonly to: string
  readonly now?: string
  readonly occupied?: Occupied
}

/** Converts the query for the engine. */
export const queryOf = ({ policy, from, to, now, occupied }: QueryText) => ({
  policy,
  fromEpochMinutes: minutes(from),
  toEpochMinutes: minutes(to),
  nowEpochSeconds: seconds(now ?? from),
  occupied: occupied ?? EMPTY_SET,
})

/** The slots that can be booked, as RFC 3339 in UTC or in another zone. */
export const starts = (query: QueryText, zone = 'UTC'): readonly string[] =>
  computeSlots(queryOf(query)).map((start) => formatInstant(start, zone))

/** Occupied time from RFC 3339 intervals. */
export const busy = (...intervals: readonly (readonly [string, string])[]): Occupied =>
  fromUnsorted(
    intervals.map(([start, end]) => ({
      startEpochMinutes: minutes(start),
      endEpochMinutes: minutes(end),
    })),
  )
