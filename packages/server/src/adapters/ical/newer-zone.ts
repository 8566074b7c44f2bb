import { parseInstant, TZ_PUBLISHED_ON } from '@holdfast/engine'
import type { CalendarZone } from '../../kernel/ports/calendar-parser.ts'
import { wallTimeAt } from '../../stays/calendar-files/resolve-time.ts'

const SECONDS_PER_DAY = 86_400
const YEARS_COMPARED = 4
const PUBLISHED_EPOCH_SECONDS = parseInstant(`${TZ_PUBLISHED_ON}T00:00:00Z`) ?? 0

/**
 * The definition of a known zone in a file, if it is newer than the server's tz table: it was modified
 * after the table was published, and gives another offset on some day of the four years from a year
 * before that. Undefined otherwise, so that the table applies.
 */
export function newerRules(
  zone: string,
  lastModifiedEpochSeconds: number | undefined,
  rules: () => CalendarZone | undefined,
): CalendarZone | undefined {
  if (lastModifiedEpochSeconds === undefined) return undefined
  if (lastModifiedEpochSeconds < PUBLISHED_EPOCH_SECONDS + SECONDS_PER_DAY) return undefined
  const defined = rules()
  if (defined?.kind !== 'rules') return undefined
  const from = lastModifiedEpochSeconds - 365 * SECONDS_PER_DAY
  for (let day = 0; day < YEARS_COMPARED * 365; day += 1) {
    const at = from + day * SECONDS_PER_DAY
    if (wallTimeAt(defined, at) !== wallTimeAt({ kind: 'iana', name: zone }, at)) return defined
  }
  return undefined
}
