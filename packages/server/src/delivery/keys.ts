import { METADATA, prefixEnd, queueShard, seconds } from '../kernel/keys.ts'
import type { ItemKey } from '../kernel/ports/store.ts'

/** The keys of the event log, scheduled work, contacts, webhooks and sent emails. */

/** The last position of an account's event log. */
export const eventHeadKey = (accountId: string): ItemKey => ({
  PK: `ACCOUNT#${accountId}`,
  SK: 'EVENTHEAD',
})

/** An event in its account's log. Positions count 1, 2, 3 … without a gap. */
export const eventLogKey = (accountId: string, position: number): ItemKey => ({
  PK: `ACCOUNT#${accountId}#EVENT`,
  SK: positionText(position),
})

/** The log of an account after a position. */
export const eventLogAfter = (accountId: string, position: number) => ({
  partition: `ACCOUNT#${accountId}#EVENT`,
  from: positionText(position + 1),
  to: prefixEnd('9'),
})

const positionText = (position: number): string => String(position).padStart(15, '0')

/** What is to happen to a booking at a time, in a queue by that time. */
export const dueKey = (bookingId: string, kind: string, dueEpochSeconds: number): ItemKey => ({
  PK: `DUE#${queueShard(bookingId)}`,
  SK: `${seconds(dueEpochSeconds)}#${bookingId}#${kind}`,
})

/** What of one shard is due, the longest due first. */
export const dueRange = (shard: number, nowEpochSeconds: number) => ({
  partition: `DUE#${shard}`,
  from: '0',
  to: prefixEnd(seconds(nowEpochSeconds)),
})

/** The contact that an account has for an address. */
export const contactKey = (accountId: string, email: string): ItemKey => ({
  PK: `ACCOUNT#${accountId}#CONTACT`,
  SK: email,
})

export const contactsRange = (accountId: string) => ({
  partition: `ACCOUNT#${accountId}#CONTACT`,
  from: '!',
  to: prefixEnd(''),
})

/** Finds the address of a contact. */
export const contactIdKey = (contactId: string): ItemKey => ({
  PK: `CONTACT#${contactId}`,
  SK: METADATA,
})

/** A booking that is linked to a contact. */
export const contactBookingKey = (contactId: string, bookingId: string): ItemKey => ({
  PK: `CONTACT#${contactId}`,
  SK: `BOOKING#${bookingId}`,
})

/** A webhook endpoint, in its account. */
export const webhookEndpointKey = (accountId: string, endpointId: string): ItemKey => ({
  PK: `ACCOUNT#${accountId}`,
  SK: `WEBHOOK#${endpointId}`,
})

export const webhookEndpointsRange = (accountId: string) => ({
  partition: `ACCOUNT#${accountId}`,
  from: 'WEBHOOK#',
  to: prefixEnd('WEBHOOK#'),
})

/** What became of one event at one endpoint. Event ids rise with time, so the log is in order. */
export const deliveryKey = (endpointId: string, eventId: string): ItemKey => ({
  PK: `WEBHOOK#${endpointId}`,
  SK: `DELIVERY#${eventId}`,
})

export const deliveriesRange = (endpointId: string) => ({
  partition: `WEBHOOK#${endpointId}`,
  from: 'DELIVERY#',
  to: prefixEnd('DELIVERY#'),
})

/** Notes a mail that was sent. */
export const sentMailKey = (mailId: string): ItemKey => ({ PK: `MAIL#${mailId}`, SK: METADATA })
