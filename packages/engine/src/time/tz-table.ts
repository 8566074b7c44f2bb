import { TZ_PUBLISHED_ON, TZ_TABLE_LINES, TZ_VERSION } from './tz-table.generated.ts'
import type { YearlyOnset } from './yearly-onset.ts'

export { TZ_PUBLISHED_ON, TZ_VERSION }

/**
 * All clock changes of one zone. Offset `i` applies from transition `i - 1` (closed) to transition `i`
 * (open). After the last transition, the yearly onsets follow: two a year, or none.
 */
export interface ZoneTable {
  /** Epoch minutes, ascending. */
  readonly transitions: readonly number[]
  /** Minutes east of UTC, one more than there are transitions. */
  readonly offsets: readonly number[]
  /** In the order of the year. */
  readonly yearly: readonly YearlyOnset[]
}

/** A line of the generated table: `names|offsets|offset of each period|minutes between|yearly onsets`. */
function readLine(line: string): ZoneTable {
  const [, offsetList = '', periods = '', gaps = '', onsets = ''] = line.split('|')
  const known = offsetList.split(' ').map(Number)
  const offsetAt = (digit: string): number => known[Number.parseInt(digit, 36)] as number
  let at = 0
  const transitions = (gaps === '' ? [] : gaps.split(' ')).map((gap) => {
    at += Number.parseInt(gap, 36)
    return at
  })
  const yearly = (onsets === '' ? [] : onsets.split(' ')).map((text) => {
    const [month = 0, day = 0, weekday = 0, minute = 0, offset = 0] = text.split(',').map(Number)
    return { month, day, weekday, minute, offset }
  })
  return { transitions, offsets: [...periods].map(offsetAt), yearly }
}

/** The line of each name, in its exact spelling. Filled at the first use. */
const lines = new Map<string, string>()
/** The exact spelling of each name in lower case. */
const spellings = new Map<string, string>()

function fill(): void {
  for (const line of TZ_TABLE_LINES) {
    for (const name of line.slice(0, line.indexOf('|')).split(' ')) {
      lines.set(name, line)
      spellings.set(name.toLowerCase(), name)
    }
  }
}

/** The clock changes of a zone; undefined unless `zone` is a name of the tz database, spelled exactly. */
export function zoneTable(zone: string): ZoneTable | undefined {
  if (lines.size === 0) fill()
  const line = lines.get(zone)
  return line === undefined ? undefined : readLine(line)
}

/** Reports whether `zone` is a name of the tz database, spelled exactly. */
export function hasZone(zone: string): boolean {
  if (lines.size === 0) fill()
  return lines.has(zone)
}

/** The exact spelling of a zone's name, given in any case; undefined if there is no such zone. */
export function zoneSpelling(name: string): string | undefined {
  if (lines.size === 0) fill()
  return spellings.get(name.toLowerCase())
}
