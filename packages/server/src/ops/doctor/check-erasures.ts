import { bookerAddress } from '@holdfast/engine'
import { bookingEntity } from '../../booking/bookings/booking-item.ts'
import { bookingIndexKeys, bookingKey } from '../../booking/keys.ts'
import { loggedEventEntity, readEventLogHead } from '../../delivery/events/event-log.ts'
import { isEventAbout } from '../../delivery/events/event-person.ts'
import { deliveryKey, eventLogAfter, eventLogKey } from '../../delivery/keys.ts'
import { deliveryEntity } from '../../delivery/webhooks/delivery.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { eventFromOutbox, isWaiting } from '../../kernel/events/outbox.ts'
import { queryItems } from '../../kernel/items/query-items.ts'
import { ALL_SHARDS, outboxPartition } from '../../kernel/keys.ts'
import type { ItemKey, Store } from '../../kernel/ports/store.ts'
import { type Contact, contactEntity, personAddress } from '../../people/contacts/contact.ts'
import { type Erasure, erasureEntity } from '../../people/contacts/erasure.ts'
import { subjectOf } from '../privacy/event-subjects.ts'
import { deliveryRanges } from '../privacy/stored-events.ts'
import type { Check, InShare } from './check.ts'
import { type Finding, finding } from './finding.ts'

/** The marks of a person of an account, under all keys of the server. */
export type PersonMarks = (accountId: string, email: string) => readonly string[]

/**
 * Checks that nothing is left of a person whose erasure is complete: in bookings, in the event log, in webhook
 * deliveries and in contacts. What came after the request is not theirs: the same address can book again. The order of
 * the event log tells the two apart, never a clock. Its facts are the complete erasures and contacts in erasure.
 */
export function erasuresCheck(store: Store, inShare: InShare, marksOf: PersonMarks): Check {
  const erasures: Erasure[] = []
  const contacts: Contact[] = []
  return {
    visit({ kind, item, value }) {
      if (kind === 'erasure') {
        const erasure = erasureEntity.decode(item)
        const isComplete = erasure.progress === undefined
        if (isComplete && inShare(erasure.accountId)) erasures.push(erasure)
      } else if (kind === 'contact' && value?.isErasing && inShare(value.accountId)) {
        contacts.push(value)
      }
    },
    get factCount() {
      return erasures.length + contacts.length
    },
    async *findings() {
      for (const [accountId, own] of Map.groupBy(erasures, (each) => each.accountId)) {
        const erasureOf = (email: string) => {
          const marks = marksOf(accountId, email.toLowerCase())
          return own.find(({ mark }) => marks.includes(mark))
        }
        for (const contact of contacts) {
          if (contact.accountId !== accountId || !erasureOf(personAddress(contact))) continue
          const { PK, SK } = contactEntity.encode(contact)
          yield left([{ PK, SK }], 'The contact')
        }
        yield* findingsOfAccount(store, accountId, (email) => erasureOf(email)?.loggedThrough)
      }
    },
  }
}

/** The last position of the log that surely is from before the request to erase a person; undefined: nothing is known. */
type LastBefore = (email: string) => number | undefined

const left = (keys: readonly ItemKey[], what: string): Finding =>
  finding(
    'erased_person_left',
    keys,
    `${what} still names a person who was erased. Erase them again, by their email address.`,
  )

/** What names a person, with the last position of the log before the request to erase them. */
interface Trace {
  readonly key: ItemKey
  readonly lastBefore: number
}

/** In this order: an event that the outbox has no more is in the log. */
async function* findingsOfAccount(
  store: Store,
  accountId: string,
  lastBefore: LastBefore,
): AsyncIterable<Finding> {
  const bookings = await namedBookings(store, accountId, lastBefore)
  const deliveries = await namedDeliveries(store, accountId, lastBefore)
  await removeWaiting(store, bookings)
  let loggedCount = 0
  let lastPosition = 0
  for await (const item of queryItems(store, eventLogAfter(accountId, 0))) {
    const { position, event } = loggedEventEntity.decode(item)
    lastPosition = position
    loggedCount += 1
    const last = lastNamed(event, lastBefore)
    if (last !== undefined && position <= last) {
      yield left([eventLogKey(accountId, position)], 'An event of the log')
    }
    for (const delivery of deliveries.get(event.id) ?? []) {
      if (position <= delivery.lastBefore) yield left([delivery.key], 'A delivery')
    }
    const id = subjectOf(event)
    const booking = id === undefined ? undefined : bookings.get(id)
    if (booking && position > booking.lastBefore) bookings.delete(id as string)
  }
  const head = await readEventLogHead({ store }, accountId)
  const firstPosition = lastPosition - loggedCount + 1
  for (const { key, lastBefore: last } of bookings.values()) {
    // Only a log without gaps since the request shows that nothing happened to the booking.
    const isWhole = lastPosition >= (head?.position ?? 0) && firstPosition <= last + 1
    if (isWhole) yield left([key], 'A booking')
  }
}

/** The bookings that name erased people, by id. */
async function namedBookings(store: Store, accountId: string, lastBefore: LastBefore) {
  const named = new Map<string, Trace>()
  const partition = bookingIndexKeys.bookingsOfAccount(accountId)
  for await (const item of queryItems(store, { index: 'GSI5', partition, consistent: true })) {
    const { id, booker, guests = [] } = bookingEntity.decode(item)
    const address = booker && bookerAddress(booker)
    const addresses = [...(address === undefined ? [] : [address]), ...guests.map((of) => of.email)]
    const positions = addresses.flatMap((each) => lastBefore(each) ?? [])
    if (positions.length > 0) {
      named.set(id, { key: bookingKey(id), lastBefore: Math.min(...positions) })
    }
  }
  return named
}

/** The deliveries that name erased people, by the id of their event. */
async function namedDeliveries(store: Store, accountId: string, lastBefore: LastBefore) {
  const named = new Map<string, readonly Trace[]>()
  for (const range of await deliveryRanges({ store }, accountId)) {
    for await (const item of queryItems(store, range)) {
      const { endpointId, event } = deliveryEntity.decode(item)
      const last = lastNamed(event, lastBefore)
      if (last === undefined) continue
      const trace = { key: deliveryKey(endpointId, event.id), lastBefore: last }
      named.set(event.id, [...(named.get(event.id) ?? []), trace])
    }
  }
  return named
}

/** Removes the bookings about which an event still waits to be put into the log. */
async function removeWaiting(store: Store, bookings: Map<string, Trace>): Promise<void> {
  if (bookings.size === 0) return
  for (const shard of ALL_SHARDS) {
    const waiting = queryItems(store, { partition: outboxPartition(shard), consistent: true })
    for await (const item of waiting) {
      if (isWaiting(item)) bookings.delete(subjectOf(eventFromOutbox(item)) ?? '')
    }
  }
}

/** The earliest of the positions up to which an event should name nobody of whom it names. */
function lastNamed(event: DomainEvent, lastBefore: LastBefore): number | undefined {
  const positions: number[] = []
  const collect = ({ email }: { readonly email: string }): boolean => {
    const last = lastBefore(email)
    if (last !== undefined) positions.push(last)
    return false
  }
  isEventAbout(event, {
    booker: collect,
    guest: collect,
    calendarEvent: () => false,
    bookingId: () => false,
  })
  return positions.length === 0 ? undefined : Math.min(...positions)
}
