import { waitlistEntryKey } from '../../booking/keys.ts'
import { type WaitlistEntry, waitlistEntryEntity } from '../../booking/waitlist/entry.ts'
import { loggedEventEntity, readEventLogHead } from '../../delivery/events/event-log.ts'
import { eventLogAfter, eventLogKey, sentMessagesRange } from '../../delivery/keys.ts'
import type { KeptMails } from '../../delivery/ports/kept-mails.ts'
import { sentMessageEntity } from '../../delivery/sent/sent-message.ts'
import type { Finding } from '../../kernel/doctor/finding.ts'
import type { InShare } from '../../kernel/doctor/rule.ts'
import { eventFromOutbox, isWaiting } from '../../kernel/events/outbox.ts'
import { queryItems } from '../../kernel/items/query-items.ts'
import { ALL_SHARDS, outboxPartition } from '../../kernel/keys.ts'
import type { ItemKey, Store } from '../../kernel/ports/store.ts'
import { type Contact, contactEntity, personAddress } from '../../people/contacts/contact.ts'
import { type Erasure, erasureEntity } from '../../people/contacts/erasure.ts'
import { subjectOf } from '../privacy/event-subjects.ts'
import type { Check } from './check.ts'
import {
  type Erased,
  lastNamed,
  type MailTrace,
  namedDeliveries,
  namedMails,
  namedSubjects,
  type Trace,
} from './erased-traces.ts'
import { finding } from './finding.ts'

/** The marks of a person of an account, under all keys of the server. */
export type PersonMarks = (accountId: string, email: string) => readonly string[]

/** Where to look, and how erased people are known. */
export interface ErasuresCheckOptions {
  readonly store: Store
  readonly inShare: InShare
  readonly marksOf: PersonMarks
  /** Set on a server that stores emails instead of sending them. */
  readonly mails?: Pick<KeptMails, 'each'> | undefined
}

/** What the check remembers of an entry of a wait list. */
type EntryFact = Pick<WaitlistEntry, 'id' | 'accountId' | 'createdAtEpochSeconds'> & {
  readonly email: string
}

/** No two clocks of servers differ by more, in milliseconds. */
const CLOCKS_DIFFER_AT_MOST = 60 * 60 * 1000

/**
 * Checks that nothing is left of a person whose erasure is complete: in bookings, stays, calendar events, wait lists, the
 * event log, webhook deliveries, contacts, stored emails and records of messages. What came after the request is not theirs: the same
 * address can book again. The order of the event log tells the two apart, never a clock; what the log does not know is found if
 * it is an hour older than the request. Its facts are the complete
 * erasures, contacts in erasure and entries of wait lists.
 */
export function erasuresCheck(options: ErasuresCheckOptions): Check {
  const { inShare, marksOf } = options
  const erasures: Erasure[] = []
  const contacts: Contact[] = []
  const entries: EntryFact[] = []
  return {
    visit({ kind, item, value }) {
      if (kind === 'erasure') {
        const erasure = erasureEntity.decode(item)
        const isComplete = erasure.progress === undefined
        if (isComplete && inShare(erasure.accountId)) erasures.push(erasure)
      } else if (kind === 'contact' && value?.isErasing && inShare(value.accountId)) {
        contacts.push(value)
      } else if (kind === 'waitlist_entry' && value !== undefined) {
        const { id, accountId, createdAtEpochSeconds, booker } = waitlistEntryEntity.decode(item)
        if (!inShare(accountId)) return
        entries.push({ id, accountId, createdAtEpochSeconds, email: booker.email })
      }
    },
    get factCount() {
      return erasures.length + contacts.length + entries.length
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
        const erased: Erased = {
          lastBefore: (email) => erasureOf(email)?.loggedThrough,
          surelyBefore(email) {
            const requestedAt = erasureOf(email)?.requestedAtEpochMilliseconds
            return requestedAt && requestedAt - CLOCKS_DIFFER_AT_MOST
          },
        }
        yield* findingsOfMessages(options, own)
        const theirs = entries.filter((entry) => entry.accountId === accountId)
        yield* findingsOfEntries(theirs, erased)
        yield* findingsOfAccount(options, accountId, erased)
      }
    },
  }
}

const left = (keys: readonly ItemKey[], what: string): Finding =>
  finding(
    'erased_person_left',
    keys,
    `${what} still names a person who was erased. Erase them again, by their email address.`,
  )

/** What is recorded of messages that surely are older than the request. */
async function* findingsOfMessages(
  { store }: ErasuresCheckOptions,
  erasures: readonly Erasure[],
): AsyncIterable<Finding> {
  for (const { mark, requestedAtEpochMilliseconds } of erasures) {
    const before = requestedAtEpochMilliseconds - CLOCKS_DIFFER_AT_MOST
    for await (const item of queryItems(store, sentMessagesRange(mark))) {
      const { createdAtEpochSeconds } = sentMessageEntity.decode(item)
      if (createdAtEpochSeconds * 1000 < before) {
        yield left([{ PK: item.PK, SK: item.SK }], 'The record of a message')
      }
    }
  }
}

/** The event log knows nothing of entries that wait. So only those that surely are older than the request are found. */
function* findingsOfEntries(entries: readonly EntryFact[], erased: Erased): Iterable<Finding> {
  for (const { id, email, createdAtEpochSeconds } of entries) {
    const before = erased.surelyBefore(email) ?? 0
    if (createdAtEpochSeconds * 1000 < before) {
      yield left([waitlistEntryKey(id)], 'An entry of a wait list')
    }
  }
}

/** In this order: an event that the outbox has no more is in the log. */
async function* findingsOfAccount(
  { store, mails }: ErasuresCheckOptions,
  accountId: string,
  erased: Erased,
): AsyncIterable<Finding> {
  const { lastBefore } = erased
  const subjects = await namedSubjects(store, accountId, lastBefore)
  const deliveries = await namedDeliveries(store, accountId, lastBefore)
  const stored = mailsByEvent(await namedMails(store, accountId, mails, erased))
  await removeWaiting(store, subjects, stored)
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
    for (const copy of [...(deliveries.get(event.id) ?? []), ...(stored.get(event.id) ?? [])]) {
      if (position <= copy.lastBefore) yield left([copy.key], copy.what)
    }
    stored.delete(event.id)
    const subjectId = subjectOf(event) ?? ''
    const subject = subjects.get(subjectId)
    if (subject && position > subject.lastBefore) subjects.delete(subjectId)
  }
  const head = await readEventLogHead({ store }, accountId)
  const firstPosition = lastPosition - loggedCount + 1
  for (const { key, what, lastBefore: last } of subjects.values()) {
    // Only a log without gaps since the request shows that nothing happened to it.
    const isWhole = lastPosition >= (head?.position ?? 0) && firstPosition <= last + 1
    if (isWhole) yield left([key], what)
  }
  // Emails about no event of the log, such as reminders.
  for (const { key, what, isSurelyBefore } of [...stored.values()].flat()) {
    if (isSurelyBefore) yield left([key], what)
  }
}

/** The stored emails that name erased people, by the event that each is about. */
const mailsByEvent = (mails: readonly MailTrace[]): Map<string, readonly MailTrace[]> =>
  Map.groupBy(mails, ({ eventId = '' }) => eventId)

/** Removes that about which an event still waits to be put into the log. */
async function removeWaiting(
  store: Store,
  subjects: Map<string, Trace>,
  mails: Map<string, readonly MailTrace[]>,
): Promise<void> {
  for (const shard of ALL_SHARDS) {
    const waiting = queryItems(store, { partition: outboxPartition(shard), consistent: true })
    for await (const item of waiting) {
      if (!isWaiting(item)) continue
      const event = eventFromOutbox(item)
      subjects.delete(subjectOf(event) ?? '')
      mails.delete(event.id)
    }
  }
}
