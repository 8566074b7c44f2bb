import { bookerAddress } from '@holdfast/engine'
import { bookingEntity } from '../../booking/bookings/booking-item.ts'
import { cancelBooking } from '../../booking/bookings/change-booking.ts'
import { eraseBooker, eraseGuest } from '../../booking/bookings/erase-booker.ts'
import { isLive } from '../../booking/bookings/live-booking.ts'
import { someGuestBookings } from '../../booking/guests/guest-bookings.ts'
import { bookingIndexKeys } from '../../booking/keys.ts'
import { eraseEntry } from '../../booking/waiting/erase-entry.ts'
import { waitlistEntryEntity } from '../../booking/waitlist/entry.ts'
import { resyncWrites } from '../../external-calendars/calendar-sync/erased-bookings.ts'
import { systemCaller } from '../../kernel/caller.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import type { ErasureStep } from '../../people/contacts/erasure.ts'
import {
  type AnyEvent,
  type EventsCursor,
  someEventsOfAccount,
} from '../../stays/calendars/all-events.ts'
import {
  eraseCalendarEvent,
  eraseCancelledStay,
  isAbout,
} from '../../stays/calendars/erase-person.ts'
import { deleteCalendarEvent } from '../../stays/calendars/events.ts'
import {
  countErased,
  type ErasureDependencies,
  type ErasureWork,
  isFromBefore,
  report,
  type Step,
} from './erasure-work.ts'
import { isLiveStay } from './find-person.ts'
import { eraseFromMails } from './kept-mails.ts'
import {
  eraseDeadLetters,
  eraseDeliveries,
  eraseFromLog,
  eraseFromOutbox,
  eraseFromTasks,
} from './stored-events.ts'

const BOOKINGS_AT_ONCE = 25
const EVENTS_AT_ONCE = 50
/** Items that one part looks for guests in. */
const GUESTS_AT_ONCE = 100

/**
 * Whether something live was made at the moment of the request, so that the request did not see it. Otherwise a live
 * booking or stay was made since.
 */
const isOfTheMoment = (
  { progress, requestedAtEpochMilliseconds }: ErasureWork,
  stampedAtEpochSeconds: number,
): boolean =>
  progress.cancels &&
  progress.isLaterRound !== true &&
  stampedAtEpochSeconds <= Math.floor(requestedAtEpochMilliseconds / 1000)

const eraseBookings: Step = async (deps, work, cursor) => {
  const { accountId, progress, mentions } = work
  const page = await deps.store.query({
    index: 'GSI3',
    partition: bookingIndexKeys.bookingsOfBookerEmail(accountId, progress.email),
    consistent: true,
    limit: BOOKINGS_AT_ONCE,
    ...(cursor !== undefined && { cursor }),
  })
  const erased = await countErased(page.items.map(bookingEntity.decode), async (listed) => {
    const { createdAtEpochSeconds: createdAt, confirmedAtEpochSeconds = 0 } = listed
    const agreedAt = Math.max(createdAt, confirmedAtEpochSeconds)
    if (!isFromBefore(work, agreedAt)) return false
    const now = epochSeconds(deps.clock)
    if (isLive(listed, now) && isOfTheMoment(work, agreedAt)) {
      await cancelBooking(deps, systemCaller(accountId, 'erasure'), listed.id, {
        splitsVisit: true,
      })
    }
    return await eraseBooker(
      deps,
      listed.id,
      (booking) =>
        booking.booker !== undefined &&
        mentions.isAddress(bookerAddress(booking.booker) ?? '') &&
        !isLive(booking, now),
      (after) => resyncWrites(deps, after),
    )
  })
  return report(erased, page.cursor)
}

const eraseGuests: Step = async (deps, work, cursor) => {
  const { accountId, progress, mentions } = work
  const person = { accountId, addresses: [progress.email] }
  const page = await someGuestBookings(deps.store, person, cursor, GUESTS_AT_ONCE)
  const invited = page.bookings.filter(({ booking }) =>
    isFromBefore(work, booking.createdAtEpochSeconds),
  )
  const erased = await countErased(invited, ({ booking }) =>
    eraseGuest(deps, booking.id, mentions.isAddress, (after) => resyncWrites(deps, after)),
  )
  return report(erased, page.cursor)
}

const eraseEntries: Step = async (deps, work, cursor) => {
  const { accountId, progress } = work
  const page = await deps.store.query({
    index: 'GSI3',
    partition: bookingIndexKeys.waitlistOfEmail(accountId, progress.email),
    consistent: true,
    limit: BOOKINGS_AT_ONCE,
    ...(cursor !== undefined && { cursor }),
  })
  const entries = page.items
    .map(waitlistEntryEntity.decode)
    .filter(({ createdAtEpochSeconds }) => isFromBefore(work, createdAtEpochSeconds))
  return report(await countErased(entries, (entry) => eraseEntry(deps, entry)), page.cursor)
}

const eraseFromCalendars: Step = async (deps, work, cursor) => {
  // The cast: only this step writes its cursors.
  const after = cursor === undefined ? {} : (JSON.parse(cursor) as EventsCursor)
  const page = await someEventsOfAccount(deps.store, work.accountId, after, EVENTS_AT_ONCE)
  const erased = await countErased(page.events, (found) => eraseAnyEvent(deps, work, found))
  return report(erased, page.cursor && JSON.stringify(page.cursor))
}

async function eraseAnyEvent(
  deps: ErasureDependencies,
  work: ErasureWork,
  found: AnyEvent,
): Promise<boolean> {
  const { accountId, mentions } = work
  const { id, calendarId, createdAtEpochSeconds } = found.event
  if (!isFromBefore(work, createdAtEpochSeconds) || !isAbout(found.event, mentions)) return false
  if (found.kind === 'cancelled') return await eraseCancelledStay(deps, found.event)
  const now = epochSeconds(deps.clock)
  if (isLiveStay(found.event, now)) {
    // The cancelled stay comes later in the same calendar, or in the next round.
    const cancels = isOfTheMoment(work, createdAtEpochSeconds)
    if (cancels) await deleteCalendarEvent(deps, systemCaller(accountId, 'erasure'), calendarId, id)
    return cancels
  }
  return await eraseCalendarEvent(
    deps,
    id,
    (event) => isAbout(event, mentions) && !isLiveStay(event, now),
  )
}

/** The steps of a round. The last step is that of the whole erasure: see `run-erasures.ts`. */
export const STEPS: Readonly<Record<Exclude<ErasureStep, 'contact'>, Step>> = {
  bookings: eraseBookings,
  guests: eraseGuests,
  waitlist: eraseEntries,
  calendars: eraseFromCalendars,
  outbox: eraseFromOutbox,
  tasks: eraseFromTasks,
  log: eraseFromLog,
  deadLetters: eraseDeadLetters,
  deliveries: eraseDeliveries,
  mails: eraseFromMails,
}
