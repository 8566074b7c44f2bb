import rrule from 'rrule'
import { expect, test } from 'vitest'
import { busyTimes } from '../../src/adapters/ical/busy-times.ts'
import { FEED_LIMITS } from '../../src/adapters/ical/free-busy-reader.ts'
import { parseCalendar } from '../../src/adapters/ical/parse-calendar.ts'
import { repetitions } from '../support/depth.ts'

const RULES = repetitions(100, 300)
const MINUTE = 60_000
const DAY = 86_400_000
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
]
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** Reproducible numbers in [0, 1): a linear congruential generator modulo 2^32. */
function seeded(seed: number) {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const below = (most: number) => Math.floor(next() * most)
  const some = <Value>(values: readonly Value[], most: number): readonly Value[] => {
    const count = 1 + below(most)
    return values.filter(() => next() < count / values.length).slice(0, most)
  }
  return { below, some, chance: (share: number) => next() < share }
}
type Random = ReturnType<typeof seeded>

const oneTo = (most: number) => Array.from({ length: most }, (_, n) => n + 1)
const part = (name: string, values: readonly (string | number)[]) =>
  values.length > 0 ? [`${name}=${values.join()}`] : []

function partsOf({ below, some, chance }: Random): readonly string[] {
  const interval = chance(0.5) ? [`INTERVAL=${1 + below(4)}`] : []
  const weekStart = chance(0.2) ? ['WKST=SU'] : []
  const months = chance(0.2) ? part('BYMONTH', some(oneTo(12), 4)) : []
  switch (below(4)) {
    case 0:
      return [
        'FREQ=DAILY',
        ...interval,
        ...months,
        ...(chance(0.3) ? part('BYDAY', some(WEEKDAYS, 4)) : []),
      ]
    case 1:
      return [
        'FREQ=WEEKLY',
        ...interval,
        ...weekStart,
        ...months,
        ...part('BYDAY', some(WEEKDAYS, 3)),
      ]
    case 2: {
      const days = chance(0.5)
        ? part('BYMONTHDAY', some([1, 2, 13, 15, 28, 29, 30, 31, -1, -2], 3))
        : part('BYDAY', some(['1MO', '2TU', '3WE', '-1FR', '-2SU', '5MO', 'TH'], 2))
      const place = days.length > 0 && chance(0.2) ? ['BYSETPOS=-1'] : []
      return ['FREQ=MONTHLY', ...interval, ...months, ...days, ...place]
    }
    default:
      return ['FREQ=YEARLY', ...months, ...part('BYDAY', some(['1MO', '-1SU', '20TU'], 1))]
  }
}

const FORMATTERS = new Map(
  ZONES.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    }),
  ]),
)

/** The instant of a wall time by Intl.DateTimeFormat, which the reader under test does not use. */
function instantOf(zone: string, wall: number): number {
  const shown = FORMATTERS.get(zone) as Intl.DateTimeFormat
  const offsetAt = (instant: number) => {
    const parts = Object.fromEntries(
      shown.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
    )
    const { year = 0, month = 0, day = 0, hour = 0, minute = 0 } = parts
    return Date.UTC(year, month - 1, day, hour, minute) - instant
  }
  // The offset of the day before is right before a gap, within it, and in the first pass of an overlap.
  const before = offsetAt(wall - DAY)
  const after = offsetAt(wall + DAY)
  const early = wall - before
  return offsetAt(early) === before || offsetAt(wall - after) !== after ? early : wall - after
}

const stamp = (time: number) =>
  `${new Date(time).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}`

test(`${RULES} random rules in several zones match the results of rrule on their wall clocks`, () => {
  const random = seeded(20_260_427)
  const { below, chance } = random
  let occurrences = 0
  for (let n = 0; n < RULES; n += 1) {
    const zone = ZONES[below(ZONES.length)] as string
    const rule = partsOf(random).join(';')
    const early = Date.UTC(2022, below(48), 1 + below(28), below(24), below(4) * 15)
    const startsAt = rrule.rrulestr(rule, { dtstart: new Date(early) }).after(new Date(early), true)
    if (startsAt === null) continue
    const end = chance(0.4) ? `;COUNT=${1 + below(200)}` : ''
    const expected = rrule.rrulestr(rule + end, { dtstart: startsAt })
    const from = Date.UTC(2026, below(12), 1)
    const to = from + 120 * DAY
    const walls = expected.between(new Date(from - 2 * DAY), new Date(to + 2 * DAY), true)
    const excluded = walls.filter(() => chance(0.1))
    const instants = walls
      .filter((wall) => !excluded.includes(wall))
      .map((wall) => instantOf(zone, wall.getTime()))
      .filter((instant) => instant > from - 10 * MINUTE && instant < to)
    const file = [
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      'UID:a',
      `DTSTART;TZID=${zone}:${stamp(startsAt.getTime())}`,
      'DURATION:PT10M',
      `RRULE:${rule}${end}`,
      ...excluded.map((wall) => `EXDATE;TZID=${zone}:${stamp(wall.getTime())}`),
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\r\n')
    const parsed = parseCalendar(new TextEncoder().encode(file), FEED_LIMITS)
    const query = {
      range: { startEpochMinutes: from / MINUTE, endEpochMinutes: to / MINUTE },
      timeZone: 'UTC',
      occurrencesPerRule: 10_000,
      warnings: 20,
    }
    const { busy, warnings } = parsed.ok
      ? busyTimes(parsed.value, query)
      : { busy: [], warnings: [] }
    occurrences += busy.length
    expect({ file, warnings, starts: busy.map((one) => one.startEpochMinutes * MINUTE) }).toEqual({
      file,
      warnings: [],
      starts: [...new Set(instants)].sort((a, b) => a - b),
    })
  }
  expect(occurrences).toBeGreaterThan(RULES * 7)
})
