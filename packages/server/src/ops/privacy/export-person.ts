import { type Booking, ok, type Result, refuse } from '@holdfast/engine'
import {
  openPrivateAnswers,
  type PrivateAnswerDependencies,
} from '../../booking/answers/private-answers.ts'
import { bookingRepresentation } from '../../booking/bookings/booking-representation.ts'
import { waitlistEntryRepresentation } from '../../booking/bookings/waitlist-representation.ts'
import { guestBookingsOf } from '../../booking/guests/guest-bookings.ts'
import { bookingIndexKeys } from '../../booking/keys.ts'
import { waitlistEntryEntity } from '../../booking/waitlist/entry.ts'
import { type LoggedEvent, loggedEventEntity } from '../../delivery/events/event-log.ts'
import { type EventMatch, isEventAbout, matchPerson } from '../../delivery/events/event-person.ts'
import { deliveryKey, eventLogAfter } from '../../delivery/keys.ts'
import type { KeptMails } from '../../delivery/ports/kept-mails.ts'
import { messageRepresentation, messagesTo } from '../../delivery/sent/list-messages.ts'
import { type Delivery, deliveryEntity } from '../../delivery/webhooks/delivery.ts'
import { deliveryRepresentation } from '../../delivery/webhooks/webhook-representation.ts'
import { syncedEventsOf } from '../../external-calendars/calendar-sync/erased-bookings.ts'
import { orderIdOfPayment } from '../../kernel/booking-fields/order-ids.ts'
import type { Caller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { eventRepresentation } from '../../kernel/events/event.ts'
import { queryItems } from '../../kernel/items/query-items.ts'
import { ALL_SHARDS, deadLettersRange, dueTasksRange } from '../../kernel/keys.ts'
import { STORE_LIMITS } from '../../kernel/ports/store.ts'
import { type Mentions, mentionsOf } from '../../kernel/privacy/person.ts'
import { deadLetterEntity } from '../../kernel/queue/dead-letters.ts'
import { CONSUMER_NAMES, type Task, taskEntity } from '../../kernel/queue/task.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { instantText } from '../../kernel/representations.ts'
import { commit } from '../../kernel/transaction.ts'
import { getOrder, type OrderView } from '../../payments/payment/order.ts'
import { orderRepresentation } from '../../payments/payment/order-representation.ts'
import { readPayment } from '../../payments/payment/payment-entity.ts'
import { paymentRepresentation } from '../../payments/payment/payment-representation.ts'
import { contactRepresentation } from '../../people/contacts/contact-representation.ts'
import { noteRepresentation } from '../../people/notes/note.ts'
import { allNotes } from '../../people/notes/notes.ts'
import { allEventsOfAccount } from '../../stays/calendars/all-events.ts'
import type { CalendarEvent, CancelledStay } from '../../stays/calendars/calendar-event.ts'
import {
  calendarEventRepresentation,
  cancelledStayRepresentation,
} from '../../stays/calendars/calendar-event-representation.ts'
import { isAbout } from '../../stays/calendars/erase-person.ts'
import {
  bookingsOf,
  findPerson,
  type NamedPerson,
  type SurveyedPerson,
  surveyPerson,
} from './find-person.ts'
import { isMailAbout, isMailOf } from './kept-mails.ts'
import { endpointIdsOf } from './stored-events.ts'

/** The dependencies of the export of people. */
export interface ExportDependencies extends Dependencies, PrivateAnswerDependencies {
  /** Set on a server that stores emails instead of sending them. */
  readonly keptMails?: Pick<KeptMails, 'each'>
}

/** The most entries of one list of an export. */
export const EXPORT_ENTRIES = 10_000

/** A list of an export, by its name in the answer. */
type Part =
  | 'notes'
  | 'bookings'
  | 'payments'
  | 'orders'
  | 'invitations'
  | 'waitlistEntries'
  | 'stays'
  | 'cancelledStays'
  | 'calendarCopies'
  | 'messages'
  | 'events'
  | 'tasks'
  | 'deliveries'
  | 'mails'

/** The lists of an export, in their order, each as the function that reads its entries one by one. */
type Parts = Readonly<Record<Part, () => AsyncGenerator<unknown>>>

/** An export that begins when it is read. */
export type PersonExport = () => AsyncGenerator<string>

/**
 * Exports everything that the caller's account holds about a person, by the id of their contact or by email
 * address. The export is a JSON document in pieces: it is read as fast as its receiver takes it, page by page.
 */
export async function exportPerson(
  deps: ExportDependencies,
  caller: Caller<unknown>,
  reference: string,
): Promise<Result<PersonExport, Refusal>> {
  const found = await findPerson(deps, caller, reference)
  if (!found.ok) return found
  const recorded = await recordExport(deps, caller, found.value)
  return recorded.ok ? ok(() => documentOf(deps, caller.accountId, found.value)) : recorded
}

/** Records the export in the audit log, if the account keeps one. */
async function recordExport(
  deps: Dependencies,
  { audit }: Caller<unknown>,
  { contact }: NamedPerson,
): Promise<Result<undefined, Refusal>> {
  if (audit === undefined) return ok(undefined)
  const { resourceId: _, ...intent } = audit
  // The path may hold an address, which must not get into the audit log.
  const own = { ...intent, ...(contact && { resourceId: contact.id }) }
  const committed = await commit(deps, { audit: own }, {}, undefined)
  return committed.kind === 'refused' ? refuse(committed.refusal) : ok(undefined)
}

async function* documentOf(
  deps: ExportDependencies,
  accountId: string,
  named: NamedPerson,
): AsyncGenerator<string> {
  const { addresses, contact } = named
  const [address] = addresses
  const head = {
    exportedAt: instantText(epochSeconds(deps.clock)),
    email: address.includes('@') ? address : null,
    contact: contact ? contactRepresentation(contact) : null,
  }
  yield JSON.stringify(head).slice(0, -1)
  const truncated: string[] = []
  for (const [name, entries] of Object.entries(await partsOf(deps, accountId, named))) {
    yield `,"${name}":[`
    let count = 0
    for await (const entry of entries()) {
      if (count === EXPORT_ENTRIES) {
        truncated.push(name)
        break
      }
      yield `${count === 0 ? '' : ','}${JSON.stringify(entry)}`
      count += 1
    }
    yield ']'
  }
  yield `,"truncated":${JSON.stringify(truncated)}}`
}

/** The payments of bookings and of their security deposits, each once: the bookings of a group have one together. */
async function* paymentIdsOf(bookings: AsyncIterable<Booking>): AsyncGenerator<string> {
  const seen = new Set<string>()
  for await (const { payment, securityDeposit } of bookings) {
    for (const id of [payment?.id, securityDeposit?.paymentId]) {
      if (id === undefined || seen.has(id)) continue
      seen.add(id)
      yield id
    }
  }
}

/** An order without the links to pay. */
function exportedOrder(view: OrderView) {
  const order = orderRepresentation(view, '')
  return { ...order, charges: order.charges.map((charge) => ({ ...charge, checkoutUrl: null })) }
}

async function partsOf(
  deps: ExportDependencies,
  accountId: string,
  named: NamedPerson,
): Promise<Parts> {
  const { store, keptMails } = deps
  const person = await surveyPerson(deps, accountId, named)
  const mentions = mentionsOf(person)
  // An event of a booking that the person is a guest of is about its booker.
  const match = { ...matchPerson(mentions), guest: () => false }
  const log = readLog(deps, accountId, match)
  const calendars = readCalendars(deps, person, mentions)
  return {
    async *bookings() {
      for await (const booking of bookingsOf(store, person)) {
        const privateAnswers = (await openPrivateAnswers(deps, booking)) ?? null
        yield { ...bookingRepresentation(booking), privateAnswers }
      }
    },
    async *payments() {
      for await (const id of paymentIdsOf(bookingsOf(store, person))) {
        const payment = await readPayment(deps, id)
        if (payment) yield paymentRepresentation(payment)
      }
    },
    async *orders() {
      for await (const id of paymentIdsOf(bookingsOf(store, person))) {
        const found = await getOrder(deps, { accountId }, orderIdOfPayment(id))
        if (found.ok) yield exportedOrder(found.value)
      }
    },
    async *invitations() {
      for await (const { booking, guest } of guestBookingsOf(store, person)) {
        const start = instantText(booking.startEpochSeconds)
        const end = instantText(booking.endEpochSeconds)
        yield { bookingId: booking.id, start, end, name: guest.name ?? null }
      }
    },
    async *notes() {
      if (named.contact === undefined) return
      for await (const note of allNotes(deps, named.contact)) yield noteRepresentation(note)
    },
    async *waitlistEntries() {
      for (const address of person.addresses) {
        const partition = bookingIndexKeys.waitlistOfEmail(accountId, address)
        for await (const item of queryItems(store, { index: 'GSI3', partition })) {
          yield waitlistEntryRepresentation(waitlistEntryEntity.decode(item))
        }
      }
    },
    async *stays() {
      for await (const event of calendars.events()) yield calendarEventRepresentation(event)
    },
    async *cancelledStays() {
      for await (const stay of calendars.cancelledStays()) yield cancelledStayRepresentation(stay)
    },
    async *calendarCopies() {
      for await (const { id } of bookingsOf(store, person)) {
        for (const { bookingId, kind, connectionId, eventId = null } of await syncedEventsOf(
          deps,
          id,
        )) {
          yield { bookingId, kind, connectionId, eventId }
        }
      }
    },
    async *messages() {
      for await (const message of messagesTo(deps, person)) yield messageRepresentation(message)
    },
    async *events() {
      for await (const { position, event } of log.theirs()) {
        yield { position, ...eventRepresentation(event) }
      }
    },
    async *tasks() {
      for await (const { task, isDead } of tasksOf(deps, accountId)) {
        const { consumer, event, lastError = null } = task
        if (isEventAbout(event, match)) {
          yield { consumer, isDead, event: eventRepresentation(event), lastError }
        }
      }
    },
    async *deliveries() {
      for await (const delivery of deliveriesOf(deps, accountId, await log.eventIds())) {
        if (isEventAbout(delivery.event, match)) yield deliveryRepresentation(delivery)
      }
    },
    async *mails() {
      for await (const mail of keptMails?.each() ?? []) {
        if (!isMailAbout(mail, mentions) || !(await isMailOf(deps, mail, accountId))) continue
        const { accountId: _, ...shown } = mail
        yield shown
      }
    },
  }
}

/**
 * The stays and other events about a person in the calendars of an account. They are read once more for both lists, if the
 * survey may have missed some.
 */
function readCalendars(
  { store }: Dependencies,
  { accountId, events: found }: SurveyedPerson,
  mentions: Mentions,
): { events(): AsyncGenerator<CalendarEvent>; cancelledStays(): AsyncGenerator<CancelledStay> } {
  const all = generated(found ?? allEventsOfAccount(store, accountId))
  const cancelled: CancelledStay[] = []
  async function* events(): AsyncGenerator<CalendarEvent> {
    // Not `for await`, which would end the reading where the list is cut.
    for (let next = await all.next(); next.done !== true; next = await all.next()) {
      const { kind, event } = next.value
      if (!isAbout(event, mentions)) continue
      if (kind === 'cancelled') cancelled.push(event)
      else yield event
    }
  }
  return {
    events,
    async *cancelledStays() {
      for await (const _ of events());
      yield* cancelled
    },
  }
}

async function* generated<Value>(
  values: readonly Value[] | AsyncIterable<Value>,
): AsyncGenerator<Value> {
  yield* values
}

/** Reads the events about a person in the log of an account, which no index has by person: once for all lists. */
function readLog(
  { store }: Dependencies,
  accountId: string,
  match: EventMatch,
): { theirs(): AsyncGenerator<LoggedEvent>; eventIds(): Promise<readonly string[]> } {
  let lastPosition = 0
  const ids: string[] = []
  async function* theirs(): AsyncGenerator<LoggedEvent> {
    for await (const item of queryItems(store, eventLogAfter(accountId, lastPosition))) {
      const logged = loggedEventEntity.decode(item)
      lastPosition = logged.position
      if (!isEventAbout(logged.event, match)) continue
      ids.push(logged.event.id)
      yield logged
    }
  }
  return {
    theirs,
    async eventIds() {
      // Goes on where the list of events ended: it may have been cut.
      for await (const _ of theirs());
      return ids
    },
  }
}

/** The deliveries of some events. An event is in the log before it is delivered, and for as long. */
async function* deliveriesOf(
  deps: Dependencies,
  accountId: string,
  eventIds: readonly string[],
): AsyncGenerator<Delivery> {
  for (const endpointId of await endpointIdsOf(deps, accountId)) {
    for (let at = 0; at < eventIds.length; at += STORE_LIMITS.keysPerGetMany) {
      const ids = eventIds.slice(at, at + STORE_LIMITS.keysPerGetMany)
      const keys = ids.map((id) => deliveryKey(endpointId, id))
      for (const item of await deps.store.getMany(keys, { consistent: true })) {
        if (item !== undefined) yield deliveryEntity.decode(item)
      }
    }
  }
}

/** Later than every due time. */
const END_EPOCH_MILLISECONDS = 9_999_999_999_999

/** The dead letters of an account and its queued tasks. */
async function* tasksOf(
  { store }: Dependencies,
  accountId: string,
): AsyncGenerator<{ readonly task: Task; readonly isDead: boolean }> {
  for await (const item of queryItems(store, deadLettersRange(accountId, undefined))) {
    yield { task: deadLetterEntity.decode(item).task, isDead: true }
  }
  for (const consumer of CONSUMER_NAMES) {
    for (const shard of ALL_SHARDS) {
      const range = dueTasksRange(consumer, shard, END_EPOCH_MILLISECONDS)
      for await (const item of queryItems(store, range)) {
        const task = taskEntity.decode(item)
        if (task.event.accountId === accountId) yield { task, isDead: false }
      }
    }
  }
}
