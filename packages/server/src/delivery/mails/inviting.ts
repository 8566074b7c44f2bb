import type { Booking, Guest } from '@holdfast/engine'
import type { DomainEvent } from '../../kernel/events/event.ts'

/** A guest who gets emails about a booking, and what the event changes for them. */
export interface Inviting {
  readonly guest: Guest
  readonly part: 'joins' | 'stays' | 'leaves'
  /** Stands in for their address where nobody may read it. */
  readonly mark: string
}

interface GuestData {
  readonly name: string | null
  readonly email: string
}

const guestOf = ({ name, email }: GuestData): Guest => ({ ...(name !== null && { name }), email })

/**
 * The guests that an event about a booking concerns: those who are invited now, then those who are no more.
 * `markOf`: stands in for an address.
 */
export function invitingOf(
  event: DomainEvent,
  { guests = [] }: Booking,
  markOf: (email: string) => string,
): readonly Inviting[] {
  // The server itself writes the data of `booking.*` events, so it needs no check here.
  const previous = event.data.previousGuests as unknown as readonly GuestData[] | undefined
  const before = new Set(previous?.map(({ email }) => email))
  const now = new Set(guests.map(({ email }) => email))
  return [
    ...guests.map((guest): Inviting => {
      const isNew = previous !== undefined && !before.has(guest.email)
      return { guest, part: isNew ? 'joins' : 'stays', mark: markOf(guest.email) }
    }),
    ...(previous ?? [])
      .filter(({ email }) => !now.has(email))
      .map(
        (guest): Inviting => ({
          guest: guestOf(guest),
          part: 'leaves',
          mark: markOf(guest.email),
        }),
      ),
  ]
}
