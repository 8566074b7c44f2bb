import { formatWindowTime, parseWindowTime, type Release } from '@holdfast/engine'
import type { InputError } from '../../kernel/refusals.ts'
import type { KeptBack } from '../requirements/kept-back.ts'
import type { EventType } from './event-type.ts'
import type { FreedTime } from './freed-time.ts'

/** When time of an event type can be booked, as input. */
export interface ReleaseInput {
  readonly daysAhead?: number | null | undefined
  readonly at?: string | null | undefined
  readonly keptBack?: readonly KeptBack[] | undefined
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

/** Who is kept back; null if nobody is. */
export const keptBackOf = ({ keptBack = [] }: ReleaseInput): readonly KeptBack[] | null =>
  keptBack.length === 0 ? null : keptBack

/** What is wrong with the release of an event type, beside who can be kept back at all. */
export const releaseErrors = (eventType: EventType): readonly InputError[] => [
  ...freedErrors(eventType),
  ...keptBackErrors(eventType),
]

function keptBackErrors({ keptBack, requirements }: EventType): readonly InputError[] {
  if (keptBack === undefined) return []
  if (requirements === undefined) {
    return [{ pointer: '/release/keptBack', message: 'is only possible with `requirements`' }]
  }
  const seen = new Set<string>()
  return keptBack.flatMap(({ providerIds }, index) =>
    providerIds.flatMap((id, position) => {
      const isRepeated = seen.has(id)
      seen.add(id)
      const pointer = `/release/keptBack/${index}/providerIds/${position}`
      return isRepeated ? [{ pointer, message: `"${id}" is named before: name each once` }] : []
    }),
  )
}

function freedErrors({ freed, seats }: EventType): readonly InputError[] {
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

/** When time of an event type can be booked; null if at midnight, with everybody, and at once when it is freed. */
export function releaseRepresentation({ release, freed, keptBack, maxAdvanceDays }: EventType) {
  if (release === undefined && freed === undefined && keptBack === undefined) return null
  return {
    ...(openingRepresentation(release) ?? { daysAhead: maxAdvanceDays, at: MIDNIGHT }),
    keptBack: (keptBack ?? []).map(({ providerIds, untilMinutesBefore }) => ({
      providerIds,
      untilMinutesBefore,
    })),
    freedAfterMinutes: freed ? { min: freed.minMinutes, max: freed.maxMinutes } : null,
  }
}
