/** The ways to choose among free candidates. */
export const CHOICES = ['balanced', 'priority', 'soonest_idle'] as const

/**
 * How a requirement chooses among its free candidates. `balanced`: who has the least booked time around the
 * start. `priority`: the order of its list. `soonest_idle`: whose last booking before the start ended first.
 */
export type Choice = (typeof CHOICES)[number]

/** How busy a candidate is around a start. */
export interface Standing {
  /** Booked time around the start, in minutes; the nearer the day, the more it counts. */
  readonly bookedMinutes: number
  /** When its last booking before the start ends; undefined if there is none around the start. */
  readonly idleFromEpochMinutes?: number
}

/** What a ranking depends on beside the candidates. */
export interface RankingContext {
  readonly choice: Choice
  /** Length of the new booking. Candidates within half of it are equally booked. */
  readonly durationMinutes: number
  /** Text that differs between bookings. It decides the order of equal candidates. */
  readonly seed: string
  /** Candidates that come first whatever the choice: those who have the booking already. */
  readonly first?: ReadonlySet<number>
}

/**
 * Orders candidates by preference. Parallel requests see the same standings, so the seed shuffles equal
 * candidates; otherwise all requests would try the same candidate first. Among equal candidates, each is as
 * likely to be first as any other.
 */
export function rankCandidates(
  candidates: readonly number[],
  standingOf: (candidate: number) => Standing,
  { choice, durationMinutes, seed, first }: RankingContext,
): readonly number[] {
  const seedHash = hashOf(seed)
  const weigh = (candidate: number): number => {
    const { bookedMinutes, idleFromEpochMinutes } = standingOf(candidate)
    return choice === 'balanced'
      ? Math.floor((2 * bookedMinutes) / durationMinutes)
      : (idleFromEpochMinutes ?? Number.NEGATIVE_INFINITY)
  }
  const ranked = candidates.map((candidate, place) => ({
    candidate,
    isLater: first?.has(candidate) ? 0 : 1,
    weight: choice === 'priority' ? place : weigh(candidate),
    turn: scramble(seedHash + Math.imul(candidate, GOLDEN)),
  }))
  ranked.sort((a, b) => a.isLater - b.isLater || compare(a.weight, b.weight) || a.turn - b.turn)
  return ranked.map(({ candidate }) => candidate)
}

// Both may be negative infinity, whose difference is not a number.
const compare = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0)

/** A number from a text, 32 bits (FNV-1a). */
function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93)
  }
  return hash >>> 0
}

// 2^32 divided by the golden ratio: multiples of it are spread evenly.
const GOLDEN = 0x9e_37_79_b9

/** Spreads numbers over 32 bits (the finalizer of MurmurHash3). No two numbers of 32 bits meet. */
function scramble(value: number): number {
  let bits = value ^ (value >>> 16)
  bits = Math.imul(bits, 0x85_eb_ca_6b)
  bits ^= bits >>> 13
  bits = Math.imul(bits, 0xc2_b2_ae_35)
  return (bits ^ (bits >>> 16)) >>> 0
}
