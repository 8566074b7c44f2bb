import type { DateTime } from 'luxon'
import { type LuxonInterval, type LuxonQuery, luxonSlots } from './luxon-slots.ts'

/** A candidate with luxon values: its working hours, as a query without busy times, and its busy times. */
export interface LuxonCandidate {
  readonly hours: LuxonQuery
  readonly busy: readonly LuxonInterval[]
}

/** A query for the slots of a team with luxon values. Candidates of a need are indexes. */
export interface LuxonTeamQuery {
  /** The queries whose grids offer the starts, without busy times. */
  readonly grids: readonly LuxonQuery[]
  readonly candidates: readonly LuxonCandidate[]
  readonly needs: readonly { readonly candidates: readonly number[]; readonly count: number }[]
}

/** The working time of a range of days: the windows of each. */
function workingTime({ zone, windowsByWeekday, from, to }: LuxonQuery): readonly LuxonInterval[] {
  const working: LuxonInterval[] = []
  for (let day = from.setZone(zone).startOf('day'); day < to; day = day.plus({ days: 1 })) {
    for (const [start, end] of windowsByWeekday.get(day.weekday) ?? []) {
      working.push({ start: timeOn(day, start), end: timeOn(day, end) })
    }
  }
  return working
}

function timeOn(day: DateTime, time: string): DateTime {
  const [hour, minute] = time.split(':').map(Number)
  return day.set({ hour: hour as number, minute: minute as number })
}

/**
 * The slots of a team in straightforward luxon code: every slot of the grids for which a matching of free
 * candidates serves every need. A candidate is free if one of its working intervals contains the slot and no
 * busy time overlaps it.
 */
export function luxonTeamSlots({ grids, candidates, needs }: LuxonTeamQuery): LuxonInterval[] {
  const slots = new Map<number, LuxonInterval>()
  for (const grid of grids) {
    for (const slot of luxonSlots(grid)) slots.set(slot.start.toMillis(), slot)
  }
  const working = candidates.map(({ hours }) => workingTime(hours))
  return [...slots.values()]
    .sort((a, b) => a.start.toMillis() - b.start.toMillis())
    .filter((slot) => {
      const free = candidates.map(
        ({ busy }, index) =>
          working[index]?.some((time) => time.start <= slot.start && slot.end <= time.end) ===
            true && !busy.some((taken) => taken.start < slot.end && taken.end > slot.start),
      )
      return isServed(needs, free)
    })
}

/** Reports whether every place of every need gets a free candidate, by augmenting paths. */
function isServed(needs: LuxonTeamQuery['needs'], free: readonly boolean[]): boolean {
  const places = needs.flatMap(({ candidates, count }) =>
    Array.from({ length: count }, () => candidates),
  )
  const placeOf = new Map<number, number>()
  const assign = (place: number, seen: Set<number>): boolean =>
    (places[place] as readonly number[]).some((candidate) => {
      if (!free[candidate] || seen.has(candidate)) return false
      seen.add(candidate)
      const other = placeOf.get(candidate)
      if (other !== undefined && !assign(other, seen)) return false
      placeOf.set(candidate, place)
      return true
    })
  return places.every((_, place) => assign(place, new Set()))
}
