import { zoneBlock } from '../../packages/engine/src/time/zones.ts'

/** The engine computes the clock changes of a zone in blocks of at least this length. */
const BLOCK_MINUTES = 2 ** 20

/** The start of a year in UTC, in epoch minutes. */
export const minutesOf = (year: number): number => Date.UTC(year, 0, 1) / 60_000

/** A clock change: its instant in epoch minutes, and the offset from then on in minutes east of UTC. */
export type Change = readonly [epochMinutes: number, offset: number]

/** The clock changes that the engine computes in the years `[fromYear, toYear)`. */
export function computedChanges(zone: string, fromYear: number, toYear: number): readonly Change[] {
  const [from, to] = [minutesOf(fromYear), minutesOf(toYear)]
  const changes = new Map<number, number>()
  for (let at = from; at < to; at += BLOCK_MINUTES) {
    const { transitions, offsets } = zoneBlock(zone, at)
    for (const [index, transition] of transitions.entries()) {
      if (transition >= from && transition < to) {
        changes.set(transition, offsets[index + 1] as number)
      }
    }
  }
  return [...changes].sort(([a], [b]) => a - b)
}
