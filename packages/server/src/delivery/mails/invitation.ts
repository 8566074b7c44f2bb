import {
  type Attendee,
  type BookedTime,
  type Booker,
  daysOfBooking,
  type Guest,
  type Invitation,
  isNeededInSpans,
  placeOfInvitation,
  writeEvents,
  writeInvitation,
} from '@holdfast/engine'
import type { BookingSubject } from '../../booking/bookings/booking-subject.ts'
import { kindOfProvider, type Provider } from '../../booking/providers/provider.ts'
import { invitedDayId } from '../../external-calendars/connections/shown-part.ts'
import { ownUid } from '../../kernel/own-uid.ts'
import { mailLanguageOf, TEXTS } from '../languages/languages.ts'
import type { Mail } from '../ports/mailer.ts'
import type { MailLanguage, Words } from '../texts.ts'
import { isLinkMissing, placeForAll } from './place.ts'

/** A booking with the data that emails and invitations show beside it. */
export interface BookingContext extends BookingSubject {
  /** The sender's address of all emails. Stands in for a provider without an address. */
  readonly fromAddress: string
}

/** The title of a booking, for example `Consultation with Dr. Ada`. */
export const titleOf = (context: Titled, language: MailLanguage): string => {
  const { eventType, property, provider } = context
  if (property === undefined) {
    return TEXTS[language].bookings.title(eventType?.title, titleNameOf(context, language))
  }
  const unit = eventType?.title ?? provider.name
  return TEXTS[language].stays.title(unit === property.name ? unit : `${unit}, ${property.name}`)
}

/** What a title is made of. */
type Titled = Pick<BookingContext, 'eventType' | 'provider' | 'assigned' | 'property'>

/** Who sends the emails about a booking: the house of a stay, or else the provider. */
export const senderOf = ({ provider, property }: Sender): string => (property ?? provider).name

/** What the name of a sender is taken from. */
interface Sender {
  readonly provider: Pick<Provider, 'name'>
  readonly property?: { readonly name: string }
}

/** The row with whom and what a booking takes. Of a stay only the house reads which unit it is. */
export const withRow = (
  context: BookingContext,
  isForHouse: boolean,
  { rows }: Words,
): readonly (readonly [string, string])[] =>
  context.property && !isForHouse ? [] : [[rows.with, namesOf(context)]]

/** Whom a title names: the people of a booking, up to two of them; without people, the rooms and things. */
function titleNameOf(
  { provider, assigned = [] }: Pick<BookingContext, 'provider' | 'assigned'>,
  language: MailLanguage,
): string {
  const people = assigned.filter((each) => kindOfProvider(each) === 'person')
  const [first, second, ...others] = people.length > 0 ? people : assigned
  if (first === undefined) return provider.name
  if (second === undefined) return first.name
  return others.length === 0
    ? TEXTS[language].bookings.and(first.name, second.name)
    : TEXTS[language].bookings.andMore(first.name, others.length + 1)
}

/** Whom and what a booking takes, for example `Dr. Ada Weber, Room 2`. */
export const namesOf = ({
  provider,
  assigned,
}: Pick<BookingContext, 'provider' | 'assigned'>): string =>
  (assigned ?? [provider]).map(({ name }) => name).join(', ')

/** Calendar objects as they are sent: the first one, and those of further days. */
export type WrittenInvitation = NonNullable<Mail['invitation']> & {
  readonly method: Invitation['method']
}

/** Calendar objects with one event each. */
export function written([first, ...others]: readonly [
  Invitation,
  ...Invitation[],
]): WrittenInvitation {
  return {
    method: first.method,
    content: writeInvitation(first),
    ...(others.length > 0 && { further: others.map(writeInvitation) }),
  }
}

/** An invitation to something of several days: one for each, without the nights between. `id`: what identifies it. */
export function onEachDay(
  id: string,
  of: Parameters<typeof daysOfBooking>[0] & BookedTime,
  invitation: Omit<Invitation, 'uid' | 'startEpochSeconds' | 'endEpochSeconds'>,
): readonly [Invitation, ...Invitation[]] {
  const [first = of, ...others] = daysOfBooking(of) ?? []
  const ofDay = (
    { startEpochSeconds, endEpochSeconds }: BookedTime,
    index: number,
  ): Invitation => ({
    ...invitation,
    uid: ownUid(invitedDayId(id, index)),
    startEpochSeconds,
    endEpochSeconds,
  })
  return [ofDay(first, 0), ...others.map((time, index) => ofDay(time, index + 1))]
}

/**
 * The invitation of a booking in the booker's language, with the provider as organizer, and the booker, the guests
 * and the assigned providers as attendees; of several days, one for each. It depends on stored data alone, so an emailed and a
 * downloaded one are the same bytes. `leaver`: the cancellation for a provider who was replaced, or for a guest who is invited no more;
 * it names no other attendee, and has no status, as the booking itself goes on.
 */
export function invitationOf(
  context: BookingContext,
  leaver?: Provider | Guest,
): WrittenInvitation {
  return written(invitationsTo(context, leaver))
}

/** The invitations of several bookings as one file, without attendees: those of several UIDs can name none. */
export const invitationsOf = (
  contexts: readonly BookingContext[],
): { readonly method: 'PUBLISH'; readonly content: string } => ({
  method: 'PUBLISH',
  content: writeEvents(contexts.flatMap((context) => invitationsTo(context))),
})

/** What the invitations to a booking say, one for each of its days. */
function invitationsTo(
  context: BookingContext,
  leaver?: Provider | Guest,
): readonly [Invitation, ...Invitation[]] {
  const { booking, provider, fromAddress } = context
  const isCancelled = leaver !== undefined || statusOf(booking) === 'CANCELLED'
  return onEachDay(booking.id, booking, {
    method: isCancelled ? 'CANCEL' : 'REQUEST',
    sequence: booking.sequence,
    stampEpochSeconds: booking.updatedAtEpochSeconds,
    ...(leaver === undefined && { status: statusOf(booking) }),
    summary: titleOf(context, mailLanguageOf(booking.booker?.locale)),
    ...descriptionOf(context),
    ...placeOf(context),
    organizer: { name: senderOf(context), email: provider.email ?? fromAddress },
    ...(leaver === undefined
      ? attendeesOf(context)
      : { otherAttendees: attendeesOfLeaver(context, leaver) }),
  })
}

function statusOf({ status }: BookingContext['booking']): NonNullable<Invitation['status']> {
  if (status === 'cancelled' || status === 'expired') return 'CANCELLED'
  return status === 'pending' ? 'TENTATIVE' : 'CONFIRMED'
}

/** The rooms of a booking, where it takes place, and its online meeting. */
function placeOf(context: BookingContext) {
  const { assigned = [] } = context
  const rooms = assigned.filter((each) => kindOfProvider(each) === 'room')
  return placeOfInvitation(
    placeForAll(context),
    rooms.map(({ name }) => name),
  )
}

/** The text of the event type, and the link to join, which some calendar programs show nowhere else. */
function descriptionOf(context: BookingContext): Pick<Invitation, 'description'> {
  const { booking, eventType } = context
  const words = TEXTS[mailLanguageOf(booking.booker?.locale)].bookings
  const url = placeForAll(context)?.url
  const join = url === undefined ? [] : [`${words.links.join}: ${url}`]
  const parts = [
    ...(eventType?.description === undefined ? [] : [eventType.description]),
    ...(isLinkMissing(booking) ? [words.linkFollows] : join),
  ]
  return parts.length === 0 ? {} : { description: parts.join('\n\n') }
}

function attendeesOf({
  booking,
  assigned = [],
}: BookingContext): Pick<Invitation, 'attendee' | 'otherAttendees'> {
  const { booker, guests = [], isUnproven, seats } = booking
  // In the calendar of others, it would take the gaps.
  const named = booking.stay?.placing === 'any' ? [] : assigned
  const taken = named.filter(({ id }) => !isNeededInSpans(booking, id))
  return {
    ...(booker?.email !== undefined && {
      attendee: {
        // A stranger's text must not reach a mailbox that they do not own.
        ...(!isUnproven && { name: booker.name }),
        email: booker.email,
      },
    }),
    otherAttendees: [
      ...guests.map((guest) => attendeeOfGuest(guest, isUnproven)),
      // The providers of a session have one invitation to it, not one for each party.
      ...(seats === undefined
        ? attendeesOfProviders(taken, [...addressed(booker), ...guests])
        : []),
    ],
  }
}

const addressed = (booker: Booker | undefined): readonly Pick<Attendee, 'email'>[] =>
  booker?.email === undefined ? [] : [{ email: booker.email }]

/** A guest. Without proof that the booker owns their address, the name may be a stranger's text. */
const attendeeOfGuest = ({ name, email }: Guest, isUnproven = false): Attendee => ({
  ...(name !== undefined && !isUnproven && { name }),
  email,
  isGuest: true,
})

const attendeesOfLeaver = (
  { booking: { isUnproven } }: BookingContext,
  leaver: Provider | Guest,
): readonly Attendee[] =>
  'id' in leaver ? attendeesOfProviders([leaver], []) : [attendeeOfGuest(leaver, isUnproven)]

/** The providers that have an address, each address once. `others`: attendees beside them. */
export function attendeesOfProviders(
  providers: readonly Provider[],
  others: readonly (Pick<Attendee, 'email'> | undefined)[],
): readonly Attendee[] {
  const addresses = new Set(others.map((other) => other?.email.toLowerCase()))
  return providers.flatMap((provider): readonly Attendee[] => {
    const { name, email } = provider
    if (email === undefined || addresses.has(email.toLowerCase())) return []
    addresses.add(email.toLowerCase())
    const kind = kindOfProvider(provider)
    if (kind === 'room') return [{ name, email, type: 'room' }]
    return [kind === 'equipment' ? { name, email, type: 'resource' } : { name, email }]
  })
}
