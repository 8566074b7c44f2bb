import {
  type Booking,
  type ClassSession,
  type CountedClaim,
  hasClaim,
  type LimitedCounts,
  parseCounter,
  parseDate,
  periodDates,
  startOfLocalDay,
} from '@holdfast/engine'
import { findAccount } from '../../identity/accounts/accounts.ts'
import { RECOUNT, recountWrite } from '../../identity/accounts/recount-task.ts'
import { type Caller, systemCaller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { transact } from '../../kernel/transaction.ts'
import { only } from '../../ledger/alternatives.ts'
import { bookingEntity } from '../bookings/booking-item.ts'
import { commitBooking } from '../bookings/commit-booking.ts'
import { type BookingsFilter, listBookings } from '../bookings/list-bookings.ts'
import { isLive } from '../bookings/live-booking.ts'
import { earliestStartOfLasting } from '../bookings/look-back.ts'
import { getEventType } from '../event-types/event-types.ts'
import { bookingKey, sessionKey } from '../keys.ts'
import {
  bookerCounts,
  countedLimits,
  type Limited,
  periodCounts,
  unlimited,
} from '../limits/claimed-limits.ts'
import { getProvider } from '../providers/read-providers.ts'
import { sessionFromItem } from '../seats/session-item.ts'
import { commitSession, type WholeChange } from '../sessions/commit-session.ts'

const BOOKINGS_PER_PAGE = 100

/**
 * Counts a page of the bookings that were made before an event type or a provider got a limit, and continues with another
 * task. Each booking gets its counts in one transaction with its new version, so a repetition counts nothing twice.
 * What is booked beyond the limit stays.
 */
export async function recountLimits(deps: Dependencies, event: DomainEvent): Promise<void> {
  const { subjectId, cursor } = RECOUNT.parse(event.data)
  const { accountId } = event
  const caller = systemCaller(accountId, 'schedule')
  const subject = await readSubject(deps, caller, subjectId)
  if (subject === undefined) return
  const listed = await listBookings(
    deps,
    caller,
    { ...subject.filter, fromEpochSeconds: firstStart(deps, subject.limitedOf({})) },
    { limit: BOOKINGS_PER_PAGE, ...(cursor !== undefined && { cursor }) },
  )
  if (!listed.ok) return
  const sessions = new Map<string, Pick<Booking, 'eventTypeId' | 'startEpochSeconds'>>()
  for (const booking of listed.value.data) {
    if (booking.seats !== undefined) {
      sessions.set(`${booking.eventTypeId} ${booking.startEpochSeconds}`, booking)
    }
    const limited = subject.limitedOf(booking)
    if (missingCounts(deps, booking, limited).counts.length > 0) {
      await countBooking(deps, caller, booking.id, limited)
    }
  }
  for (const { eventTypeId, startEpochSeconds } of sessions.values()) {
    if (eventTypeId === undefined) continue
    const limited = subject.limitedOf({ eventTypeId })
    await countSession(deps, caller, { eventTypeId, startEpochSeconds }, limited)
  }
  const { cursor: next } = listed.value
  if (next === undefined) return
  await transact(deps, { next: recountWrite(deps, { id: subjectId, accountId }, 0, next) })
}

/** Whose limits are counted, and how its bookings are found. */
interface Subject {
  readonly limitedOf: (booking: Pick<Booking, 'eventTypeId' | 'emailUnconfirmed'>) => Limited
  readonly filter: BookingsFilter
}

async function readSubject(
  deps: Dependencies,
  caller: Caller,
  subjectId: string,
): Promise<Subject | undefined> {
  if (subjectId.startsWith('prv_')) {
    const found = await getProvider(deps, caller, subjectId)
    if (!found.ok) return undefined
    const limited = { owner: found.value, providers: [found.value] }
    return { limitedOf: () => limited, filter: { providerId: subjectId } }
  }
  if (subjectId === caller.accountId) return await readAccount(deps, subjectId)
  const found = await getEventType(deps, caller, subjectId)
  if (!found.ok) return undefined
  const owner = await getProvider(deps, caller, found.value.providerId)
  if (!owner.ok) return undefined
  const limited = { eventType: found.value, owner: owner.value, providers: [] }
  return { limitedOf: () => limited, filter: { eventTypeId: subjectId } }
}

/** The limits of an account over all of its event types. They count nobody who has to prove an address first. */
async function readAccount(deps: Dependencies, accountId: string): Promise<Subject | undefined> {
  const account = await findAccount(deps, accountId)
  const accountLimits = account?.limits
  if (accountLimits === undefined) return undefined
  const owner = { timeZone: 'UTC' }
  return {
    filter: {},
    limitedOf: ({ eventTypeId = '', emailUnconfirmed }) => ({
      owner,
      providers: [],
      ...(!emailUnconfirmed && { eventType: { id: eventTypeId, accountLimits } }),
    }),
  }
}

/** The earliest start that counts now: of the current month or week, or of a booking that has not ended; any, if past ones count. */
function firstStart({ clock }: Pick<Dependencies, 'clock'>, { eventType, owner }: Limited): number {
  const now = epochSeconds(clock)
  const ever =
    eventType?.accountLimits?.perBookerEver ?? (eventType && countedLimits(eventType).perBookerEver)
  if (ever !== undefined) return 0
  const minutes = Math.floor(now / 60)
  const { fromDate } = periodDates(owner.timeZone, minutes, minutes + 1)
  const firstDay = parseDate(fromDate) as number
  return Math.min(startOfLocalDay(owner.timeZone, firstDay) * 60, earliestStartOfLasting(now))
}

/** What a booking or a session would claim if it were made now, but for what it claims of the same limits already. */
function notCounted(
  { counts, maxima }: LimitedCounts,
  existing: readonly CountedClaim[] = [],
): LimitedCounts {
  const nameOf = (counter: string) => {
    const { subjectId, limit } = parseCounter(counter)
    return `${subjectId} ${limit}`
  }
  // By limit, not by date: the provider may have moved to another zone since.
  const had = new Set(existing.map(({ counter }) => nameOf(counter)))
  return { counts: counts.filter(({ counter }) => !had.has(nameOf(counter))), maxima }
}

function missingCounts(
  deps: Pick<Dependencies, 'secrets' | 'clock'>,
  booking: Booking,
  limited: Limited,
): LimitedCounts {
  const now = epochSeconds(deps.clock)
  const isCounted = booking.status === 'pending' ? isLive(booking, now) : hasClaim(booking)
  const ofPeriods =
    isCounted && booking.seats === undefined ? periodCounts(limited, booking).counts : []
  const ofBooker = bookerCounts(deps, booking, limited.eventType).counts.filter(
    ({ endsWithBooking }) => (endsWithBooking ? isLive(booking, now) : isCounted),
  )
  return notCounted({ counts: [...ofPeriods, ...ofBooker], maxima: new Map() }, booking.counts)
}

const countBooking = (
  deps: Dependencies,
  caller: Caller,
  bookingId: string,
  limited: Limited,
): Promise<void> =>
  retryOnConflict(`booking ${bookingId}`, async () => {
    const before = await bookingEntity.read(deps.store, bookingKey(bookingId))
    if (before === undefined) return
    const { counts } = missingCounts(deps, before, limited)
    if (counts.length === 0) return
    const booking: Booking = {
      ...before,
      version: before.version + 1,
      counts: [...(before.counts ?? []), ...counts],
    }
    const decision = {
      booking,
      claim: { kind: 'none' },
      events: [],
      limits: unlimited(counts),
    } as const
    const committed = await commitBooking(deps, caller, before, decision, undefined)
    return committed.kind === 'stale' ? CONFLICT : undefined
  })

const countSession = (
  deps: Dependencies,
  caller: Caller,
  { eventTypeId, startEpochSeconds }: Pick<ClassSession, 'eventTypeId' | 'startEpochSeconds'>,
  limited: Limited,
): Promise<void> =>
  retryOnConflict(`session ${eventTypeId}@${startEpochSeconds}`, async () => {
    const key = sessionKey(eventTypeId, startEpochSeconds)
    const item = await deps.store.get(key, { consistent: true })
    const before = item && sessionFromItem(item)
    if (before === undefined) return
    const { session } = before
    const { counts } = notCounted(periodCounts(limited, session), session.counts)
    if (counts.length === 0) return
    const after = { ...session, counts: [...(session.counts ?? []), ...counts] }
    const whole: WholeChange<undefined> = {
      changes: [{ before, after }],
      limits: unlimited(counts),
      further: () => [],
      value: undefined,
    }
    const committed = await commitSession(deps, caller, only(whole))
    return committed.kind === 'stale' ? CONFLICT : undefined
  })
