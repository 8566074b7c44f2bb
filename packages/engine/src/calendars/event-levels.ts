import { invariant } from '../kernel/invariant.ts'

/**
 * Events are stored in levels by their duration, each level in order of start. An event of a level
 * that overlaps a range starts at most the level's longest duration before the range. So all of them
 * are in one range of starts per level, and reading a range takes one query per level. The cost does
 * not depend on the age of the calendar or on its longest event.
 */
const SECONDS_PER_DAY = 86_400

/** The longest duration of each level in seconds: a day, a week, a month, a year, 4 and 16 years. */
const LEVEL_SECONDS: readonly number[] = [1, 7, 31, 366, 4 * 366, 16 * 366].map(
  (days) => days * SECONDS_PER_DAY,
)

/** The number of levels. */
export const EVENT_LEVEL_COUNT = LEVEL_SECONDS.length
/** The longest duration of an event, in seconds. */
export const LONGEST_EVENT_SECONDS = LEVEL_SECONDS.at(-1) as number

/** The level of an event by its duration: the first that is long enough. Throws beyond the longest. */
export function eventLevel(durationSeconds: number): number {
  const level = LEVEL_SECONDS.findIndex((most) => durationSeconds <= most)
  invariant(level >= 0, 'an event is longer than the longest level')
  return level
}

/** The range of starts `(after, before)` of the events of a level that can overlap a time range. */
export interface LevelRange {
  readonly level: number
  /** Exclusive: an event of the longest duration that starts here ends when the time range starts. */
  readonly afterEpochSeconds: number
  /** Exclusive: an event that starts here starts when the time range ends. */
  readonly beforeEpochSeconds: number
}

/** For each level, the range of starts that contains every event which overlaps `[from, to)`. */
export const levelRangesOf = (
  fromEpochSeconds: number,
  toEpochSeconds: number,
): readonly LevelRange[] => rangesOfLevels(LEVEL_SECONDS, fromEpochSeconds, toEpochSeconds)

const rangesOfLevels = (
  levels: readonly number[],
  fromEpochSeconds: number,
  toEpochSeconds: number,
): readonly LevelRange[] =>
  levels.map((most, level) => ({
    level,
    afterEpochSeconds: Math.max(fromEpochSeconds - most, BEFORE_ALL),
    beforeEpochSeconds: toEpochSeconds,
  }))

/** Before every start: no event starts before 1970. */
const BEFORE_ALL = -1

/**
 * The longest span of each level of recurring events, from the first start to the last end, in
 * seconds: a year, 4 years, 16 years, and infinite for longer spans and events without an end.
 */
const RECURRING_LEVEL_SECONDS: readonly number[] = [
  ...[366, 4 * 366, 16 * 366].map((days) => days * SECONDS_PER_DAY),
  Number.POSITIVE_INFINITY,
]

/** The level of a recurring event by its span in seconds; infinite for an event without an end. */
export const recurringLevel = (spanSeconds: number): number =>
  RECURRING_LEVEL_SECONDS.findIndex((most) => spanSeconds <= most)

/**
 * For each level, the range of first starts that contains every recurring event which can have an
 * occurrence in `[from, to)`.
 */
export const recurringLevelRangesOf = (
  fromEpochSeconds: number,
  toEpochSeconds: number,
): readonly LevelRange[] =>
  rangesOfLevels(RECURRING_LEVEL_SECONDS, fromEpochSeconds, toEpochSeconds)
