import type { AvailabilityRule, DateOverride, TimeWindow } from '@holdfast/engine'
import { timestamps, wallTimeText } from '../../kernel/representations.ts'
import type { EventType } from './event-type.ts'

const windowRepresentation = (window: TimeWindow) => ({
  start: wallTimeText(window.startMinute),
  end: wallTimeText(window.endMinute),
})

/** An event type with its rules. */
export const eventTypeRepresentation = (eventType: EventType) => ({
  id: eventType.id,
  version: eventType.version,
  providerId: eventType.providerId,
  status: eventType.status,
  slug: eventType.slug,
  title: eventType.title,
  description: eventType.description ?? null,
  durationMinutes: eventType.durationMinutes,
  slotStepMinutes: eventType.slotStepMinutes,
  bufferBeforeMinutes: eventType.bufferBeforeMinutes,
  bufferAfterMinutes: eventType.bufferAfterMinutes,
  minNoticeMinutes: eventType.minNoticeMinutes,
  maxAdvanceDays: eventType.maxAdvanceDays,
  availabilityRules: eventType.availabilityRules.map((rule: AvailabilityRule) => ({
    weekday: rule.weekday,
    windows: rule.windows.map(windowRepresentation),
  })),
  dateOverrides: eventType.dateOverrides.map((override: DateOverride) => ({
    date: override.date,
    windows: override.windows.map(windowRepresentation),
  })),
  confirmation: eventType.confirmation,
  holdMinutes: eventType.holdMinutes,
  approvalMinutes: eventType.approvalMinutes,
  ...timestamps(eventType),
})
