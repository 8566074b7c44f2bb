import { type Booking, type ConferenceKind, isConferenceKind, providersOf } from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { Attempt } from '../../kernel/queue/queue.ts'
import { type Connection, canHost } from '../connections/connection.ts'
import type { ConferenceState } from '../ports/calendar-vendor.ts'
import { connectionsOf } from './sync-targets.ts'
import type { EventConference, SyncedEvent } from './synced-event.ts'

/** The kind of conference that a booking takes place in; undefined if it is none, or if it is over. */
export function conferenceOf({ status, location }: Booking): ConferenceKind | undefined {
  if (status !== 'confirmed' || location === undefined) return undefined
  return isConferenceKind(location.kind) ? location.kind : undefined
}

/**
 * The connection whose calendar creates the conference of a booking: that of the first of its providers who has one
 * that can, and the same one for as long as that provider takes part. Undefined if there is none.
 */
export function hostOf(
  booking: Booking,
  connections: readonly Connection[],
): Connection | undefined {
  const conference = conferenceOf(booking)
  if (conference === undefined) return undefined
  const { hostId } = booking.location ?? {}
  const providerIds = providersOf(booking)
  const hostIds = hostId !== undefined && providerIds.includes(hostId) ? [hostId] : providerIds
  return hostIds
    .flatMap((id) => connections.filter(({ providerId }) => providerId === id))
    .find((connection) => canHost(connection, conference))
}

/** Whether a calendar is going to create the link of a booking's conference. */
export async function expectsLink(
  deps: Pick<Dependencies, 'store'>,
  booking: Booking,
): Promise<boolean> {
  if (conferenceOf(booking) === undefined || booking.location?.url !== undefined) return false
  const connections = await Promise.all(providersOf(booking).map((id) => connectionsOf(deps, id)))
  return hostOf(booking, connections.flat()) !== undefined
}

/**
 * Whether an event needs no call to its vendor: it shows the current booking, has the conference that it should have
 * and no other one, and the booking has its link.
 */
export function isSettled(
  booking: Booking,
  own: SyncedEvent | undefined,
  wanted: ConferenceKind | undefined,
): boolean {
  if (!isCurrent(booking, own)) return false
  const { conference } = own ?? {}
  if (conference?.kind !== wanted) return false
  // Not every event about a session comes from a party whose place is known.
  const isParty = booking.seats !== undefined && booking.location === undefined
  return wanted === undefined || isParty || hasLink(booking, conference?.url)
}

/** Whether an event shows a booking as it is. The version of a session stands for what is shown, and has no order. */
const isCurrent = ({ seats, version }: Booking, own: SyncedEvent | undefined): boolean =>
  seats === undefined
    ? (own?.shownBookingVersion ?? 0) >= version
    : own?.shownBookingVersion === version

/** The conference that the event of a session keeps, also where the party that is looked at has none. */
export const keptConference = (
  { seats, status }: Booking,
  own: SyncedEvent | undefined,
): ConferenceKind | undefined =>
  seats !== undefined && status === 'confirmed' ? own?.conference?.kind : undefined

const hasLink = ({ location }: Booking, url: string | undefined): boolean =>
  url !== undefined && location?.url === url

/** How often a vendor may fail to create the conference of a booking before somebody has to look at it. */
const MOST_FAILURES = 5

/** The conference of an event after a call. A request that failed is followed by another one, with another key. */
export function conferenceAfter(
  { kind, request, failureCount = 0 }: EventConference,
  state: ConferenceState,
  nextRequest: number,
): EventConference {
  if (state.kind === 'created') return { kind, request, url: state.url }
  if (state.kind === 'pending') return { kind, request, isPending: true }
  return { kind, request: nextRequest, failureCount: failureCount + 1 }
}

/** What follows for the task after a call that left an event with this conference. */
export function attemptAfter(conference: EventConference | undefined): Attempt {
  if (conference === undefined || conference.url !== undefined) return { kind: 'done' }
  if (conference.isPending) return { kind: 'retry', error: 'the conference is not created yet' }
  const error = 'the calendar could not create the conference'
  return { kind: (conference.failureCount ?? 0) < MOST_FAILURES ? 'retry' : 'dead', error }
}
