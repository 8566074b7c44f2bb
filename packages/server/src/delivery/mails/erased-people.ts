import type { Dependencies } from '../../kernel/dependencies.ts'
import { type DomainEvent, isNewAddress } from '../../kernel/events/event.ts'
import { findErasure, isBefore } from '../../people/contacts/erasure.ts'
import { eventWithout } from '../events/event-person.ts'

/**
 * An event of a booking without the guests and the booker before its change who were erased since; the same object if
 * none was. People of the booking itself need no look: an erasure removes them there. Reads only if the event changed
 * guests or the address of the booker.
 */
export async function withoutErasedPeople(
  deps: Pick<Dependencies, 'store' | 'secrets'>,
  event: DomainEvent,
): Promise<DomainEvent> {
  const erased = new Set<string>()
  for (const email of previousAddressesOf(event)) {
    if (isBefore(event, await findErasure(deps, event.accountId, email))) erased.add(email)
  }
  if (erased.size === 0) return event
  const match = {
    booker: ({ email }: { readonly email: string }) => erased.has(email),
    guest: ({ email }: { readonly email: string }) => erased.has(email),
    calendarEvent: () => false,
    bookingId: () => false,
  }
  return eventWithout(event, match) ?? event
}

/** The addresses of the guests, and of a former booker, before the change that an event reports. */
function previousAddressesOf(event: DomainEvent): readonly string[] {
  const { previousGuests, previousBooker } = event.data
  // The server itself writes the data of `booking.*` events, so it needs no check here.
  const guests = previousGuests as unknown as readonly Addressed[] | undefined
  const former = isNewAddress(event) ? (previousBooker as unknown as Addressed | null) : null
  return [...(guests ?? []), ...(former ? [former] : [])].map(({ email }) => email)
}

interface Addressed {
  readonly email: string
}
