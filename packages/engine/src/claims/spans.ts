import { LIMITS } from '../kernel/limits.ts'
import { MINUTES_PER_DAY } from '../time/dates.ts'
import { wallToEpochMinutes, zoneOffsetMinutes } from '../time/zones.ts'
import { type ClaimInterval, claimOf, wholeQuanta } from './claim.ts'

/** A stretch of a booking, in minutes from its start: `[offset, offset + duration)`. */
export type Stretch = {
  readonly offsetMinutes: number
  readonly durationMinutes: number
}

/**
 * A stretch of a booking in which whoever serves a requirement is needed. Of an event type, days have 24 hours in
 * `offsetMinutes`; of a booking, as many as they have: see `spansAt`.
 */
export type Span = Stretch & {
  readonly label?: string
  /** The local date on which its day begins, counted from the date of the start, up to 13. Absent: that date. */
  readonly day?: number
  /** By how much `offsetMinutes` differs from days of 24 hours, because clocks change in between. Absent: not at all. */
  readonly clockShiftMinutes?: number
}

/** When a requirement needs whoever serves it. What is absent is as the booking has it. */
export interface NeededTime {
  /** Ascending, without overlap while days have 24 hours, at least one. Absent: the whole booking. */
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

/** The longest that a booking with spans lasts, with days of 24 hours. */
export const SPANS_END_MAX_MINUTES = LIMITS.longDurationMinutes

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
  for (const { offsetMinutes, durationMinutes } of ascending(stretchesOf(needed, of))) {
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

/** A day that clocks shorten can begin before the last span of the day before. */
const ascending = (stretches: readonly Stretch[]): readonly Stretch[] =>
  stretches.length === 1
    ? stretches
    : stretches.toSorted((a, b) => a.offsetMinutes - b.offsetMinutes)

/** When a booking needs anybody at all: the joined stretches of its requirements, ascending. */
export function unionOfSpans(
  needs: readonly NeededTime[],
  of: Pick<BufferedDuration, 'durationMinutes'>,
): readonly Stretch[] {
  const all = ascending(needs.flatMap((needed) => stretchesOf(needed, of)))
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

/** The start of a booking whose days are counted, and the zone of its wall times. */
export interface CountedStart {
  readonly timeZone: string
  readonly startEpochMinutes: number
  /** The agreed wall time, in minutes since 1970-01-01T00:00. Absent: what the clock shows at the start. */
  readonly wallMinutes?: number
}

/** Reports whether a requirement needs its people on several days. */
export const hasDays = ({ spans }: NeededTime): boolean =>
  spans?.some(({ day }) => day !== undefined) ?? false

/**
 * When a requirement is needed by a booking that starts at an instant: each day of its spans begins at the wall time of the
 * start, as the clock of the zone shows it on that date. The same object if nothing differs.
 */
export function spansAt<Needed extends NeededTime>(needed: Needed, at: CountedStart): Needed {
  if (!hasDays(needed)) return needed
  const spans = (needed.spans ?? []).map((span) => spanAt(span, at))
  return spans.every((span, index) => span === needed.spans?.[index])
    ? needed
    : { ...needed, spans }
}

function spanAt(span: Span, { timeZone, startEpochMinutes, wallMinutes }: CountedStart): Span {
  const { day = 0, clockShiftMinutes: before = 0, ...rest } = span
  if (day === 0) return span
  const wall = wallMinutes ?? startEpochMinutes + zoneOffsetMinutes(timeZone, startEpochMinutes)
  const startDay = Math.floor(wall / MINUTES_PER_DAY)
  const begins = wallToEpochMinutes(timeZone, startDay + day, wall - startDay * MINUTES_PER_DAY)
  const shift = begins - startEpochMinutes - day * MINUTES_PER_DAY
  if (shift === before) return span
  const offsetMinutes = span.offsetMinutes - before + shift
  return { ...rest, day, offsetMinutes, ...(shift !== 0 && { clockShiftMinutes: shift }) }
}

/** How long a booking lasts at a start, if its last span ends later or earlier there than in `durationMinutes`. */
export function lengthAt(
  needs: readonly NeededTime[],
  durationMinutes: number,
  at: CountedStart,
): number {
  if (!needs.some(hasDays)) return durationMinutes
  const there = durationOfSpans(needs.map((need) => spansAt(need, at))) ?? 0
  return durationMinutes + there - (durationOfSpans(needs) ?? 0)
}
