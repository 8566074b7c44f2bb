import { type Assignment, type Booking, parseDate } from '@holdfast/engine'
import type { DomainEvent } from '../../kernel/events/event.ts'

/** The members of a booking that change, as events represent them. */
interface BookingState {
  readonly providerId: string
  readonly eventTypeId: string | null
  /** Absent in events that were stored before bookings had assignments. */
  readonly assignments?: readonly AssignmentState[]
  readonly status: Booking['status']
  readonly start: string
  readonly end: string
  /** The dates of a stay. */
  readonly arrival?: string | null
  readonly departure?: string | null
  readonly sequence: number
  readonly updatedAt: string
  readonly confirmedAt: string | null
  readonly holdExpiresAt: string | null
  readonly rescheduledFrom: string | null
  readonly location?: { readonly kind: string; readonly url: string | null } | null
  readonly cancellationReason: string | null
  readonly cancelledBy: Booking['cancelledBy'] | null
}

/** An assignment as events represent it: its spans are instants. */
type AssignmentState = Omit<Assignment, 'spans'> & {
  readonly spans?: readonly {
    readonly start: string
    readonly end: string
    readonly label: string | null
  }[]
}

/** An assignment that an event has recorded, of a booking with that start. */
const assignmentAsOf = (
  { spans, ...assignment }: AssignmentState,
  bookingStart: string,
): Assignment => ({
  ...assignment,
  ...(spans && {
    spans: spans.map(({ start, end, label }) => ({
      offsetMinutes: (secondsOf(start) - secondsOf(bookingStart)) / 60,
      durationMinutes: (secondsOf(end) - secondsOf(start)) / 60,
      ...(label !== null && { label }),
    })),
  }),
})

/** Whether the only change of a booking since an event was the link of its conference. */
const hasOnlyGotLink = (current: Booking, before: BookingState, version: number): boolean =>
  current.version === version + 1 &&
  current.actor?.kind === 'system' &&
  current.location?.url !== undefined &&
  before.location?.kind === current.location.kind &&
  before.location.url === null &&
  before.status === current.status &&
  secondsOf(before.start) === current.startEpochSeconds

const secondsOf = (instant: string): number => Date.parse(instant) / 1000

/** The nights of a stay that an event has recorded. */
function stayAsOf(
  { stay }: Booking,
  { arrival, departure }: BookingState,
): Pick<Booking, 'stay'> | undefined {
  const [arrivalDay, departureDay] = [parseDate(arrival ?? ''), parseDate(departure ?? '')]
  if (stay === undefined || arrivalDay === undefined || departureDay === undefined) return undefined
  return { stay: { ...stay, arrivalDay, departureDay } }
}

/**
 * The booking with the state that the event has recorded. If it has only got the link of its conference since then,
 * that is part of it: the email that waited for the link has the latest invitation.
 */
export function asOf(current: Booking, event: DomainEvent): Booking {
  if (current.version === event.resourceVersion) return current
  // The server itself writes the data of `booking.*` events, so it needs no check here.
  const state = event.data.booking as unknown as BookingState
  if (hasOnlyGotLink(current, state, event.resourceVersion)) return current
  const {
    confirmedAtEpochSeconds: _confirmed,
    holdExpiresAtEpochSeconds: _hold,
    rescheduledFromEpochSeconds: _from,
    cancellationReason: _reason,
    cancelledBy: _canceller,
    assignments,
    ...rest
  } = current
  const agreed =
    state.assignments?.map((each) => assignmentAsOf(each, state.start)) ?? assignments ?? []
  return {
    ...rest,
    version: event.resourceVersion,
    providerId: state.providerId,
    ...(state.eventTypeId && { eventTypeId: state.eventTypeId }),
    ...(agreed.length > 0 && { assignments: agreed }),
    status: state.status,
    startEpochSeconds: secondsOf(state.start),
    endEpochSeconds: secondsOf(state.end),
    ...stayAsOf(current, state),
    sequence: state.sequence,
    updatedAtEpochSeconds: secondsOf(state.updatedAt),
    ...(state.confirmedAt && { confirmedAtEpochSeconds: secondsOf(state.confirmedAt) }),
    ...(state.holdExpiresAt && { holdExpiresAtEpochSeconds: secondsOf(state.holdExpiresAt) }),
    ...(state.rescheduledFrom && { rescheduledFromEpochSeconds: secondsOf(state.rescheduledFrom) }),
    ...(state.cancellationReason && { cancellationReason: state.cancellationReason }),
    ...(state.cancelledBy && { cancelledBy: state.cancelledBy }),
  }
}
