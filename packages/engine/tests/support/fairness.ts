import {
  type Choice,
  choose,
  type LedgerDay,
  type NumberedDay,
  rankCandidates,
  STANDING_DAYS,
  standingOf,
} from '../../src/index.ts'

/** A member's working time. The weekday is 0 for Monday, the minute counts from midnight UTC. */
export type WorksAt = (weekday: number, minuteOfDay: number) => boolean

/** Works from one hour to another on some weekdays, Monday to Friday by default. */
export const works =
  (fromHour: number, toHour: number, weekdays: readonly number[] = [0, 1, 2, 3, 4]): WorksAt =>
  (weekday, minuteOfDay) =>
    weekdays.includes(weekday) && minuteOfDay >= fromHour * 60 && minuteOfDay < toHour * 60

/** A booking of the simulated year: its start in epoch minutes and the member who has it. */
export interface SimulatedBooking {
  readonly start: number
  readonly member: number
}

/** What a simulation did: every booking, in the order of creation, and how many each member has. */
export interface SimulatedYear {
  readonly bookings: readonly SimulatedBooking[]
  readonly counts: readonly number[]
}

interface Simulation {
  readonly members: readonly WorksAt[]
  readonly durationMinutes: number
  readonly bookings: number
  readonly choice: Choice
  readonly seed: number
}

// 2026-01-05, a Monday.
const FIRST_DAY = 20_458
const DAYS = 365
const LEAD_DAYS = 60

/** Reproducible numbers from 0 to below 1 (xorshift32). */
function randomNumbers(seed: number): () => number {
  let state = Math.imul(seed, 0x9e_37_79_b9) ^ 0x2545_f491
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

const weekdayOf = (start: number): number => (Math.floor(start / 1440) - FIRST_DAY) % 7

/** Reports whether a member works at an instant, in epoch minutes. */
export const isAtWork = (worksAt: WorksAt | undefined, start: number): boolean =>
  worksAt?.(weekdayOf(start), start % 1440) === true

/** The ledgers of the members, days of which are written in place. */
class Ledgers {
  readonly #days: Map<number, LedgerDay & { readonly taken: Set<number> }>[]

  constructor(members: number) {
    this.#days = Array.from({ length: members }, () => new Map())
  }

  isTaken(member: number, start: number): boolean {
    const day = this.#days[member]?.get(Math.floor(start / 1440))
    return day?.taken.has((start % 1440) / 5) === true
  }

  take(member: number, start: number, durationMinutes: number): void {
    const dayNumber = Math.floor(start / 1440)
    const days = this.#days[member]
    const day = days?.get(dayNumber) ?? { taken: new Set<number>(), holds: [], blocks: [] }
    days?.set(dayNumber, day)
    for (let minute = 0; minute < durationMinutes; minute += 5) {
      day.taken.add(((start % 1440) + minute) / 5)
    }
  }

  standing(member: number, start: number) {
    const day = Math.floor(start / 1440)
    const days: NumberedDay[] = []
    for (let dayNumber = day - STANDING_DAYS; dayNumber < day + STANDING_DAYS; dayNumber += 1) {
      const ledger = this.#days[member]?.get(dayNumber)
      if (ledger) days.push({ dayNumber, ledger })
    }
    return standingOf(days, start, 0)
  }
}

/**
 * Books one member a time over a year, on a grid of the duration. Starts are spread evenly over the grid;
 * each is booked up to 60 days ahead, and the bookings come in the order of their creation. If nobody is
 * free, the booker takes a start nearby.
 */
export function simulateYear(simulation: Simulation): SimulatedYear {
  const { members, durationMinutes, choice, seed } = simulation
  const random = randomNumbers(seed)
  const everybody = members.map((_, member) => member)
  const grid: number[] = []
  for (let start = FIRST_DAY * 1440; start < (FIRST_DAY + DAYS) * 1440; start += durationMinutes) {
    if (members.some((worksAt) => isAtWork(worksAt, start))) grid.push(start)
  }
  const wishes = Array.from({ length: simulation.bookings }, () => {
    const place = Math.floor(random() * grid.length)
    return { place, createdAt: (grid[place] as number) - random() * LEAD_DAYS * 1440 }
  }).sort((a, b) => a.createdAt - b.createdAt)
  const ledgers = new Ledgers(members.length)
  const counts = members.map(() => 0)
  const bookings = wishes.map(({ place }, index): SimulatedBooking => {
    let start = grid[place] as number
    const isFree = (member: number) =>
      isAtWork(members[member], start) && !ledgers.isTaken(member, start)
    for (let tries = 1; !everybody.some(isFree); tries += 1) {
      const near = place + Math.floor((random() - 0.5) * (10 + tries))
      start = grid[near] ?? start
    }
    // Whoever is not free changes nothing, and is left out to save time.
    const free = everybody.filter(isFree)
    const ranked = rankCandidates(free, (member) => ledgers.standing(member, start), {
      choice,
      durationMinutes,
      seed: `bkg_${seed}_${index}`,
    })
    const [[member]] = choose([{ candidates: ranked, count: 1 }], isFree) as [[number]]
    ledgers.take(member, start, durationMinutes)
    counts[member] = (counts[member] as number) + 1
    return { start, member }
  })
  return { bookings, counts }
}

/**
 * The fairest counts that are possible for the starts of a year if all of them are known beforehand: the
 * smallest count is as large as possible, then the second smallest, and so on. From the given assignment,
 * bookings are handed along chains of members from one to another who has at least two fewer, until there
 * is no such chain; then the counts are the fairest ones (Harvey, Ladner, Lovász and Tamir 2006: optimal
 * semi-matchings).
 */
export function fairestCounts(
  { bookings, counts }: SimulatedYear,
  members: readonly WorksAt[],
): readonly number[] {
  const holders = new Map<number, Set<number>>()
  for (const { start, member } of bookings) {
    const at = holders.get(start) ?? new Set()
    holders.set(start, at.add(member))
  }
  /** The starts at which one member can take over from another. */
  const movable = members.map(() => members.map(() => new Set<number>()))
  const update = (start: number): void => {
    const at = holders.get(start) as Set<number>
    for (const [from, row] of movable.entries()) {
      for (const [to, starts] of row.entries()) {
        const isOpen = isAtWork(members[to], start)
        if (at.has(from) && !at.has(to) && isOpen) starts.add(start)
        else starts.delete(start)
      }
    }
  }
  for (const start of holders.keys()) update(start)
  const fairest = [...counts]
  for (;;) {
    const chain = findChain(fairest, (from, to) => (movable[from]?.[to]?.size ?? 0) > 0)
    if (chain === undefined) return fairest
    for (let last = chain.length - 1; last > 0; last -= 1) {
      const [from, to] = [chain[last - 1] as number, chain[last] as number]
      const [start] = movable[from]?.[to] ?? []
      // The steps before may have used up this one; then the search goes on from what was reached.
      if (start === undefined) break
      holders.get(start)?.delete(from)
      holders.get(start)?.add(to)
      update(start)
      fairest[from] = (fairest[from] as number) - 1
      fairest[to] = (fairest[to] as number) + 1
    }
  }
}

/** A shortest chain of members from one to another who has at least two fewer bookings. */
function findChain(
  counts: readonly number[],
  canHandOver: (from: number, to: number) => boolean,
): readonly number[] | undefined {
  const mostBookedFirst = counts.map((_, member) => member)
  mostBookedFirst.sort((a, b) => (counts[b] as number) - (counts[a] as number))
  for (const first of mostBookedFirst) {
    const chains = new Map([[first, [first]]])
    for (const [member, chain] of chains) {
      if ((counts[member] as number) <= (counts[first] as number) - 2) return chain
      for (const to of mostBookedFirst) {
        if (!chains.has(to) && canHandOver(member, to)) chains.set(to, [...chain, to])
      }
    }
  }
  return undefined
}
