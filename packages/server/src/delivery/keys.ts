import type { DueQueue } from '../kernel/due-queue.ts'
import { aloneIn, beginningWith, dueBy, prefixEnd, queueShard, seconds } from '../kernel/keys.ts'
import type { ItemKey } from '../kernel/ports/store.ts'

/** The keys of the event log, scheduled actions, webhooks, sent emails and message templates. */

/** The head of an account's event log: its last position. */
export const eventHeadKey = (accountId: string): ItemKey => ({
  PK: `ACCOUNT#${accountId}`,
  SK: 'EVENTHEAD',
})

/** An event in its account's log. Positions are 1, 2, 3 … without gaps. */
export const eventLogKey = (accountId: string, position: number): ItemKey => ({
  PK: `ACCOUNT#${accountId}#EVENT`,
  SK: positionText(position),
})

/** An account's log after `position` (exclusive). */
export const eventLogAfter = (accountId: string, position: number) => ({
  partition: `ACCOUNT#${accountId}#EVENT`,
  from: positionText(position + 1),
  to: prefixEnd('9'),
})

const positionText = (position: number): string => String(position).padStart(15, '0')

/** A scheduled action on a booking, in a queue ordered by due time. */
export const dueKey = (bookingId: string, kind: string, dueEpochSeconds: number): ItemKey => ({
  PK: `DUE#${queueShard(bookingId)}`,
  SK: `${seconds(dueEpochSeconds)}#${bookingId}#${kind}`,
})

/** The due actions of one shard, oldest first. */
export const dueRange = (shard: number, nowEpochSeconds: number) =>
  dueBy(`DUE#${shard}`, seconds(nowEpochSeconds))

/** The queue of scheduled actions. */
export const actionsDue: DueQueue = {
  queue: 'DUE',
  rangeOf: (shard, now) => dueRange(shard, Math.floor(now / 1000)),
}

/** The actions of one shard that are due at or after `fromEpochSeconds`; after `after` if it is given. */
export const laterDueRange = (shard: number, fromEpochSeconds: number, after?: string) => ({
  partition: `DUE#${shard}`,
  from: after === undefined ? seconds(fromEpochSeconds) : prefixEnd(after),
  to: prefixEnd('9'),
})

/** How far bookings were resolved by the current tz table. */
export const resolutionKey: ItemKey = aloneIn('TZRESOLUTION')

/** A webhook endpoint that was deleted, as long as its deliveries may be stored. */
export const deletedEndpointKey = (accountId: string, endpointId: string): ItemKey => ({
  PK: `ACCOUNT#${accountId}`,
  SK: `WEBHOOKDELETED#${endpointId}`,
})

export const deletedEndpointsRange = (accountId: string) =>
  beginningWith(`ACCOUNT#${accountId}`, 'WEBHOOKDELETED#')

/** A webhook endpoint of an account. */
export const webhookEndpointKey = (accountId: string, endpointId: string): ItemKey => ({
  PK: `ACCOUNT#${accountId}`,
  SK: `WEBHOOK#${endpointId}`,
})

export const webhookEndpointsRange = (accountId: string) =>
  beginningWith(`ACCOUNT#${accountId}`, 'WEBHOOK#')

/** The delivery of one event to one endpoint. Event ids rise with time, so deliveries are in order. */
export const deliveryKey = (endpointId: string, eventId: string): ItemKey => ({
  PK: `WEBHOOK#${endpointId}`,
  SK: `DELIVERY#${eventId}`,
})

export const deliveriesRange = (endpointId: string) =>
  beginningWith(`WEBHOOK#${endpointId}`, 'DELIVERY#')

/** A mark about the emails of a booking or session. Until version 2.1, of each email that was sent. */
export const sentMailKey = (mailId: string): ItemKey => aloneIn(`MAIL#${mailId}`)

/** The template of a message of an account, in one language. */
export const messageTemplateKey = (accountId: string, kind: string, language: string): ItemKey => ({
  PK: `ACCOUNT#${accountId}#MESSAGE`,
  SK: `${kind}#${language}`,
})

export const messageTemplatesRange = (accountId: string) => ({
  partition: `ACCOUNT#${accountId}#MESSAGE`,
  from: '!',
  to: prefixEnd(''),
})

/** What is recorded of the messages to a person, by the mark of the account and the address. */
export const messagesPartition = (mark: string): string => `MESSAGE#${mark}`

const SENT = 'SENT#'

/** A message to a person. Ids of messages rise with time, but for emails after a booking. */
export const sentMessageKey = (mark: string, messageId: string): ItemKey => ({
  PK: messagesPartition(mark),
  SK: `${SENT}${messageId}`,
})

export const sentMessagesRange = (mark: string) => beginningWith(messagesPartition(mark), SENT)

/** That a person gets no further messages by a channel. */
export const suppressionKey = (mark: string, channel: string): ItemKey => ({
  PK: messagesPartition(mark),
  SK: `SUPPRESSED#${channel}`,
})
