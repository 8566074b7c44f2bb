import {
  type Assignment,
  type CountedStart,
  endOf,
  hasDays,
  hasOwnTime,
  type NeededTime,
  neededTimeOf,
  spansAt,
} from '@holdfast/engine'
import type { Team, TeamNeed } from '../requirements/team.ts'

/** A need at another time than it has. */
export const neededAt = ({ time: _, ...need }: TeamNeed, time: NeededTime): TeamNeed =>
  hasOwnTime(time) ? { ...need, time: neededTimeOf(time) } : need

/**
 * A team for a booking that moves: its requirements keep the times that were agreed, as it keeps its duration. A requirement
 * that its event type got since has its own spans if they fit into the duration, else it needs the whole booking.
 */
export function withBookedTimes(
  team: Team,
  booked: readonly Assignment[],
  durationMinutes: number,
): Team {
  if (!booked.some(hasOwnTime) && team.needs.every(({ time }) => time === undefined)) return team
  return {
    ...team,
    needs: team.needs.map((need) => {
      const agreed = booked.find(({ requirement }) => requirement === need.name)
      if (agreed) return neededAt(need, agreed)
      const fits = need.time?.spans?.every((span) => endOf(span) <= durationMinutes) ?? true
      return fits ? need : neededAt(need, {})
    }),
  }
}

/** A team for a booking that starts at an instant: the days of its spans begin when the clock shows the wall time of the start. */
export function teamAt(team: Team, at: CountedStart): Team {
  const times = new Set(team.needs.flatMap(({ time }) => time ?? []))
  if (![...times].some(hasDays)) return team
  // Needs at the same time keep sharing one object.
  const there = new Map([...times].map((time) => [time, spansAt(time, at)]))
  const needs = team.needs.map((need) => {
    const time = need.time && there.get(need.time)
    return time ? { ...need, time } : need
  })
  return { ...team, needs }
}
