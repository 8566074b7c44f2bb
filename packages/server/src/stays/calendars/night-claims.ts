import {
  dayOfNight,
  type LedgerDay,
  type MonthNights,
  monthsOfStay,
  nightsWithout,
  type StayDays,
} from '@holdfast/engine'
import type { LedgerState, Write } from '../../kernel/ports/store.ts'
import { nightsKey } from '../keys.ts'

/** A change of what a stay claims: nothing before (a new stay), or nothing after (one that goes). */
export interface NightChange {
  readonly before?: StayDays
  readonly after?: StayDays
}

/** What changes in one month of a calendar's nights. */
interface MonthChange {
  readonly month: string
  readonly releases: readonly MonthNights[]
  readonly claims: readonly MonthNights[]
}

/** A write on one month of nights. */
export interface NightWrite {
  readonly change: MonthChange
  readonly write: Write
}

/** How a change of nights is written, or what has to be known or is in the way first. */
export type NightPlan =
  | { readonly kind: 'writes'; readonly writes: readonly NightWrite[] }
  | { readonly kind: 'unread'; readonly months: readonly string[] }
  | { readonly kind: 'taken'; readonly days: readonly number[] }

/** The months that a change touches, each with what it gives back and takes: only the difference. */
export function changesOf({ before, after }: NightChange): readonly MonthChange[] {
  const lost = before ? (after ? nightsWithout(before, after) : [before]) : []
  const gained = after ? (before ? nightsWithout(after, before) : [after]) : []
  const releases = lost.flatMap(monthsOfStay)
  const claims = gained.flatMap(monthsOfStay)
  const months = new Set([...releases, ...claims].map((part) => part.month))
  return [...months].map((month) => ({
    month,
    releases: releases.filter((part) => part.month === month),
    claims: claims.filter((part) => part.month === month),
  }))
}

/**
 * Plans the writes of a change, one a month. A month that gives back or takes one stretch is written
 * by a condition on those nights, so stays that do not touch never collide; one with several changes
 * at once, or that was in the way, is decided on its content.
 */
export function planNights(
  calendarId: string,
  changes: readonly MonthChange[],
  known: ReadonlyMap<string, LedgerState>,
): NightPlan {
  const unread = changes.filter((change) => !isSimple(change) && !known.has(change.month))
  if (unread.length > 0) return { kind: 'unread', months: unread.map(({ month }) => month) }
  const taken = changes.flatMap((change) => takenDays(change, known.get(change.month)))
  if (taken.length > 0) {
    // Who is refused is told of every night that is taken, also in months that were not in the way yet.
    const unseen = changes.filter(({ claims, month }) => claims.length > 0 && !known.has(month))
    return unseen.length > 0
      ? { kind: 'unread', months: unseen.map(({ month }) => month) }
      : { kind: 'taken', days: taken }
  }
  return {
    kind: 'writes',
    writes: changes.map((change) => ({
      change,
      write: monthWrite(calendarId, change, known.get(change.month)),
    })),
  }
}

const isSimple = ({ releases, claims }: MonthChange): boolean =>
  releases.length + claims.length === 1

const quantaOf = (part: MonthNights): readonly number[] =>
  Array.from({ length: part.quantumCount }, (_, index) => part.firstQuantum + index)

/** The nights that a month's change wants and somebody else has, as day numbers. */
function takenDays(change: MonthChange, state: LedgerState | undefined): readonly number[] {
  if (state === undefined) return []
  return change.claims
    .flatMap(quantaOf)
    .filter((quantum) => state.taken.has(quantum))
    .map((quantum) => dayOfNight(change.month, quantum))
}

function monthWrite(
  calendarId: string,
  change: MonthChange,
  state: LedgerState | undefined,
): Write {
  const key = nightsKey(calendarId, change.month)
  const [release] = change.releases
  const [claim] = change.claims
  if (isSimple(change) && claim) {
    const { firstQuantum, quantumCount } = claim
    return { kind: 'ledger-claim', key, firstQuantum, quantumCount }
  }
  if (isSimple(change) && release) {
    const { firstQuantum, quantumCount } = release
    return { kind: 'ledger-release', key, firstQuantum, quantumCount }
  }
  const taken = new Set(state?.taken)
  for (const quantum of change.releases.flatMap(quantaOf)) taken.delete(quantum)
  for (const quantum of change.claims.flatMap(quantaOf)) taken.add(quantum)
  const next: LedgerDay = { taken, holds: [], blocks: [] }
  return { kind: 'ledger-replace', key, ifRev: state?.rev ?? 0, next }
}
