import {
  computeSlots,
  EMPTY_SET,
  formatInstant,
  fromUnsorted,
  type Occupied,
  type SlotPolicy,
} from '../../src/index.ts'
import { minutes, seconds } from './policies.ts'

/** A question in RFC 3339 texts; now is the beginning of the range, and nothing taken, unless said. */
export interface Asked {
  readonly policy: SlotPolicy
  readonly from: string
  readonly to: string
  readonly now?: string
  readonly occupied?: Occupied
}

/** The question as the engine takes it. */
export const queryOf = ({ policy, from, to, now, occupied }: Asked) => ({
  policy,
  fromEpochMinutes: minutes(from),
  toEpochMinutes: minutes(to),
  nowEpochSeconds: seconds(now ?? from),
  occupied: occupied ?? EMPTY_SET,
})

/** The slots that can be booked, as RFC 3339 in UTC or another zone. */
export const starts = (asked: Asked, zone = 'UTC'): readonly string[] =>
  computeSlots(queryOf(asked)).map((start) => formatInstant(start, zone))

/** What some stretches of time take. */
export const busy = (...stretches: readonly (readonly [string, string])[]): Occupied =>
  fromUnsorted(
    stretches.map(([start, end]) => ({
      startEpochMinutes: minutes(start),
      endEpochMinutes: minutes(end),
    })),
  )
