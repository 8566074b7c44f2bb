import { zoneOffsetMinutes } from '@holdfast/engine'
import type { CalendarZone } from '../../kernel/ports/calendar-parser.ts'
import { wallTimeAt } from '../../stays/calendar-files/resolve-time.ts'
import { SECONDS_PER_DAY } from './clock.ts'
import { windowsZones } from './zones.ts'

type RulesZone = Extract<CalendarZone, { readonly kind: 'rules' }>

/** An IANA zone that has the same times as a zone of a file. */
export interface EquivalentZone {
  readonly name: string
  /** The times are the same from then on; 0 for 1970. */
  readonly fromEpochSeconds: number
}

// 2038-01-01. Calendar programs do not write rules beyond it that differ.
const HORIZON = 2_145_916_800
const SHORTEST_SECONDS = 2 * 366 * SECONDS_PER_DAY
/** 2000-01-01. Older changes do not describe the zone that a program writes events in. */
const RECENT = 946_684_800

const fixedName = (offsetSeconds: number): readonly string[] => {
  const hours = offsetSeconds / 3600
  if (!Number.isInteger(hours) || hours < -12 || hours > 14) return []
  if (hours === 0) return ['UTC']
  // The sign of these names is reversed.
  return [`Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`]
}

const offsetAt = (zone: RulesZone, epochSeconds: number): number =>
  wallTimeAt(zone, epochSeconds) - epochSeconds

// Changes of an offset that are closer than a week would be missed, if the file does not have them.
const STEP_SECONDS = 7 * SECONDS_PER_DAY

/** An instant from which a zone has the offsets of the file up to `end`: at most a week after the first. */
function sameFrom(zone: RulesZone, name: string, end: number): number {
  const isSame = (at: number) =>
    zoneOffsetMinutes(name, Math.floor(at / 60)) * 60 === offsetAt(zone, at)
  let at = end - SECONDS_PER_DAY
  while (at >= 0 && isSame(at)) at -= STEP_SECONDS
  const from = Math.max(0, at + STEP_SECONDS)
  const differing = zone.transitions.findLast(
    (transition) =>
      transition >= from && transition < end && !(isSame(transition - 60) && isSame(transition)),
  )
  return differing === undefined ? from : differing + SECONDS_PER_DAY
}

function bestUntil(zone: RulesZone, end: number, latestFrom: number): EquivalentZone | undefined {
  const names = [...fixedName(offsetAt(zone, end - SECONDS_PER_DAY)), ...windowsZones()]
  let best: EquivalentZone | undefined
  for (const name of names) {
    const fromEpochSeconds = sameFrom(zone, name, end)
    const isBetter = fromEpochSeconds < (best?.fromEpochSeconds ?? Number.POSITIVE_INFINITY)
    if (isBetter && fromEpochSeconds <= latestFrom) best = { name, fromEpochSeconds }
  }
  return best
}

/** The last two transitions that change the offset. */
function lastChanges({ transitions, offsetsSeconds }: RulesZone) {
  const changes = transitions.filter((_, i) => offsetsSeconds[i] !== offsetsSeconds[i + 1])
  const [previous, last] = changes.slice(-2)
  return last !== undefined && last >= RECENT ? { previous, last } : undefined
}

/**
 * Finds the IANA zone that has had the times of a zone of a file for the longest time, up to 2038 and over
 * its last changes. If there is none because the file describes some years only, those years decide.
 * Undefined if no zone has these times.
 */
export function equivalentZone(zone: RulesZone): EquivalentZone | undefined {
  const changes = lastChanges(zone)
  const latestFrom = Math.min(HORIZON - SHORTEST_SECONDS, changes?.previous ?? HORIZON)
  const found = bestUntil(zone, HORIZON, latestFrom)
  if (found !== undefined || changes?.previous === undefined) return found
  return bestUntil(zone, changes.last + SECONDS_PER_DAY, changes.previous)
}
