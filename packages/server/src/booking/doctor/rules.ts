import { candidatesRule } from './candidates.ts'
import { groupRule } from './groups.ts'
import { guestRule } from './guests.ts'
import { photoRule } from './photos.ts'
import { scheduleRule } from './schedules.ts'
import { sharingRule } from './sharing.ts'
import { eventTypeSlugRule, providerSlugRule } from './slugs.ts'
import { blockTriggerRule, bookingTriggerRule } from './triggers.ts'
import { unitNightsRule } from './unit-nights.ts'
import {
  waitlistOfferRule,
  waitlistPersonRule,
  waitlistPlaceRule,
  waitlistQueueRule,
} from './waitlist.ts'

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
