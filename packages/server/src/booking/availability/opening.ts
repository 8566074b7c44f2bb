import type { SlotPolicy } from '@holdfast/engine'
import type { AttributeValue, Item } from '../../kernel/ports/store.ts'
import { availabilityKey } from '../keys.ts'

/** A stretch of one date that a provider opened: minutes of the day `[start, end)`, end up to 1440. */
export interface Opening {
  readonly startMinute: number
  readonly endMinute: number
  readonly slotDurationMinutes: number
}

/** All that a provider opened on one date of its own zone. Openings do not overlap. */
export interface OpenedDate {
  readonly accountId: string
  readonly providerId: string
  readonly version: number
  /** `YYYY-MM-DD`. */
  readonly date: string
  readonly openings: readonly Opening[]
}

/** The item of an opened date, in its provider's partition. */
export const openedDateItem = (opened: OpenedDate): Item => ({
  ...availabilityKey(opened.providerId, opened.date),
  ...opened,
  openings: opened.openings as unknown as AttributeValue,
})

/** Reads the item of an opened date. */
export function openedDateFromItem(item: Item): OpenedDate {
  const { PK: _pk, SK: _sk, ...attributes } = item
  return attributes as unknown as OpenedDate
}

// An opening is explicit, so neither notice nor a furthest advance applies to it.
const UNBOUNDED_ADVANCE_DAYS = 1095

/**
 * An opening as a policy of the slot engine, so that opened slots are decided by the same function
 * as those of event types: one date, one window, steps of the slot duration, no buffers.
 */
export const openingPolicy = (date: string, opening: Opening, timeZone: string): SlotPolicy =>
  policyOf(date, [opening], opening.slotDurationMinutes, timeZone)

/**
 * What is open on a date, for a start that is in no opening of it: it is refused by the same function
 * as any other, which tells all that is open. A slot as long as a day fits none of it.
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
