import { areOverlapping } from '../availability/interval-set.ts'
import type { ClaimInterval } from '../claims/claim.ts'
import { type BufferedDuration, claimsOfNeed } from '../claims/spans.ts'
import { invariant } from '../kernel/invariant.ts'
import { type CandidateTime, isCandidateFree, type TimedNeed } from '../teams/team-slots.ts'

/** The most parts of a sequence. */
export const SEQUENCE_PARTS_MAX = 5

/** The longest pause between two parts where nobody says otherwise, in minutes. */
export const SEQUENCE_GAP_MINUTES = 15

/** Somebody who can serve a part of a sequence. */
export interface SequencePerson {
  /** The same in all parts. */
  readonly id: string
  readonly time: CandidateTime
  /** Whether one part of a sequence is all that they can serve: what several count together is not known here. */
  readonly servesOnce: boolean
}

/** A part of a sequence. */
export interface SequencePart {
  /** The duration and the buffers. */
  readonly policy: BufferedDuration
  /** When it can be booked by itself, ascending, in epoch minutes. */
  readonly starts: readonly number[]
  /** Whom it needs, as indexes of `people`; those who come first are taken first. */
  readonly needs: readonly TimedNeed[]
  readonly people: readonly SequencePerson[]
}

/** A part of a sequence at a time, with the people who serve it. */
export interface PlacedPart {
  readonly startEpochMinutes: number
  readonly endEpochMinutes: number
  /** Their ids, for each need. */
  readonly people: readonly (readonly string[])[]
}

/** How many steps the search for one sequence may take. One that takes more finds nothing. */
const STEPS_MAX = 5_000

/** Steps that are left of a search. */
interface Budget {
  steps: number
}

/**
 * The sequences of some parts, one for each start of the first part that has any, ascending; at most `limit`. Each part
 * begins when the one before has ended, at most `maxGapMinutes` later. Nobody serves two parts whose time with buffers
 * shares a quantum. Of several sequences with one start, the second part begins as early as possible, then the third, and
 * so on.
 */
export function sequencesOf(
  parts: readonly SequencePart[],
  maxGapMinutes: number,
  limit: number,
): readonly (readonly PlacedPart[])[] {
  invariant(parts.length > 0 && parts.length <= SEQUENCE_PARTS_MAX, 'a sequence has 1 to 5 parts')
  const leading = leadingStarts(parts, maxGapMinutes)
  const found: (readonly PlacedPart[])[] = []
  for (const start of leading[0] ?? []) {
    if (found.length === limit) break
    const budget = { steps: STEPS_MAX }
    const sequence = withNext(parts, leading, maxGapMinutes, [start], budget)
    if (sequence) found.push(sequence)
  }
  return found
}

/** The starts of each part after which all later parts have starts within the gap, whoever serves them. */
function leadingStarts(
  parts: readonly SequencePart[],
  maxGapMinutes: number,
): readonly (readonly number[])[] {
  const leading: (readonly number[])[] = []
  let next: readonly number[] | undefined
  for (const { starts, policy } of parts.toReversed()) {
    const later = next
    next =
      later === undefined
        ? starts
        : starts.filter((start) => {
            const end = start + policy.durationMinutes
            const first = later[firstFrom(later, end)]
            return first !== undefined && first <= end + maxGapMinutes
          })
    leading.unshift(next)
  }
  return leading
}

/** The index of the first of ascending starts at an instant or later. */
function firstFrom(starts: readonly number[], epochMinutes: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] as number) < epochMinutes) low = middle + 1
    else high = middle
  }
  return low
}

/** The earliest sequence that begins with these starts. */
function withNext(
  parts: readonly SequencePart[],
  leading: readonly (readonly number[])[],
  maxGapMinutes: number,
  starts: readonly number[],
  budget: Budget,
): readonly PlacedPart[] | undefined {
  const people = peopleFor(parts, starts, budget)
  if (people === undefined) return undefined
  const part = parts[starts.length - 1] as SequencePart
  const end = (starts.at(-1) as number) + part.policy.durationMinutes
  const following = leading[starts.length]
  if (following === undefined) {
    return starts.map((startEpochMinutes, index) => ({
      startEpochMinutes,
      endEpochMinutes: startEpochMinutes + (parts[index] as SequencePart).policy.durationMinutes,
      people: people[index] as PlacedPart['people'],
    }))
  }
  for (let index = firstFrom(following, end); index < following.length; index += 1) {
    const next = following[index] as number
    if (next > end + maxGapMinutes || budget.steps <= 0) return undefined
    const found = withNext(parts, leading, maxGapMinutes, [...starts, next], budget)
    if (found) return found
  }
  return undefined
}

/** Somebody who serves a part, and when. */
interface Taken {
  readonly id: string
  readonly part: number
  readonly claims: readonly ClaimInterval[]
  readonly servesOnce: boolean
}

/** One place of a need of a part. */
interface Place {
  readonly part: number
  readonly need: number
  /** Whether the place before is one of the same need, whose people are taken in the order of the list. */
  readonly isFurther: boolean
}

/** People for the first parts at these starts, nobody at two places at once; undefined if there are none. */
function peopleFor(
  parts: readonly SequencePart[],
  starts: readonly number[],
  budget: Budget,
): readonly PlacedPart['people'][] | undefined {
  const placed = parts.slice(0, starts.length)
  const places = placed.flatMap(({ needs }, part) =>
    needs.flatMap(({ count }, need) =>
      Array.from({ length: count }, (_, nth): Place => ({ part, need, isFurther: nth > 0 })),
    ),
  )
  const positions: number[] = []
  const taken: Taken[] = []
  const take = (): boolean => {
    const place = places[taken.length]
    if (place === undefined) return true
    const { part, need } = place
    const { policy, needs, people } = placed[part] as SequencePart
    const { candidates, time = {} } = needs[need] as TimedNeed
    const start = starts[part] as number
    const claims = claimsOfNeed(time, policy, start)
    const from = place.isFurther ? (positions.at(-1) as number) + 1 : 0
    for (let position = from; position < candidates.length; position += 1) {
      if (budget.steps <= 0) return false
      budget.steps -= 1
      const person = people[candidates[position] as number] as SequencePerson
      const own = { ...person, part, claims }
      if (taken.some((other) => excludes(other, own))) continue
      if (!isCandidateFree(person.time, policy, start, time)) continue
      taken.push(own)
      positions.push(position)
      if (take()) return true
      taken.pop()
      positions.pop()
    }
    return false
  }
  if (!take()) return undefined
  return placed.map(({ needs }, part) =>
    needs.map((_, need) =>
      taken
        .filter((_person, index) => places[index]?.part === part && places[index]?.need === need)
        .map(({ id }) => id),
    ),
  )
}

/** Whether somebody who serves one place cannot serve another one too. */
const excludes = (one: Taken, other: Taken): boolean =>
  one.id === other.id &&
  (one.part === other.part ||
    one.servesOnce ||
    one.claims.some((claim) => other.claims.some((each) => areOverlapping(claim, each))))
