import { USUAL } from '../../kernel/booking-fields/members.ts'
import type { EventAttributes, JsonValue } from '../../kernel/events/event.ts'
import { sameValue } from '../../kernel/same-value.ts'

type Members = { readonly [name: string]: JsonValue }

/** What a booker shows that only a name and an address are known of. */
const USUAL_BOOKER: Members = { id: null, timeZone: null, locale: null }

const isMembers = (value: JsonValue | undefined): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The members whose value is not the usual one. */
const unusual = (members: Members, usual: Members): Members =>
  Object.fromEntries(
    Object.entries(members).filter(
      ([name, value]) => !(name in usual && sameValue(value, usual[name])),
    ),
  )

/** What the data of an event shows a second time, and what is usual. */
function repeated({ resourceId, actor, data }: EventAttributes): {
  readonly booking: Members
  readonly provider: Members
  readonly data: Members
} {
  const booking = isMembers(data.booking) ? data.booking : {}
  return {
    booking: { ...USUAL, id: resourceId, ...(actor && { actor: { ...actor } }) },
    provider: { id: booking.providerId ?? null },
    data: { managePath: `/manage/${resourceId}` },
  }
}

/** The whole booking that an event is about. Undefined if it is about something else. */
const bookingIn = ({ type, data: { booking } }: EventAttributes): Members | undefined =>
  type.startsWith('booking.') && isMembers(booking) && 'version' in booking ? booking : undefined

/**
 * An event's attributes in the log: without what its booking repeats of the event, and what has not happened to the
 * booking. With what publication adds to it, the event of a usual booking stays below a kilobyte, which costs one
 * write unit less; two in a transaction.
 */
export function packLogged(attributes: EventAttributes): EventAttributes {
  const { data } = attributes
  const { provider } = data
  const booking = bookingIn(attributes)
  if (booking === undefined) return attributes
  const same = repeated(attributes)
  const { booker } = booking
  const packed = unusual(booking, same.booking)
  return {
    ...attributes,
    data: {
      ...unusual(data, same.data),
      booking: isMembers(booker) ? { ...packed, booker: unusual(booker, USUAL_BOOKER) } : packed,
      ...(isMembers(provider) && { provider: unusual(provider, same.provider) }),
    },
  }
}

/** An event's attributes as they were before `packLogged`. Those of earlier versions stay as they are. */
export function unpackLogged(attributes: EventAttributes): EventAttributes {
  const { data } = attributes
  const { provider } = data
  const booking = bookingIn(attributes)
  if (booking === undefined) return attributes
  const same = repeated(attributes)
  const { booker } = booking
  return {
    ...attributes,
    data: {
      // Without its provider, the event was published without subjects.
      ...(isMembers(provider) && same.data),
      ...data,
      booking: {
        ...same.booking,
        ...booking,
        ...(isMembers(booker) && { booker: { ...USUAL_BOOKER, ...booker } }),
      },
      ...(isMembers(provider) && { provider: { ...same.provider, ...provider } }),
    },
  }
}
