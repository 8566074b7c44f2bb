import { type CountedClaim, type CountedTime, countersOf, type NeededTime } from '@holdfast/engine'
import type { Provider } from '../providers/provider.ts'

/** What other bookings of the same commit take. */
export interface Reserved {
  /** Whether a provider cannot be taken when it is needed. */
  readonly has: (providerId: string, needed: NeededTime) => boolean
  /** The times of a provider that count for its limits. */
  readonly timesOf: (providerId: string) => readonly CountedTime[]
}

/** The booking is alone in its commit. */
export const NOTHING_RESERVED: Reserved = { has: () => false, timesOf: () => [] }

/** What other bookings of the same commit claim of the limits of a provider. */
export const countsReserved = (
  provider: Pick<Provider, 'id' | 'timeZone' | 'limits'>,
  { timesOf }: Reserved,
): readonly CountedClaim[] =>
  timesOf(provider.id).flatMap((time) => countersOf([provider], () => time).counts)
