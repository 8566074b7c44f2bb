import { blockTriggerRule, bookingTriggerRule } from './bookings/doctor-triggers.ts'
import { guestRule } from './guests/doctor-guests.ts'
import { photoRule } from './photos/doctor-photos.ts'
import { sharingRule } from './providers/doctor-sharing.ts'
import { eventTypeSlugRule, providerSlugRule } from './providers/doctor-slugs.ts'
import { candidatesRule } from './requirements/doctor-candidates.ts'
import { scheduleRule } from './schedules/doctor-schedules.ts'
import { unitNightsRule } from './units/doctor-unit-nights.ts'
import { groupRule } from './visits/doctor-groups.ts'
import {
  waitlistOfferRule,
  waitlistPersonRule,
  waitlistPlaceRule,
  waitlistQueueRule,
} from './waitlist/doctor-waitlist.ts'

/** The rules of the doctor about several items of this context. */
export const BOOKING_RULES = [
  bookingTriggerRule,
  blockTriggerRule,
  providerSlugRule,
  eventTypeSlugRule,
  guestRule,
  scheduleRule,
  unitNightsRule,
  waitlistPlaceRule,
  waitlistPersonRule,
  waitlistOfferRule,
  waitlistQueueRule,
  sharingRule,
  candidatesRule,
  photoRule,
  groupRule,
] as const
