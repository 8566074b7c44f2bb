import { MINUTES_PER_DAY } from '../time/dates.ts'
import { type ClaimInterval, claimOf, wholeQuanta } from './claim.ts'

/** A stretch of a booking, in minutes from its start: `[offset, offset + duration)`. */
export type Stretch = {
  readonly offsetMinutes: number
  readonly durationMinutes: number
}

/** A stretch of a booking in which whoever serves a requirement is needed. */
export type Span = Stretch & { readonly label?: string }

/** When a requirement needs whoever serves it. What is absent is as the booking has it. */
export interface NeededTime {
  /** Ascending, without overlap, at least one. Absent: the whole booking. */
  readonly spans?: readonly Span[]
  /** Kept free before each span. */
  readonly bufferBeforeMinutes?: number
  /** Kept free after each span. */
  readonly bufferAfterMinutes?: number
}

/** The duration of a booking and its buffers. */
export interface BufferedDuration {
  readonly durationMinutes: number
  readonly bufferBeforeMinutes: number
  readonly bufferAfterMinutes: number
}

/** The longest that a booking with spans lasts. */
export const SPANS_END_MAX_MINUTES = MINUTES_PER_DAY

/** Reports whether a requirement needs its people at another time than the booking. */
export const hasOwnTime = (needed: NeededTime): boolean =>
  needed.spans !== undefined ||
  needed.bufferBeforeMinutes !== undefined ||
  needed.bufferAfterMinutes !== undefined

/** The members of a requirement that say when it is needed, and no others. */
export const neededTimeOf = ({
  spans,
  bufferBeforeMinutes,
  bufferAfterMinutes,
}: NeededTime): NeededTime => ({
  ...(spans && { spans }),
  ...(bufferBeforeMinutes !== undefined && { bufferBeforeMinutes }),
  ...(bufferAfterMinutes !== undefined && { bufferAfterMinutes }),
})

/** The stretches in which a requirement needs its people, without buffers, ascending. */
export const stretchesOf = (
  { spans }: NeededTime,
  { durationMinutes }: Pick<BufferedDuration, 'durationMinutes'>,
): readonly Stretch[] => spans ?? [{ offsetMinutes: 0, durationMinutes }]

/** The buffers of a requirement: its own, else those of the booking. */
export const buffersOf = (
  needed: NeededTime,
  of: Omit<BufferedDuration, 'durationMinutes'>,
): Omit<BufferedDuration, 'durationMinutes'> => ({
  bufferBeforeMinutes: needed.bufferBeforeMinutes ?? of.bufferBeforeMinutes,
  bufferAfterMinutes: needed.bufferAfterMinutes ?? of.bufferAfterMinutes,
})

/**
 * The time that whoever serves a requirement is claimed for: each span with its buffers, in whole quanta, ascending.
 * Spans whose claims share a quantum or touch are one claim: 09:00–09:45 and 09:47–10:00 are 09:00–10:00.
 */
export function claimsOfNeed(
  needed: NeededTime,
  of: BufferedDuration,
  startEpochMinutes: number,
): readonly ClaimInterval[] {
  const buffers = buffersOf(needed, of)
  const claims: ClaimInterval[] = []
  for (const { offsetMinutes, durationMinutes } of stretchesOf(needed, of)) {
    const start = startEpochMinutes + offsetMinutes
    const claim = wholeQuanta(claimOf(start, start + durationMinutes, buffers))
    const last = claims.at(-1)
    if (last && claim.startEpochMinutes <= last.endEpochMinutes) {
      const endEpochMinutes = Math.max(last.endEpochMinutes, claim.endEpochMinutes)
      claims[claims.length - 1] = { ...last, endEpochMinutes }
    } else claims.push(claim)
  }
  return claims
}

/** When a booking needs anybody at all: the joined stretches of its requirements, ascending. */
export function unionOfSpans(
  needs: readonly NeededTime[],
  of: Pick<BufferedDuration, 'durationMinutes'>,
): readonly Stretch[] {
  const all = needs
    .flatMap((needed) => stretchesOf(needed, of))
    .toSorted((a, b) => a.offsetMinutes - b.offsetMinutes)
  const joined: Stretch[] = []
  for (const { offsetMinutes, durationMinutes } of all) {
    const last = joined.at(-1)
    if (last && offsetMinutes <= endOf(last)) {
      const end = Math.max(endOf(last), offsetMinutes + durationMinutes)
      joined[joined.length - 1] = { ...last, durationMinutes: end - last.offsetMinutes }
    } else joined.push({ offsetMinutes, durationMinutes })
  }
  return joined
}

/** How many minutes stretches take together. */
export const minutesOf = (stretches: readonly Stretch[]): number =>
  stretches.reduce((sum, { durationMinutes }) => sum + durationMinutes, 0)

/** The end of a stretch, in minutes from the start of the booking. */
export const endOf = ({ offsetMinutes, durationMinutes }: Stretch): number =>
  offsetMinutes + durationMinutes

/** How long spans last from the start of the booking to the last end. Undefined: no requirement has spans. */
export function durationOfSpans(needs: readonly NeededTime[]): number | undefined {
  const spans = needs.flatMap((need) => need.spans ?? [])
  return spans.length === 0 ? undefined : Math.max(...spans.map(endOf))
}
