import { type Booking, ok, type Result } from '@holdfast/engine'
import { getBooking } from '../bookings/change-booking.ts'
import type { Caller } from '../caller.ts'
import type { Dependencies } from '../dependencies.ts'
import { eventTypeFromItem } from '../event-types/event-type.ts'
import { eventTypeKey, providerKey } from '../items/keys.ts'
import { providerFromItem } from '../providers/provider.ts'
import { notFound, type Refusal } from '../refusals.ts'
import { type BookingContext, invitationOf } from './invitation.ts'

/** Loads what mails and invitations show beside a booking; nothing if its provider is gone. */
export async function bookingContext(
  deps: Dependencies,
  booking: Booking,
  fromAddress: string,
): Promise<BookingContext | undefined> {
  const keys = [providerKey(booking.providerId)]
  if (booking.eventTypeId !== undefined) keys.push(eventTypeKey(booking.eventTypeId))
  const [providerItem, eventTypeItem] = await deps.store.getMany(keys)
  if (providerItem === undefined) return undefined
  return {
    booking,
    provider: providerFromItem(providerItem),
    eventType: eventTypeItem && eventTypeFromItem(eventTypeItem),
    fromAddress,
  }
}

/**
 * The invitation to a booking of the account, as it stands: byte for byte the one that the mail of its
 * latest change carries.
 */
export async function getInvitation(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  bookingId: string,
  fromAddress: string,
): Promise<Result<ReturnType<typeof invitationOf>, Refusal>> {
  const found = await getBooking(deps, caller, bookingId)
  if (!found.ok) return found
  const context = await bookingContext(deps, found.value, fromAddress)
  return context === undefined
    ? notFound('provider', found.value.providerId)
    : ok(invitationOf(context))
}
