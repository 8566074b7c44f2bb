import { blockTriggerRule, bookingTriggerRule } from './bookings/doctor-triggers.ts'
import { eventTypeSlugRule, providerSlugRule } from './providers/doctor-slugs.ts'

/** The rules of the doctor about several items of this context. */
export const BOOKING_RULES = [
  bookingTriggerRule,
  blockTriggerRule,
  providerSlugRule,
  eventTypeSlugRule,
] as const
