import { parseDate, type SlotPolicy } from '@holdfast/engine'
import { z } from 'zod'
import { type AttributesOf, defineEntity } from '../../kernel/entity.ts'
import { availabilityKey } from '../keys.ts'

const openingAttributes = z.object({
  startMinute: z.int(),
  endMinute: z.int(),
  slotDurationMinutes: z.int(),
})

/** A window of one date that a provider opened: minutes of the day `[start, end)`, end at most 1440. */
export type Opening = AttributesOf<typeof openingAttributes>

const openedDateAttributes = z.object({
  accountId: z.string(),
  providerId: z.string(),
  version: z.int(),
  /** `YYYY-MM-DD`. */
  date: z.string(),
  openings: z.array(openingAttributes),
})

/** All openings of a provider on one date of its own zone. They do not overlap. */
export interface OpenedDate extends AttributesOf<typeof openedDateAttributes> {}

/** The item of an opened date, in its provider's partition. */
export const openedDateEntity = defineEntity<OpenedDate>({
  name: 'opened date',
  key: ({ providerId, date }) => availabilityKey(providerId, date),
  inKey: {},
  schema: openedDateAttributes,
})

// An opening is explicit, so neither minimum notice nor a maximum advance applies to it.
const UNBOUNDED_ADVANCE_DAYS = 1095

/**
 * An opening as a policy of the slot engine, so that opened slots are decided by the same function
 * as those of event types: one date, one window, steps of the slot duration, no buffers.
 */
export const openingPolicy = (date: string, opening: Opening, timeZone: string): SlotPolicy =>
  policyOf(date, [opening], opening.slotDurationMinutes, timeZone)

/**
 * The policy of a date for a start outside its openings. The same function refuses it as any other and
 * names all open windows; no slot is offered, since a slot as long as a day fits in none of them.
 */
export const dayPolicy = (
  date: string,
  openings: readonly Opening[],
  timeZone: string,
): SlotPolicy => policyOf(date, openings, DAY_MINUTES, timeZone)

const DAY_MINUTES = 1440

const policyOf = (
  date: string,
  openings: readonly Opening[],
  slotDurationMinutes: number,
  timeZone: string,
): SlotPolicy => ({
  timeZone,
  durationMinutes: slotDurationMinutes,
  slotStepMinutes: slotDurationMinutes,
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
  minNoticeMinutes: 0,
  maxAdvanceDays: UNBOUNDED_ADVANCE_DAYS,
  availabilityRules: [],
  dateOverrides: [
    { date, windows: openings.map(({ startMinute, endMinute }) => ({ startMinute, endMinute })) },
  ],
})

/** The problems of an opened date: a malformed window, or two that overlap. */
export function availabilityProblems(
  { date, openings }: OpenedDate,
  dateInKey: string,
): readonly string[] {
  if (date !== dateInKey || parseDate(date) === undefined) {
    return ['The date is not valid, or differs from the one in the key.']
  }
  const problems: string[] = []
  const sorted = openings.toSorted((a, b) => a.startMinute - b.startMinute)
  let openUntil = 0
  for (const { startMinute, endMinute, slotDurationMinutes } of sorted) {
    const isInDay = startMinute >= 0 && startMinute < endMinute && endMinute <= 1440
    if (!isInDay || slotDurationMinutes < 1) {
      problems.push(`The window from minute ${startMinute} to ${endMinute} is not valid.`)
    } else if (startMinute < openUntil) {
      problems.push(
        `The window from minute ${startMinute} overlaps the one that ends at ${openUntil}.`,
      )
    }
    openUntil = Math.max(openUntil, endMinute)
  }
  return problems
}
