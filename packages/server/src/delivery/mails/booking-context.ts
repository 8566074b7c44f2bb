import {
  type Assignment,
  type Booking,
  daysOfBooking,
  ok,
  providersOf,
  type Result,
} from '@holdfast/engine'
import { loadBookingSubject } from '../../booking/bookings/booking-subject.ts'
import { getBooking } from '../../booking/bookings/change-booking.ts'
import { eventTypeEntity } from '../../booking/event-types/event-type.ts'
import { eventTypeKey, providerKey } from '../../booking/keys.ts'
import { type Provider, providerEntity } from '../../booking/providers/provider.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import type { Mail } from '../ports/mailer.ts'
import { type BookingContext, invitationOf, invitationsOf } from './invitation.ts'

/** Loads the providers and event type of a booking; undefined if no provider exists. */
export async function bookingContext(
  deps: Dependencies,
  booking: Booking,
  fromAddress: string,
): Promise<BookingContext | undefined> {
  const subject = await loadBookingSubject(deps, booking)
  return subject && { ...subject, fromAddress }
}

/**
 * The providers that a booking took before an event that changed them, as far as they exist. Undefined if the
 * event changed none.
 */
export async function loadPrevious(
  deps: Pick<Dependencies, 'store'>,
  event: DomainEvent,
  { provider, assigned = [] }: Pick<BookingContext, 'provider' | 'assigned'>,
): Promise<readonly Provider[] | undefined> {
  const { previousAssignments, previousProviderId } = event.data as unknown as PreviousPeople
  if (previousAssignments === undefined) return undefined
  const ids = providersOf({
    providerId: previousProviderId,
    ...(previousAssignments.length > 0 && { assignments: previousAssignments }),
  })
  const known = new Map([provider, ...assigned].map((each) => [each.id, each]))
  const missing = ids.filter((id) => !known.has(id))
  for (const item of await readItems(deps.store, missing.map(providerKey))) {
    const found = item && providerEntity.decode(item)
    if (found) known.set(found.id, found)
  }
  return ids.flatMap((id) => known.get(id) ?? [])
}

// The server itself writes the data of `booking.*` events, so it needs no check here.
interface PreviousPeople {
  readonly previousAssignments?: readonly Assignment[]
  readonly previousProviderId: string
}

/** What a booking was of before an event gave it another service. Undefined if it did not. */
export async function loadPreviousService(
  { store }: Pick<Dependencies, 'store'>,
  { data: { previousEventTypeId: id } }: DomainEvent,
): Promise<Pick<BookingContext, 'eventType'> | undefined> {
  if (typeof id !== 'string') return undefined
  return { eventType: await eventTypeEntity.read(store, eventTypeKey(id)) }
}

/**
 * The current invitation of a booking of the account: the same bytes as in the latest email about it. Of several days, one
 * file with all of them.
 */
export async function getInvitation(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  bookingId: string,
  fromAddress: string,
): Promise<Result<NonNullable<Mail['invitation']>, Refusal>> {
  const found = await getBooking(deps, caller, bookingId)
  if (!found.ok) return found
  const context = await bookingContext(deps, found.value, fromAddress)
  return context === undefined
    ? notFound('provider', found.value.providerId)
    : ok(daysOfBooking(found.value) ? invitationsOf([context]) : invitationOf(context))
}
