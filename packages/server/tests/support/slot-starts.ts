import { parseDate } from '@holdfast/engine'
import type { BookingDependencies } from '../../src/booking/dependencies.ts'
import { listSlots } from '../../src/booking/slots/slots.ts'
import type { RangeEnd } from '../../src/kernel/list-range.ts'
import { type BookingWorld, secondsOf, unwrap } from './booking-world.ts'

/** The epoch minute of an RFC 3339 instant. */
export const minutesOf = (instant: string): number => secondsOf(instant) / 60

/** An epoch minute as an RFC 3339 instant without seconds. */
export const minuteText = (epochMinutes: number): string =>
  `${new Date(epochMinutes * 60_000).toISOString().slice(0, 16)}Z`

/** The end of a range at the midnight that a date begins with. */
export const date = (text: string): RangeEnd => ({ dayNumber: parseDate(text) ?? Number.NaN })

/** The end of a range at an instant. */
export const at = (instant: string): RangeEnd => ({ epochMinutes: minutesOf(instant) })

/** What a list of slots asks for beside its range. */
export interface Asked {
  readonly deps?: BookingDependencies
  readonly timeZone?: string
  readonly includeUnavailable?: boolean
}

/** Lists the slots of an event type that start in `[from, to)`. */
export function slotsOf(
  world: BookingWorld,
  eventTypeId: string,
  [from, to]: readonly [RangeEnd, RangeEnd],
  asked: Asked = {},
) {
  const { deps = world.deps, includeUnavailable = false, timeZone } = asked
  const query = { from, to, includeUnavailable, ...(timeZone === undefined ? {} : { timeZone }) }
  return listSlots(deps, world.caller, eventTypeId, query)
}

/** The starts of the slots in `[from, to)`, as instants. */
export async function startsOf(
  world: BookingWorld,
  eventTypeId: string,
  range: readonly [RangeEnd, RangeEnd],
  asked?: Asked,
): Promise<readonly string[]> {
  return unwrap(await slotsOf(world, eventTypeId, range, asked)).starts.map(minuteText)
}

/** The starts on Monday, 2026-04-27, of a provider in UTC, as `HH:MM`. */
export async function mondayStartsOf(
  world: BookingWorld,
  eventTypeId: string,
  asked?: Asked,
): Promise<readonly string[]> {
  const range = [date('2026-04-27'), date('2026-04-28')] as const
  const starts = await startsOf(world, eventTypeId, range, asked)
  return starts.map((start) => start.slice('2026-04-27T'.length, -1))
}

/** Rules of the same hours on every day of the week; around the clock unless given. */
export const everyDayOf = (start = '00:00', end = '24:00') =>
  (['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const).map(
    (weekday) => ({ weekday, windows: [{ start, end }] }),
  )

/** The refusal of a range. */
export const invalidTo = (message: string) => ({
  ok: false,
  refusal: { code: 'validation_failed', errors: [{ pointer: 'to', message }] },
})
