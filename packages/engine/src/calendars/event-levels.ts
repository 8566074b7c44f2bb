import { invariant } from '../kernel/invariant.ts'

/**
 * Events are kept by the length of time they last, each level in the order of start. What overlaps a
 * range then lies, in each level, in one stretch of starts: an event of a level began at most that
 * level's length before the range. So a range read costs one query a level, and reads beyond what
 * overlaps only events that began within their own order of length before the range, however old
 * the calendar is and whatever its longest event.
 */
const SECONDS_PER_DAY = 86_400

/** The most seconds that an event of each level lasts: a day, a week, a month, a year, 4 and 16 years. */
const LEVEL_SECONDS: readonly number[] = [1, 7, 31, 366, 4 * 366, 16 * 366].map(
  (days) => days * SECONDS_PER_DAY,
)

/** How many levels there are. */
export const EVENT_LEVEL_COUNT = LEVEL_SECONDS.length
/** The longest that an event may last, in seconds. */
export const LONGEST_EVENT_SECONDS = LEVEL_SECONDS.at(-1) as number

/** The level of an event that lasts so many seconds: the first that is long enough. */
export function eventLevel(durationSeconds: number): number {
  const level = LEVEL_SECONDS.findIndex((most) => durationSeconds <= most)
  invariant(level >= 0, 'an event lasts longer than it may')
  return level
}

/** Where in a level the events lie that can overlap `[from, to)`: starts in `(after, before)`. */
export interface StartStretch {
  readonly level: number
  /** Open: an event of the level's full length that starts here ends as the range begins. */
  readonly afterEpochSeconds: number
  /** Open: an event that starts here begins as the range ends. */
  readonly beforeEpochSeconds: number
}

/** The stretches of starts, one a level, that hold all events which overlap a range. */
export const stretchesOf = (
  fromEpochSeconds: number,
  toEpochSeconds: number,
): readonly StartStretch[] => stretchesOfLevels(LEVEL_SECONDS, fromEpochSeconds, toEpochSeconds)

const stretchesOfLevels = (
  levels: readonly number[],
  fromEpochSeconds: number,
  toEpochSeconds: number,
): readonly StartStretch[] =>
  levels.map((most, level) => ({
    level,
    afterEpochSeconds: Math.max(fromEpochSeconds - most, BEFORE_ALL),
    beforeEpochSeconds: toEpochSeconds,
  }))

/** Before every start that there is: none is before 1970. */
const BEFORE_ALL = -1

/**
 * The most seconds from the first start to the last end of a recurring event of each level: a year, 4
 * and 16 years, and more, or without an end.
 */
const RECURRING_LEVEL_SECONDS: readonly number[] = [
  ...[366, 4 * 366, 16 * 366].map((days) => days * SECONDS_PER_DAY),
  Number.POSITIVE_INFINITY,
]

/** The level of a recurring event that lasts so many seconds over all; infinite: it has no end. */
export const recurringLevel = (spanSeconds: number): number =>
  RECURRING_LEVEL_SECONDS.findIndex((most) => spanSeconds <= most)

/** The stretches of first starts, one a level, that hold all recurring events which may have an occurrence in a range. */
export const recurringStretchesOf = (
  fromEpochSeconds: number,
  toEpochSeconds: number,
): readonly StartStretch[] =>
  stretchesOfLevels(RECURRING_LEVEL_SECONDS, fromEpochSeconds, toEpochSeconds)
