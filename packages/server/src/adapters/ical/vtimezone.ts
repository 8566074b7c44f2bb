import { expandRecurrence } from '@holdfast/engine'
import type { CalendarZone } from '../../kernel/ports/calendar-parser.ts'
import type { Component } from './assembly.ts'
import { firstValue } from './content-lines.ts'
import { readRule } from './rules.ts'
import { readOffset, readTime } from './values.ts'

interface Transition {
  readonly epochSeconds: number
  readonly before: number
  readonly after: number
}

// The rules of a zone are expanded from 1970-01-01 to 2100-01-01.
const FROM = 0
const TO = 4_102_444_800
const SECONDS_PER_DAY = 86_400
const MAX_OBSERVANCES = 500
const MAX_TRANSITIONS = 5_000

/**
 * Converts a `VTIMEZONE` (RFC 5545, section 3.6.5) to a table of transitions from 1970 to 2100. Before the
 * first transition, its TZOFFSETFROM applies. Undefined if any part of the definition is invalid, because
 * a partly correct zone would give wrong times.
 */
export function readZoneRules(tzid: string, component: Component): CalendarZone | undefined {
  const observances = component.children
  if (observances.length === 0 || observances.length > MAX_OBSERVANCES) return undefined
  const all: Transition[] = []
  for (const observance of observances) {
    const transitions = transitionsOf(observance)
    if (transitions === undefined) return undefined
    all.push(...transitions)
    if (all.length > MAX_TRANSITIONS) return undefined
  }
  all.sort((a, b) => a.epochSeconds - b.epochSeconds)
  const [first] = all
  if (first === undefined) return undefined
  return {
    kind: 'rules',
    tzid,
    transitions: all.map(({ epochSeconds }) => epochSeconds),
    offsetsSeconds: [first.before, ...all.map(({ after }) => after)],
  }
}

/** The transitions to one observance. Its onsets are wall times with the offset before the transition. */
function transitionsOf({ properties }: Component): readonly Transition[] | undefined {
  const start = readTime(firstValue(properties, 'DTSTART') ?? '')
  const before = readOffset(firstValue(properties, 'TZOFFSETFROM') ?? '')
  const after = readOffset(firstValue(properties, 'TZOFFSETTO') ?? '')
  if (start?.kind !== 'time' || before === undefined || after === undefined) return undefined
  const onsets = new Set([start.wallSeconds])
  for (const { name, value } of properties) {
    if (name === 'RRULE') {
      const found = onsetsByRule(value, start.wallSeconds, before)
      if (found === undefined) return undefined
      for (const onset of found) onsets.add(onset)
    } else if (name === 'RDATE') {
      for (const text of value.split(',')) {
        const onset = readTime(text.trim())
        if (onset?.kind !== 'time') return undefined
        onsets.add(onset.wallSeconds)
      }
    }
  }
  return [...onsets].map((onset) => ({ epochSeconds: onset - before, before, after }))
}

function onsetsByRule(
  text: string,
  startWallSeconds: number,
  before: number,
): readonly number[] | undefined {
  const { rule, until, skip } = readRule(text)
  if (rule === undefined || skip !== undefined || !['YEARLY', 'MONTHLY'].includes(rule.frequency))
    return undefined
  const expanded = expandRecurrence(
    { start: { wallSeconds: startWallSeconds, timeZone: 'UTC' }, rule },
    // From a year earlier, to know the offset in 1970.
    { fromEpochSeconds: FROM - 366 * SECONDS_PER_DAY, toEpochSeconds: TO },
    MAX_TRANSITIONS,
  )
  if (!expanded.ok || expanded.value.hasMore) return undefined
  const last = until === undefined ? TO : lastOnset(until, before)
  return expanded.value.occurrences
    .map(({ wallSeconds }) => wallSeconds)
    .filter((onset) => onset <= last)
}

/** The last wall time of an onset that UNTIL allows. In a zone, UNTIL is in UTC (section 3.6.5). */
function lastOnset(until: NonNullable<ReturnType<typeof readTime>>, before: number): number {
  if (until.kind === 'date') return (until.day + 1) * SECONDS_PER_DAY - 1
  return until.isUtc ? until.wallSeconds + before : until.wallSeconds
}
