import { bookerAddress } from '@holdfast/engine'
import { bookingEntity } from '../../booking/bookings/booking-item.ts'
import { bookingIndexKeys, bookingKey } from '../../booking/keys.ts'
import { isEventAbout } from '../../delivery/events/event-person.ts'
import { deliveryKey, sentMailKey } from '../../delivery/keys.ts'
import type { KeptMail, KeptMails } from '../../delivery/ports/kept-mails.ts'
import { deliveryEntity } from '../../delivery/webhooks/delivery.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { queryItems } from '../../kernel/items/query-items.ts'
import type { ItemKey, Store } from '../../kernel/ports/store.ts'
import { allEventsOfAccount } from '../../stays/calendars/all-events.ts'
import { type CalendarEvent, cancelledStayEntity } from '../../stays/calendars/calendar-event.ts'
import { calendarEventIdKey } from '../../stays/keys.ts'
import { eventIdOf, isMailOf, mailedAt } from '../privacy/kept-mails.ts'
import { deliveryRanges } from '../privacy/stored-events.ts'

/** The last position of the log that surely is from before the request to erase a person; undefined: nothing is known. */
export type LastBefore = (email: string) => number | undefined

/** How the time before the request to erase a person is known; both are undefined for everybody else. */
export interface Erased {
  readonly lastBefore: LastBefore
  /** Epoch milliseconds: what is stamped earlier is from before the request, whatever clock stamped it. */
  readonly surelyBefore: (email: string) => number | undefined
}

/** What names an erased person, with the last position of the log before the request to erase them. */
export interface Trace {
  readonly key: ItemKey
  /** What it is, as the beginning of a sentence. */
  readonly what: string
  readonly lastBefore: number
}

/** A stored email that names erased people. */
export interface MailTrace extends Trace {
  /** Undefined if the email does not say which event it is about. */
  readonly eventId: string | undefined
  /** Whether its time shows that it is from before the request. */
  readonly isSurelyBefore: boolean
}

const ADDRESS = /[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu

/** The email addresses in a text. */
const addressesIn = (text: string): readonly string[] => [...new Set(text.match(ADDRESS))]

/** The earliest of the positions up to which erased people should not be named; undefined: none is. */
function earliest(addresses: readonly string[], lastBefore: LastBefore): number | undefined {
  const positions = addresses.flatMap((each) => lastBefore(each) ?? [])
  return positions.length === 0 ? undefined : Math.min(...positions)
}

/** The addresses that a calendar event names. A guest's is the only one of a stay, as for an erasure. */
function addressesOf({ guest, title, description, extendedProps, recurrence }: CalendarEvent) {
  if (guest) return [guest.email]
  return addressesIn(JSON.stringify([title, description, extendedProps, recurrence?.changes]))
}

/** The bookings, stays and calendar events of an account that name erased people, by id. */
export async function namedSubjects(
  store: Store,
  accountId: string,
  lastBefore: LastBefore,
): Promise<Map<string, Trace>> {
  const named = new Map<string, Trace>()
  const add = (id: string, key: ItemKey, what: string, addresses: readonly string[]): void => {
    const last = earliest(addresses, lastBefore)
    if (last !== undefined) named.set(id, { key, what, lastBefore: last })
  }
  const partition = bookingIndexKeys.bookingsOfAccount(accountId)
  for await (const item of queryItems(store, { index: 'GSI5', partition, consistent: true })) {
    const { id, booker, guests = [] } = bookingEntity.decode(item)
    const address = booker && bookerAddress(booker)
    const own = address === undefined ? [] : [address]
    add(id, bookingKey(id), 'A booking', [...own, ...guests.map(({ email }) => email)])
  }
  for await (const { kind, event } of allEventsOfAccount(store, accountId)) {
    const addresses = addressesOf(event)
    if (kind === 'event') {
      const what = event.isStay ? 'A stay' : 'A calendar event'
      add(event.id, calendarEventIdKey(event.id), what, addresses)
    } else {
      const { PK, SK } = cancelledStayEntity.encode(event)
      add(event.id, { PK, SK }, 'A cancelled stay', addresses)
    }
  }
  return named
}

/** The deliveries that name erased people, by the id of their event. */
export async function namedDeliveries(
  store: Store,
  accountId: string,
  lastBefore: LastBefore,
): Promise<ReadonlyMap<string, readonly Trace[]>> {
  const named = new Map<string, readonly Trace[]>()
  for (const range of await deliveryRanges({ store }, accountId)) {
    for await (const item of queryItems(store, range)) {
      const { endpointId, event } = deliveryEntity.decode(item)
      const last = lastNamed(event, lastBefore)
      if (last === undefined) continue
      const key = deliveryKey(endpointId, event.id)
      const trace = { key, what: 'A delivery', lastBefore: last }
      named.set(event.id, [...(named.get(event.id) ?? []), trace])
    }
  }
  return named
}

/** The stored emails of an account to and about erased people. */
export async function namedMails(
  store: Store,
  accountId: string,
  mails: Pick<KeptMails, 'each'> | undefined,
  { lastBefore, surelyBefore }: Erased,
): Promise<readonly MailTrace[]> {
  const named: MailTrace[] = []
  for await (const mail of mails?.each() ?? []) {
    const addresses = addressesOfMail(mail)
    const last = earliest(addresses, lastBefore)
    const before = earliest(addresses, surelyBefore) ?? 0
    const at = mailedAt(mail)
    if (last === undefined || !(await isMailOf({ store }, mail, accountId))) continue
    named.push({
      key: sentMailKey(mail.id),
      what: `The stored email ${mail.id}`,
      lastBefore: last,
      eventId: eventIdOf(mail),
      isSurelyBefore: at > 0 && at < before,
    })
  }
  return named
}

const addressesOfMail = ({ to, subject, text, invitation }: KeptMail): readonly string[] => [
  to,
  ...addressesIn([subject, text, invitation ?? ''].join('\n')),
]

/** The earliest of the positions up to which an event should name nobody of whom it names. */
export function lastNamed(event: DomainEvent, lastBefore: LastBefore): number | undefined {
  const named: string[] = []
  const collect = ({ email }: { readonly email: string }): boolean => {
    named.push(email)
    return false
  }
  isEventAbout(event, {
    booker: collect,
    guest: collect,
    calendarEvent({ guest, title, description, extendedProps }) {
      const texts = guest ?? [title ?? null, description ?? null, extendedProps ?? null]
      named.push(...addressesIn(JSON.stringify(texts)))
      return false
    },
    bookingId: () => false,
  })
  return earliest(named, lastBefore)
}
