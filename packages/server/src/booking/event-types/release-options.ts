import { formatWindowTime, parseWindowTime, type Release } from '@holdfast/engine'
import type { InputError } from '../../kernel/refusals.ts'
import type { EventType } from './event-type.ts'
import type { FreedTime } from './freed-time.ts'

/** When time of an event type can be booked, as input. */
export interface ReleaseInput {
  readonly daysAhead?: number | null | undefined
  readonly at?: string | null | undefined
  readonly freedAfterMinutes?: { readonly min: number; readonly max: number } | null | undefined
}

const MIDNIGHT = '00:00'

/**
 * When dates open; null if as always. A time that is not one of a day becomes a minute that the check of the policy refuses,
 * and days that are missing beside a time become days that it refuses.
 */
export function releaseOf({ daysAhead, at }: ReleaseInput): Release | null {
  if (daysAhead == null && at == null) return null
  return { daysAhead: daysAhead ?? 0, atMinute: parseWindowTime(at ?? MIDNIGHT, false) ?? -1 }
}

/** How long freed time stays taken; null if not at all. */
export const freedOf = ({ freedAfterMinutes }: ReleaseInput): FreedTime | null =>
  freedAfterMinutes == null
    ? null
    : { minMinutes: freedAfterMinutes.min, maxMinutes: freedAfterMinutes.max }

/** What is wrong with the time for which freed time stays taken. */
export function releaseErrors({ freed, seats }: EventType): readonly InputError[] {
  const pointer = '/release/freedAfterMinutes'
  if (freed === undefined) return []
  if (seats) return [{ pointer, message: 'is not possible with `seats`' }]
  const { minMinutes, maxMinutes } = freed
  if (minMinutes <= maxMinutes) return []
  return [{ pointer: `${pointer}/max`, message: `must be at least \`min\`, ${minMinutes}` }]
}

/** When the dates of an event type open for booking; null if at midnight. */
export const openingRepresentation = (release: EventType['release']) =>
  release === undefined
    ? null
    : { daysAhead: release.daysAhead, at: formatWindowTime(release.atMinute) }

/** When time of an event type can be booked; null if at midnight, and at once when it is freed. */
export function releaseRepresentation({ release, freed, maxAdvanceDays }: EventType) {
  if (release === undefined && freed === undefined) return null
  return {
    ...(openingRepresentation(release) ?? { daysAhead: maxAdvanceDays, at: MIDNIGHT }),
    freedAfterMinutes: freed ? { min: freed.minMinutes, max: freed.maxMinutes } : null,
  }
}
