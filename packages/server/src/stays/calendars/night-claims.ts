import {
  dayOfNight,
  type MonthNights,
  monthsOfStay,
  nightsWithout,
  type StayDays,
} from '@holdfast/engine'
import { EMPTY_LEDGER, ledgerReplace } from '../../kernel/items/ledger-item.ts'
import type { LedgerState, Write } from '../../kernel/ports/store.ts'
import { nightsKey } from '../keys.ts'

/** The nights that stays claim before and after a change that is committed as one. */
export interface NightChange {
  readonly before: readonly StayDays[]
  readonly after: readonly StayDays[]
}

/** The nights of some runs that are in none of the others. */
export const nightsOutside = (
  runs: readonly StayDays[],
  others: readonly StayDays[],
): readonly StayDays[] =>
  others.reduce((left, other) => left.flatMap((run) => nightsWithout(run, other)), runs)

/** The name of the write of one month, `nights:YYYY-MM`. */
export type NightsWriteName = `nights:${string}`

/** The nights to release and to claim in one month of a calendar. */
interface MonthChange {
  readonly month: string
  readonly name: NightsWriteName
  readonly releases: readonly MonthNights[]
  readonly claims: readonly MonthNights[]
}

/**
 * How to write a change of nights: by these writes. Or why it cannot be written: some months must be read
 * first, or nights are taken.
 */
export type NightPlan =
  | { readonly kind: 'writes'; readonly writes: Readonly<Record<NightsWriteName, Write>> }
  | { readonly kind: 'unread'; readonly months: readonly string[] }
  | { readonly kind: 'taken'; readonly days: readonly number[] }

/** The months that a change affects, each with the nights to release and to claim: only the difference. */
export function monthChanges({ before, after }: NightChange): readonly MonthChange[] {
  const releases = nightsOutside(before, after).flatMap(monthsOfStay)
  const claims = nightsOutside(after, before).flatMap(monthsOfStay)
  const months = new Set([...releases, ...claims].map((part) => part.month))
  return [...months].map((month) => ({
    month,
    name: `nights:${month}`,
    releases: releases.filter((part) => part.month === month),
    claims: claims.filter((part) => part.month === month),
  }))
}

/**
 * Plans one write per month. A month that only releases or only claims one range of nights is written
 * under a condition on these nights, so stays without a common night never conflict. A month with
 * several ranges, or one that caused a conflict, is decided on its content in `known`.
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
    // A refusal names every taken night, so the months without a conflict are read as well.
    const unseen = changes.filter(({ claims, month }) => claims.length > 0 && !known.has(month))
    return unseen.length > 0
      ? { kind: 'unread', months: unseen.map(({ month }) => month) }
      : { kind: 'taken', days: taken }
  }
  const writes: Record<NightsWriteName, Write> = {}
  for (const change of changes) {
    writes[change.name] = monthWrite(calendarId, change, known.get(change.month))
  }
  return { kind: 'writes', writes }
}

const isSimple = ({ releases, claims }: MonthChange): boolean =>
  releases.length + claims.length === 1

const quantaOf = (part: MonthNights): readonly number[] =>
  Array.from({ length: part.quantumCount }, (_, index) => part.firstQuantum + index)

/** The nights to claim that stays of no change have, as days since 1970-01-01. */
function takenDays(change: MonthChange, state: LedgerState | undefined): readonly number[] {
  if (state === undefined) return []
  const released = new Set(change.releases.flatMap(quantaOf))
  return change.claims
    .flatMap(quantaOf)
    .filter((quantum) => state.taken.has(quantum) && !released.has(quantum))
    .map((quantum) => dayOfNight(change.month, quantum))
}

function monthWrite(
  calendarId: string,
  change: MonthChange,
  state: LedgerState = EMPTY_LEDGER,
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
  const taken = new Set(state.taken)
  for (const quantum of change.releases.flatMap(quantaOf)) taken.delete(quantum)
  for (const quantum of change.claims.flatMap(quantaOf)) taken.add(quantum)
  return ledgerReplace(key, state, { ...state, taken })
}
