import type { Dependencies } from '../../kernel/dependencies.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { findErasure, isBefore } from '../contacts/erasure.ts'
import { eventWithout } from '../events/event-person.ts'

/**
 * An event of a booking without the guests before its change who were erased since; the same object if none was.
 * Guests of the booking itself need no look: an erasure removes them there. Reads only if the event changed guests.
 */
export async function withoutErasedGuests(
  deps: Pick<Dependencies, 'store' | 'secrets'>,
  event: DomainEvent,
): Promise<DomainEvent> {
  const erased = new Set<string>()
  for (const email of previousGuestsOf(event)) {
    if (isBefore(event, await findErasure(deps, event.accountId, email))) erased.add(email)
  }
  if (erased.size === 0) return event
  const match = {
    booker: () => false,
    guest: ({ email }: { readonly email: string }) => erased.has(email),
    calendarEvent: () => false,
    bookingId: () => false,
  }
  return eventWithout(event, match) ?? event
}

/** The addresses of the guests before the change that an event reports. */
function previousGuestsOf({ data: { previousGuests } }: DomainEvent): readonly string[] {
  // The server itself writes the data of `booking.*` events, so it needs no check here.
  const guests = previousGuests as unknown as readonly { readonly email: string }[] | undefined
  return guests?.map(({ email }) => email) ?? []
}
