import { type Booking, bookerAddress, ok, type Result } from '@holdfast/engine'
import { bookingEntity } from '../../booking/bookings/booking-item.ts'
import { isLive } from '../../booking/bookings/live-booking.ts'
import { bookingIndexKeys } from '../../booking/keys.ts'
import type { Caller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { queryItems } from '../../kernel/items/query-items.ts'
import type { Store } from '../../kernel/ports/store.ts'
import { mentionsOf, type Person } from '../../kernel/privacy/person.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { type Contact, contactEntity, personAddresses } from '../../people/contacts/contact.ts'
import { currentContact, getPerson } from '../../people/contacts/contacts.ts'
import { contactKey } from '../../people/keys.ts'
import { type AnyEvent, allEventsOfAccount } from '../../stays/calendars/all-events.ts'
import type { CalendarEvent } from '../../stays/calendars/calendar-event.ts'
import { isAbout } from '../../stays/calendars/erase-person.ts'

/** A person as a caller names them. */
export interface NamedPerson {
  /** The address of the person now, and then the earlier ones and those of merged contacts; see `Person`. */
  readonly addresses: readonly [string, ...string[]]
  /** Absent for a person without a confirmed booking. */
  readonly contact?: Contact
}

const namedBy = (contact: Contact): NamedPerson => ({
  addresses: personAddresses(contact),
  contact,
})

/** Finds a person of the caller's account by the id of a contact, or by email address, which any person has. */
export async function findPerson(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  reference: string,
): Promise<Result<NamedPerson, Refusal>> {
  if (!reference.includes('@')) {
    const found = await getPerson(deps, caller, reference)
    return found.ok ? ok(namedBy(found.value)) : found
  }
  const email = reference.toLowerCase()
  const contact = await contactEntity.read(deps.store, contactKey(caller.accountId, email))
  return ok(contact ? namedBy(await currentContact(deps, contact)) : { addresses: [email] })
}

/** The bookings of a person's addresses. On DynamoDB, one made within the last second may be missing. */
export async function* bookingsOf(
  store: Pick<Store, 'query'>,
  { accountId, addresses }: Pick<Person, 'accountId' | 'addresses'>,
): AsyncGenerator<Booking> {
  for (const address of addresses) {
    const partition = bookingIndexKeys.bookingsOfBookerEmail(accountId, address)
    for await (const item of queryItems(store, { index: 'GSI3', partition })) {
      const booking = bookingEntity.decode(item)
      // The index may lag behind a change of the booker.
      if (booking.booker && bookerAddress(booking.booker) === address) yield booking
    }
  }
}

/** Whether a stay takes nights from now on. */
export const isLiveStay = (event: CalendarEvent, nowEpochSeconds: number): boolean =>
  event.isStay && event.endEpochSeconds > nowEpochSeconds

/** A person with their names, and what of theirs is live. */
export interface SurveyedPerson extends Person {
  readonly liveBookings: readonly Booking[]
  readonly liveStays: readonly CalendarEvent[]
  /**
   * What is about the person in calendars. Absent if a stay told another name on the way: what was read before it may be about the
   * person, too.
   */
  readonly events?: readonly AnyEvent[]
}

/** How many different names of a person are looked for in texts. */
const NAMES_MAX = 20

const namesOf = ({ name, merged = [] }: Contact): readonly string[] => [
  name,
  ...merged.map((each) => each.name),
]

/** Reads all bookings and stays of a person. */
export async function surveyPerson(
  deps: Dependencies,
  accountId: string,
  { addresses, contact }: NamedPerson,
): Promise<SurveyedPerson> {
  const now = epochSeconds(deps.clock)
  const names = new Set(contact ? namesOf(contact) : [])
  const addName = (name: string | undefined) => {
    if (name && names.size < NAMES_MAX) names.add(name)
  }
  const liveBookings: Booking[] = []
  for await (const booking of bookingsOf(deps.store, { accountId, addresses })) {
    addName(booking.booker?.name)
    if (isLive(booking, now)) liveBookings.push(booking)
  }
  let mentions = mentionsOf({ addresses, names: [...names] })
  const liveStays: CalendarEvent[] = []
  const events: AnyEvent[] = []
  const namesBefore = names.size
  for await (const each of allEventsOfAccount(deps.store, accountId)) {
    const { kind, event } = each
    if (!isAbout(event, mentions)) continue
    events.push(each)
    if (event.guest && !names.has(event.guest.name)) {
      addName(event.guest.name)
      mentions = mentionsOf({ addresses, names: [...names] })
    }
    if (kind === 'event' && isLiveStay(event, now)) liveStays.push(event)
  }
  const person = { accountId, addresses, names: [...names], liveBookings, liveStays }
  return names.size === namesBefore ? { ...person, events } : person
}
