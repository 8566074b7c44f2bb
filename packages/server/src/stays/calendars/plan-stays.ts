import { monthsOfStay, type StayDays } from '@holdfast/engine'
import type { CalendarEvent } from './calendar-event.ts'
import { claimedNights, type EventContent, stayDaysOf } from './event-content.ts'

/** A change of a stay that a file asks for, before it is known which nights are free. */
export interface WantedChange {
  readonly before?: CalendarEvent
  /** Absent: the stay is removed. */
  readonly content?: EventContent
}

/** The nights of a change, as days since 1970-01-01. */
interface ChangedNights {
  readonly held: ReadonlySet<number>
  readonly wanted: ReadonlySet<number>
}

/** The most changes in one transaction: each is up to eight writes beside its months. */
const CHANGES_TOGETHER = 8
/** The most months that several changes in one transaction write. */
const MONTHS_TOGETHER = 30

const daysOf = (runs: readonly StayDays[]): ReadonlySet<number> =>
  new Set(
    runs.flatMap(({ arrivalDay, departureDay }) =>
      Array.from({ length: departureDay - arrivalDay }, (_, index) => arrivalDay + index),
    ),
  )

function nightsOf({ before, content }: WantedChange): ChangedNights {
  const stay = content && stayDaysOf(content)
  return { held: daysOf(before ? claimedNights(before) : []), wanted: daysOf(stay ? [stay] : []) }
}

const lostOf = ({ held, wanted }: ChangedNights) => [...held].filter((night) => !wanted.has(night))
const gainedOf = ({ held, wanted }: ChangedNights) =>
  [...wanted].filter((night) => !held.has(night))

/**
 * Groups changes so that a change which wants nights that another one leaves is committed together with it. A
 * group that does not fit into one transaction is split where few nights become free in between; those who
 * leave nights come first.
 */
export function groupChanges<Change extends WantedChange>(
  changes: readonly Change[],
): readonly (readonly [Change, ...Change[]])[] {
  const nights = changes.map(nightsOf)
  const leavers = new Map<number, number>()
  nights.forEach((each, index) => {
    for (const night of lostOf(each)) leavers.set(night, index)
  })
  const waitsFor = nights.map((each, index) => {
    const found = gainedOf(each).flatMap((night) => leavers.get(night) ?? [])
    return new Set(found.filter((other) => other !== index))
  })
  const groups: number[][] = []
  const seen = new Set<number>()
  for (const index of changes.keys()) {
    if (seen.has(index)) continue
    groups.push(...split(inOrder(component(index, waitsFor, seen), waitsFor), changes))
  }
  return groups.map((group) => group.map((index) => changes[index]) as [Change, ...Change[]])
}

/** The changes that depend on a change, on either side, however far away. */
function component(
  start: number,
  waitsFor: readonly ReadonlySet<number>[],
  seen: Set<number>,
): readonly number[] {
  const members = [start]
  seen.add(start)
  for (const member of members) {
    const linked = waitsFor.flatMap((others, index) =>
      index === member ? [...others] : others.has(member) ? [index] : [],
    )
    for (const other of linked) {
      if (seen.has(other)) continue
      seen.add(other)
      members.push(other)
    }
  }
  return members
}

/** Orders changes so that each follows those it waits for; a circle is entered at its first member. */
function inOrder(
  members: readonly number[],
  waitsFor: readonly ReadonlySet<number>[],
): readonly number[] {
  const left = new Set([...members].sort((a, b) => a - b))
  const ordered: number[] = []
  while (left.size > 0) {
    const isReady = (index: number) => ![...(waitsFor[index] ?? [])].some((each) => left.has(each))
    const next = [...left].find(isReady) ?? ([...left][0] as number)
    left.delete(next)
    ordered.push(next)
  }
  return ordered
}

function split(members: readonly number[], changes: readonly WantedChange[]): number[][] {
  const parts: number[][] = []
  let months = new Set<string>()
  for (const index of members) {
    const own = monthsOf(changes[index] as WantedChange)
    const together = new Set([...months, ...own])
    const part = parts.at(-1)
    if (part && part.length < CHANGES_TOGETHER && together.size <= MONTHS_TOGETHER) {
      part.push(index)
      months = together
    } else {
      parts.push([index])
      months = new Set(own)
    }
  }
  return parts
}

const monthsOf = ({ before, content }: WantedChange): readonly string[] =>
  [before, content].flatMap((stay) => {
    const days = stay && stayDaysOf(stay)
    return days ? monthsOfStay(days).map(({ month }) => month) : []
  })

/** Which nights changes get together. */
export interface GrantedNights {
  /** Of each change, the nights that it wants and lacks, ascending. */
  readonly lacking: readonly (readonly number[])[]
  /** The nights that are taken after the changes. */
  readonly taken: ReadonlySet<number>
}

/**
 * Decides which nights each change gets: first those that its stay has, then, in order, those that are free or
 * that a change of the same group leaves.
 */
export function grantNights(
  changes: readonly WantedChange[],
  takenBefore: ReadonlySet<number>,
): GrantedNights {
  const nights = changes.map(nightsOf)
  const taken = new Set(takenBefore)
  for (const { held } of nights) for (const night of held) taken.delete(night)
  for (const { held, wanted } of nights) {
    for (const night of held) if (wanted.has(night)) taken.add(night)
  }
  const lacking = nights.map((each) =>
    gainedOf(each).filter((night) => {
      if (taken.has(night)) return true
      taken.add(night)
      return false
    }),
  )
  return { lacking, taken }
}
