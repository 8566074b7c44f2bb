import type { PublicBooking } from '@holdfast/contracts'
import { ApiError, api, bearer, bookersView, unwrap } from '../../shared/api/api.ts'
import { asBooker } from '../../shared/api/booker-session.ts'
import { withProofOfWork } from '../../shared/proof-of-work/with-proof-of-work.ts'
import { instantOfWall, wallMs } from '../../shared/time/zone-offsets.ts'
import { ownMinutes, withAnswers } from '../booking-calls.ts'
import type { BookingInput, Wish } from '../wish.ts'

/** How a time is repeated. */
export interface Repeat {
  readonly intervalWeeks: number
  readonly count: number
}

/** The intervals to choose from. */
export const INTERVALS: readonly number[] = [1, 2, 4]
/** The most dates that the page offers. */
export const COUNT_MAX = 12
/** What shows when a booker wants to repeat a time. */
export const FIRST_REPEAT: Repeat = { intervalWeeks: 1, count: 4 }

const WEEK_MS = 7 * 86_400_000

/** The starts of a series: the same wall time in the time zone of the provider, also after the clocks change. */
export function startsOf(start: string, timeZone: string, repeat: Repeat): readonly string[] {
  const first = wallMs(Date.parse(start), timeZone)
  return Array.from({ length: repeat.count }, (_, index) => {
    const wall = first + index * repeat.intervalWeeks * WEEK_MS
    return new Date(instantOfWall(wall, timeZone)).toISOString()
  })
}

/** A series that was booked or requested. */
export interface BookedSeries {
  readonly id: string
  readonly token: string
  readonly bookings: readonly PublicBooking[]
  /** The starts that were not available. */
  readonly skipped: readonly string[]
}

const REFUSALS: ReadonlySet<string | undefined> = new Set([
  'slot_taken',
  'session_full',
  'session_cancelled',
  'slot_not_bookable',
  'no_such_time',
  'group_too_large',
])

/** Some of the dates of a series are not available, so nothing was booked. */
export class SeriesRefusal extends Error {
  override readonly name = 'SeriesRefusal'
  /** How many of the first dates could be booked together, if there are too many. */
  readonly max: number | undefined

  constructor({ problem }: ApiError) {
    super('some dates are not available')
    this.max = problem?.max
  }
}

/** What an error about the dates is. A booker who has as many bookings as allowed needs other words. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const { code, problem } = error
  const isFull = code === 'limit_reached' && problem?.limit !== 'perBooker'
  return REFUSALS.has(code) || isFull ? new SeriesRefusal(error) : error
}

/**
 * Books a time and its repetitions together, and confirms them if they are holds. With `skip`, without the dates
 * that are not available. Throws a `SeriesRefusal` if the dates are the reason.
 */
export async function bookSeries(
  wish: Wish,
  input: BookingInput,
  repeat: Repeat,
  onConflict: 'refuse' | 'skip',
): Promise<BookedSeries> {
  try {
    return await sendSeries(wish, input, repeat, onConflict)
  } catch (error) {
    throw refusalOf(error)
  }
}

async function sendSeries(
  wish: Wish,
  input: BookingInput,
  repeat: Repeat,
  onConflict: 'refuse' | 'skip',
): Promise<BookedSeries> {
  const { offer, slot, chosenId, seats, booker } = wish
  const durationMinutes = ownMinutes(wish)
  const item = {
    ...eventTypeOf(offer.target),
    start: slot.start,
    recurrence: {
      frequency: 'weekly' as const,
      interval: repeat.intervalWeeks,
      count: repeat.count,
    },
    ...(chosenId !== undefined && { providerId: chosenId }),
    ...(durationMinutes !== undefined && { durationMinutes }),
    ...(offer.seats && { seats }),
    ...(slot.price && { expectedAmount: slot.price.amount }),
  }
  // Lessons of a term are with one teacher, whoever that is.
  const body = { items: [item], onConflict, samePerson: true, ...withAnswers(wish, input) }
  const {
    manageToken: token,
    skipped,
    ...group
  } = await asBooker(booker, (headers) =>
    withProofOfWork((proof) =>
      unwrap(api.POST('/v1/public/booking-groups', { headers, body: { ...body, ...proof } })),
    ),
  )
  const isHeld = offer.confirmation === 'hold' && group.bookings.every(isOpen)
  const bookings = isHeld ? await confirm(group.id, token) : group.bookings
  return {
    id: group.id,
    token,
    bookings,
    skipped: skipped.flatMap(({ start }) => start ?? []),
  }
}

/** Opened dates have no series. */
function eventTypeOf(target: Wish['offer']['target']) {
  if ('eventTypeId' in target) return target
  throw new Error('opened dates cannot be repeated')
}

/** Whether a hold can be confirmed now: one whose email address is unconfirmed is confirmed by the link in the email. */
const isOpen = ({ status, emailUnconfirmed }: PublicBooking): boolean =>
  status === 'pending' && !emailUnconfirmed

async function confirm(id: string, token: string): Promise<readonly PublicBooking[]> {
  const { bookings } = await unwrap(
    api.POST('/v1/booking-groups/{id}/confirm', {
      params: { path: { id } },
      headers: bearer(token),
      body: {},
    }),
  )
  return bookings.map(bookersView)
}
