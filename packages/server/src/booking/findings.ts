import { type FindingCodes, findingsOf } from '../kernel/doctor/finding.ts'

/** What the doctor finds in the context `booking`. */
const CODES = {
  trigger_missing: { severity: 'warning', repairable: true },
  trigger_stale: { severity: 'warning', repairable: true },
  /** A provider whose ledger marks bookings of several does not record that it shares any, so its lists lack them. */
  sharing_unrecorded: { severity: 'error', repairable: true },
  /** A requirement has more candidates than can be taken, so some never are. */
  candidates_cut: { severity: 'warning', repairable: false },
  /** An entry of a wait list is waiting without a place on it. */
  waitlist_place_missing: { severity: 'error', repairable: true },
  /** A place on the wait list differs from its entry, which may not be waiting. */
  waitlist_place_stale: { severity: 'error', repairable: true },
  /** The person of a live entry has no reservation, so they could be on the wait list twice. */
  waitlist_person_missing: { severity: 'error', repairable: true },
  /** The reservation of a person belongs to no live entry, so they cannot join the wait list. */
  waitlist_person_stale: { severity: 'error', repairable: true },
  /** An entry has an offer whose booking is not pending. */
  waitlist_offer_wrong: { severity: 'error', repairable: false },
  /** A wait list with entries is missing from the due queue. */
  waitlist_due_missing: { severity: 'error', repairable: true },
  /** A booking of a group does not exist, or does not name the group. */
  group_booking_missing: { severity: 'error', repairable: false },
  /** A booking names a group that does not exist, or does not have it. */
  group_missing: { severity: 'error', repairable: false },
  /** A booking has guests whom the index of guests does not find, so exports and erasures of them lack it. */
  guests_unlisted: { severity: 'error', repairable: true },
  /** The index of guests lists a booking under guests that it does not have. */
  guests_stale: { severity: 'warning', repairable: true },
  /** The summary of a unit has other nights than its months, so searches of many units are wrong about it. */
  unit_nights_stale: { severity: 'warning', repairable: true },
  /** A schedule has no record of its users. */
  schedule_users_missing: { severity: 'error', repairable: true },
  /** A schedule does not record a user, so it could be deleted while in use. */
  schedule_user_missing: { severity: 'error', repairable: true },
  /** A schedule records a user that does not use it, so it cannot be deleted. */
  schedule_user_stale: { severity: 'warning', repairable: true },
  /** A property or an event type names a photo that does not exist. */
  photo_missing: { severity: 'error', repairable: false },
  /** A file of a photo does not exist. */
  photo_size_missing: { severity: 'error', repairable: false },
  /** A file belongs to no photo. */
  photo_size_orphaned: { severity: 'warning', repairable: false },
  /** A photo does not record who names it, so it could be removed while in use. */
  photo_user_missing: { severity: 'error', repairable: false },
  /** A photo records a user that does not name it, so it is never removed. */
  photo_user_stale: { severity: 'warning', repairable: false },
} as const satisfies FindingCodes

declare module '../kernel/doctor/finding.ts' {
  interface FindingCodesOfContexts {
    readonly booking: keyof typeof CODES
  }
}

/** Creates a finding of this context. */
export const bookingFinding = findingsOf(CODES)
