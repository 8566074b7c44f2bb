import { wallTimeText } from '../../kernel/representations.ts'
import type { OpenedSlots } from './availability.ts'
import type { OpenedDate } from './opening.ts'

/** All openings of a provider on one date, in the provider's zone. */
export const openedDateRepresentation = (opened: OpenedDate) => ({
  providerId: opened.providerId,
  version: opened.version,
  date: opened.date,
  openings: opened.openings.map(({ startMinute, endMinute, slotDurationMinutes }) => ({
    startTime: wallTimeText(startMinute),
    endTime: wallTimeText(endMinute),
    slotDurationMinutes,
  })),
})

/** A newly opened window of a date. */
export const openingRepresentation = (opened: OpenedSlots) => ({
  providerId: opened.providerId,
  version: opened.version,
  date: opened.date,
  startTime: wallTimeText(opened.opening.startMinute),
  endTime: wallTimeText(opened.opening.endMinute),
  slotDurationMinutes: opened.opening.slotDurationMinutes,
  slotCount: opened.slotCount,
})
