import type { DueQueue } from '../kernel/due-queue.ts'
import {
  aloneIn,
  beginningWith,
  dueBy,
  milliseconds,
  prefixEnd,
  queueShard,
  seconds,
} from '../kernel/keys.ts'
import type { ItemKey } from '../kernel/ports/store.ts'

/** The keys of connected calendars. */

/** A provider's connection to an external calendar, at most one of each kind. */
export const connectionKey = (providerId: string, kind: string): ItemKey => ({
  PK: `PROVIDER#${providerId}`,
  SK: `CONNECTION#${kind}`,
})
/** All connections of a provider. */
export const connectionsRange = (providerId: string) =>
  beginningWith(`PROVIDER#${providerId}`, 'CONNECTION#')
/** The busy times of a connected calendar in a UTC month, `YYYY-MM`. By month first, as ranges are read. */
export const busyMonthKey = (providerId: string, month: string, kind: string): ItemKey => ({
  PK: `PROVIDER#${providerId}`,
  SK: `BUSY#${month}#${kind}`,
})
/** The busy times of the months `[fromMonth, toMonth]`, both inclusive, of all connections. */
export const busyMonthsRange = (providerId: string, fromMonth: string, toMonth: string) => ({
  partition: `PROVIDER#${providerId}`,
  from: `BUSY#${fromMonth}`,
  to: prefixEnd(`BUSY#${toMonth}`),
})
/** All busy times of a provider. */
export const allBusyMonths = (providerId: string) =>
  beginningWith(`PROVIDER#${providerId}`, 'BUSY#')
/** The simulated calendar of a provider. Test mode only. */
export const simulatedCalendarKey = (providerId: string): ItemKey => ({
  PK: `PROVIDER#${providerId}`,
  SK: 'SIMULATEDCALENDAR',
})
/** The month, `YYYY-MM`, in a sort key of busy times. */
export const busyMonthOf = (sortKey: string): string =>
  sortKey.slice('BUSY#'.length, 'BUSY#YYYY-MM'.length)
/** A connection to read or a credential to delete, in a queue by due time. */
export const connectionDueKey = (id: string, dueEpochMilliseconds: number): ItemKey => ({
  PK: `CONNECTIONDUE#${queueShard(id)}`,
  SK: `${milliseconds(dueEpochMilliseconds)}#${id}`,
})
/** The entries of one shard that are due, the longest due first. */
export const connectionsDueRange = (shard: number, nowEpochMilliseconds: number) =>
  dueBy(`CONNECTIONDUE#${shard}`, milliseconds(nowEpochMilliseconds))

/** The queue of connections that are due to be read, and of credentials that are due to be deleted. */
export const connectionsDue: DueQueue = { queue: 'CONNECTIONDUE', rangeOf: connectionsDueRange }

/**
 * The state of a booking's event in a connected calendar of a kind; of a booking with assignments, in that of
 * one of its providers.
 */
export const syncedEventKey = (
  bookingId: string,
  kind: string,
  providerId?: string,
  part = 0,
): ItemKey => ({
  PK: `BOOKING#${bookingId}`,
  SK: ['MIRROR', kind, providerId, part === 0 ? undefined : part]
    .filter((each) => each !== undefined)
    .join('#'),
})
/** The events of a booking in all connected calendars. */
export const syncedEventsRange = (bookingId: string) =>
  beginningWith(`BOOKING#${bookingId}`, 'MIRROR#')
/** The index partition of the events of bookings with assignments in a provider's calendars. */
export const syncedEventsOfProvider = (providerId: string): string =>
  `PROVIDER#${providerId}#MIRROR`
/** The sort key of a synced event in that index: by the end of its booking. */
export const syncedEventByEnd = (
  endEpochSeconds: number,
  bookingId: string,
  kind: string,
): string => `${seconds(endEpochSeconds)}#${bookingId}#${kind}`
/** The events of a provider whose bookings end at or after a second. */
export const syncedEventsEndingFrom = (providerId: string, epochSeconds: number) => ({
  index: 'GSI1' as const,
  partition: syncedEventsOfProvider(providerId),
  from: seconds(epochSeconds),
  to: prefixEnd('9'),
})
/** A credential of a connected calendar, by its reference in the vault. Encrypted. */
export const sealedCredentialKey = (reference: string): ItemKey =>
  aloneIn(`CREDENTIAL#${reference}`)
/** A pending authorization at a vendor, by the hash of its state. The owner's browser returns the state. */
export const oauthStateKey = (stateHash: string): ItemKey => aloneIn(`OAUTHSTATE#${stateHash}`)

/** The index partition of the connections to one account at a vendor, of all providers. */
export const connectionsOfVendorAccount = (kind: string, address: string): string =>
  `VENDORACCOUNT#${kind}#${address}`
