import { civilDateOf, dayNumberOf, daysInMonth, MINUTES_PER_DAY, twoDigits } from '../time/dates.ts'
import { zoneBlock, zoneOffsetMinutes } from '../time/zones.ts'
import { wallTimeValue } from './time-values.ts'

/** A change of a zone's offset at an instant. Offsets are minutes east of UTC. */
interface Transition {
  readonly epochMinutes: number
  readonly before: number
  readonly after: number
}

const BLOCK_MINUTES = 2 ** 20

/** The transitions in `[fromMinutes, toMinutes)`, ascending. Blocks overlap and repeat transitions. */
function transitionsOf(zone: string, fromMinutes: number, toMinutes: number) {
  const found = new Map<number, Transition>()
  for (let at = fromMinutes; at < toMinutes + BLOCK_MINUTES; at += BLOCK_MINUTES) {
    const { transitions, offsets } = zoneBlock(zone, at)
    transitions.forEach((epochMinutes, index) => {
      const [before, after] = [offsets[index] as number, offsets[index + 1] as number]
      if (epochMinutes >= fromMinutes && epochMinutes < toMinutes && before !== after) {
        found.set(epochMinutes, { epochMinutes, before, after })
      }
    })
  }
  return [...found.values()]
}

/** When a transition happens on the wall clock before it, in the terms of a yearly rule. */
function onsetOf({ epochMinutes, before }: Transition) {
  const wallMinutes = epochMinutes + before
  const dayNumber = Math.floor(wallMinutes / MINUTES_PER_DAY)
  const { year, month, day } = civilDateOf(dayNumber)
  const weekday = ['TH', 'FR', 'SA', 'SU', 'MO', 'TU', 'WE'][((dayNumber % 7) + 7) % 7] as string
  return {
    wallSeconds: wallMinutes * 60,
    minuteOfDay: wallMinutes - dayNumber * MINUTES_PER_DAY,
    year,
    month,
    weekday,
    nth: Math.ceil(day / 7),
    isLast: day + 7 > daysInMonth(year, month),
  }
}

// A rule needs this many years in a row; fewer may be alike by chance.
const RULE_YEARS_MIN = 3

/** The latest transitions of one kind that follow a yearly rule until `lastYear`; empty if too few. */
function yearlyRun(kind: readonly Transition[], lastYear: number) {
  for (const isLast of [true, false]) {
    let length = 0
    for (const [back, transition] of [...kind].reverse().entries()) {
      const [onset, latest] = [onsetOf(transition), onsetOf(kind.at(-1) as Transition)]
      const isAlike =
        onset.year === lastYear - back &&
        onset.weekday === latest.weekday &&
        (isLast ? onset.isLast : onset.nth === latest.nth)
      if (!isAlike) break
      length += 1
    }
    const first = kind[kind.length - length]
    if (length >= RULE_YEARS_MIN && first) {
      const { month, weekday, nth } = onsetOf(first)
      const rule = `FREQ=YEARLY;BYMONTH=${month};BYDAY=${isLast ? '-1' : nth}${weekday}`
      return { run: kind.slice(-length), rule }
    }
  }
  return { run: [] }
}

const offsetValue = (minutes: number): string =>
  `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(Math.abs(minutes) / 60))}${twoDigits(Math.abs(minutes) % 60)}`

function observance(
  before: number,
  after: number,
  startWallSeconds: number,
  rule?: string,
): readonly string[] {
  const name = after > before ? 'DAYLIGHT' : 'STANDARD'
  return [
    `BEGIN:${name}`,
    `DTSTART:${wallTimeValue(startWallSeconds)}`,
    ...(rule === undefined ? [] : [`RRULE:${rule}`]),
    `TZOFFSETFROM:${offsetValue(before)}`,
    `TZOFFSETTO:${offsetValue(after)}`,
    `END:${name}`,
  ]
}

/**
 * The lines of the VTIMEZONE (RFC 5545 §3.6.5) of a valid zone for times from the start of `fromYear`.
 * They contain every clock change until the end of `toYear`. Changes that follow a yearly rule until
 * then are written as that rule, which has no end and so covers the years after `toYear`, too.
 */
export function vtimezoneLines(
  timeZone: string,
  { fromYear, toYear }: { readonly fromYear: number; readonly toYear: number },
): readonly string[] {
  const fromMinutes = dayNumberOf(fromYear, 1, 1) * MINUTES_PER_DAY
  const transitions = transitionsOf(
    timeZone,
    fromMinutes,
    dayNumberOf(toYear + 1, 1, 1) * MINUTES_PER_DAY,
  )
  const kinds = new Map<string, Transition[]>()
  for (const transition of transitions) {
    const { month, minuteOfDay } = onsetOf(transition)
    const kind = `${transition.before} ${transition.after} ${month} ${minuteOfDay}`
    kinds.set(kind, [...(kinds.get(kind) ?? []), transition])
  }
  const initial = zoneOffsetMinutes(timeZone, fromMinutes)
  const blocks = [observance(initial, initial, (fromMinutes + initial) * 60)]
  for (const kind of kinds.values()) {
    const { run, rule } = yearlyRun(kind, toYear)
    for (const single of kind.slice(0, kind.length - run.length)) {
      blocks.push(observance(single.before, single.after, onsetOf(single).wallSeconds))
    }
    const [first] = run
    if (first) blocks.push(observance(first.before, first.after, onsetOf(first).wallSeconds, rule))
  }
  return ['BEGIN:VTIMEZONE', `TZID:${timeZone}`, ...blocks.flat(), 'END:VTIMEZONE']
}
