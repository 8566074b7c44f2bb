import { METADATA, milliseconds, prefixEnd, queueShard } from '../kernel/keys.ts'
import type { ItemKey } from '../kernel/ports/store.ts'

/** The keys of connected calendars: the part of `keys.ts` that would make that file too long. */

/** A provider's link to a calendar elsewhere; at most one of each kind. */
export const connectionKey = (providerId: string, kind: string): ItemKey => ({
  PK: `PROVIDER#${providerId}`,
  SK: `CONNECTION#${kind}`,
})
export const connectionsRange = (providerId: string) => ({
  partition: `PROVIDER#${providerId}`,
  from: 'CONNECTION#',
  to: prefixEnd('CONNECTION#'),
})
/** What a connected calendar said is busy in a UTC month, `YYYY-MM`: by month first, as it is read. */
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
export const allBusyMonths = (providerId: string) => ({
  partition: `PROVIDER#${providerId}`,
  from: 'BUSY#',
  to: prefixEnd('BUSY#'),
})
/** What the simulated calendar of a provider holds; test mode only. */
export const simulatedCalendarKey = (providerId: string): ItemKey => ({
  PK: `PROVIDER#${providerId}`,
  SK: 'SIMULATEDCALENDAR',
})
/** The month, `YYYY-MM`, that a sort key of busy times names. */
export const busyMonthOf = (sortKey: string): string =>
  sortKey.slice('BUSY#'.length, 'BUSY#YYYY-MM'.length)
/** A connection that is to be read, or a credential that is to be forgotten, in a queue by its time. */
export const connectionDueKey = (id: string, dueEpochMilliseconds: number): ItemKey => ({
  PK: `CONNECTIONDUE#${queueShard(id)}`,
  SK: `${milliseconds(dueEpochMilliseconds)}#${id}`,
})
/** What of one shard is due, the longest due first. */
export const connectionsDueRange = (shard: number, nowEpochMilliseconds: number) => ({
  partition: `CONNECTIONDUE#${shard}`,
  from: '0',
  to: prefixEnd(milliseconds(nowEpochMilliseconds)),
})
/** What is known of the event of a booking in a connected calendar of a kind. */
export const syncedEventKey = (bookingId: string, kind: string): ItemKey => ({
  PK: `BOOKING#${bookingId}`,
  SK: `MIRROR#${kind}`,
})
/** A sign-in at a vendor that was begun, by the hash of its state: whoever comes back has one. */
export const oauthStateKey = (stateHash: string): ItemKey => ({
  PK: `OAUTHSTATE#${stateHash}`,
  SK: METADATA,
})

/** The index partition of the connections to one account at a vendor, across all providers. */
export const connectionsOfVendorAccount = (kind: string, address: string): string =>
  `VENDORACCOUNT#${kind}#${address}`
