import { invariant } from '../kernel/invariant.ts'
import { LIMITS } from '../kernel/limits.ts'
import { formatDate, formatWindowTime, MINUTES_PER_DAY } from '../time/dates.ts'
import { formatOffset } from '../time/instants.ts'
import { countAtMost, type ZoneBlock, zoneBlock } from '../time/zones.ts'

const TIMES: readonly string[] = Array.from(
  { length: MINUTES_PER_DAY },
  (_, minute) => `${formatWindowTime(minute)}:00`,
)

/** Walks ascending instants of one zone; what changes rarely (offset, date) is written once. */
class WallClock {
  /** `YYYY-MM-DDT` of the instant last shown, between what the caller puts around it. */
  dateText = ''
  /** `Z` or `+02:00` of the instant last shown, and what the caller puts after it. */
  offsetText = ''
  readonly #block: ZoneBlock
  readonly #isUtc: boolean
  readonly #before: string
  readonly #after: string
  #offsetMinutes = 0
  #offsetEndsAt = Number.NEGATIVE_INFINITY
  #midnight = Number.NEGATIVE_INFINITY

  constructor(zone: string, block: ZoneBlock, before: string, after: string) {
    this.#block = block
    this.#isUtc = zone === 'UTC'
    this.#before = before
    this.#after = after
  }

  /** Moves to an instant, not before the last one, and returns its wall minute of the day. */
  show(epochMinutes: number): number {
    if (epochMinutes >= this.#offsetEndsAt) this.#turnOffset(epochMinutes)
    const wallMinutes = epochMinutes + this.#offsetMinutes
    let minute = wallMinutes - this.#midnight
    if (minute >= MINUTES_PER_DAY || minute < 0) {
      const dayNumber = Math.floor(wallMinutes / MINUTES_PER_DAY)
      this.#midnight = dayNumber * MINUTES_PER_DAY
      this.dateText = `${this.#before}${formatDate(dayNumber)}T`
      minute = wallMinutes - this.#midnight
    }
    return minute
  }

  #turnOffset(epochMinutes: number): void {
    const { transitions, offsets } = this.#block
    const index = countAtMost(transitions, epochMinutes)
    this.#offsetMinutes = offsets[index] as number
    this.#offsetEndsAt = transitions[index] ?? Number.POSITIVE_INFINITY
    this.offsetText = `${this.#isUtc ? 'Z' : formatOffset(this.#offsetMinutes)}${this.#after}`
  }
}

/**
 * Writes slots as the JSON array `[{"start":"…","end":"…","available":true},…]`, with RFC 3339
 * instants in a valid zone. `starts` ascend, within 400 days; `available`, where given, says it for
 * each start, and absent all are.
 */
export function slotsToJson(
  starts: readonly number[],
  durationMinutes: number,
  zone: string,
  available?: readonly boolean[],
): string {
  const count = starts.length
  if (count === 0) return '[]'
  const first = starts[0] as number
  invariant(
    (starts[count - 1] as number) - first <= LIMITS.rangeDays * MINUTES_PER_DAY,
    'slots that are written span more days than they may',
  )
  const block = zoneBlock(zone, first)
  const startClock = new WallClock(zone, block, '{"start":"', '","end":"')
  const endClock = new WallClock(zone, block, '', '","available":')
  let text = '['
  for (let i = 0; i < count; i += 1) {
    const start = starts[i] as number
    const startMinute = startClock.show(start)
    const endMinute = endClock.show(start + durationMinutes)
    text += startClock.dateText + TIMES[startMinute] + startClock.offsetText
    text += endClock.dateText + TIMES[endMinute] + endClock.offsetText
    text += available === undefined || available[i] ? 'true}' : 'false}'
    text += i === count - 1 ? ']' : ','
  }
  return text
}
