import { type AddressedBooker, type Guest, isErasedBooker } from '@holdfast/engine'
import { type BookingData, type DomainEvent, isNewAddress } from '../../kernel/events/event.ts'
import type { BookingContext } from './invitation.ts'

/** A guest who gets emails about a booking, or a former booker, and what the event changes for them. */
export interface Inviting {
  readonly guest: Guest
  readonly part: 'joins' | 'stays' | 'leaves'
  /** Stands in for their address where nobody may read it. */
  readonly mark: string
  /** Who was the booker before the event. */
  readonly formerBooker?: AddressedBooker
}

interface GuestData {
  readonly name: string | null
  readonly email: string
}

const guestOf = ({ name, email }: GuestData): Guest => ({ ...(name !== null && { name }), email })

type InvitedContext = Pick<BookingContext, 'booking' | 'provider' | 'assigned'>

/**
 * The guests that an event about a booking concerns: those who are invited now, then those who are no more, then a booker
 * whom another address has replaced. An address that is still invited, in another role, does not leave.
 * `markOf`: stands in for an address.
 */
export function invitingOf(
  event: DomainEvent,
  context: InvitedContext,
  markOf: (email: string) => string,
): readonly Inviting[] {
  const { guests = [] } = context.booking
  // The server itself writes the data of `booking.*` events, so it needs no check here.
  const previous = event.data.previousGuests as unknown as readonly GuestData[] | undefined
  const before = new Set(previous?.map(({ email }) => email))
  const now = addressesIn(context)
  const former = formerBookerOf(event, context)
  return [
    ...guests.map((guest): Inviting => {
      const isNew = previous !== undefined && !before.has(guest.email)
      return { guest, part: isNew ? 'joins' : 'stays', mark: markOf(guest.email) }
    }),
    ...(previous ?? [])
      .map(guestOf)
      .concat(former ?? [])
      .filter(({ email }) => !now.has(email.toLowerCase()))
      .map(
        (guest): Inviting => ({
          guest,
          part: 'leaves',
          mark: markOf(guest.email),
          ...(guest === former && { formerBooker: former }),
        }),
      ),
  ]
}

/** The addresses that have the invitation of a booking. The providers of a class have one of the class instead. */
function addressesIn({ booking, provider, assigned = [] }: InvitedContext): ReadonlySet<string> {
  const { booker, guests = [], seats } = booking
  const providers = seats === undefined ? [provider, ...assigned] : []
  const people = [booker, ...guests, ...providers]
  return new Set(people.flatMap((person) => person?.email?.toLowerCase() ?? []))
}

/** The booker before an event that gave an appointment to come a booker with another address. */
function formerBookerOf(
  event: DomainEvent,
  { booking }: InvitedContext,
): AddressedBooker | undefined {
  if (!isNewAddress(event) || !['pending', 'confirmed'].includes(booking.status)) return undefined
  // The server itself writes the data of `booking.*` events, so it needs no check here.
  const previous = event.data.previousBooker as unknown as FormerBookerData | null
  if (previous === null || isErasedBooker(previous)) return undefined
  const { name, email, timeZone, locale } = previous
  if (email === null) return undefined
  return { name, email, ...(timeZone && { timeZone }), ...(locale && { locale }) }
}

type FormerBookerData = NonNullable<BookingData['booker']> & {
  readonly timeZone: string | null
  readonly locale: string | null
}
