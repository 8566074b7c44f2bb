import { providersOf } from '@holdfast/engine'
import { recheckTimeOff } from '../../booking/absences/affected-bookings.ts'
import { cancelBooking, getBooking } from '../../booking/bookings/change-booking.ts'
import { abortEventTypeDeletion } from '../../booking/bookings/event-type-deletion.ts'
import { recheckClosure } from '../../booking/closing/affected-event.ts'
import { type EventType, eventTypeEntity } from '../../booking/event-types/event-type.ts'
import { eventTypeKey, providerKey } from '../../booking/keys.ts'
import { removeUnusedPhoto } from '../../booking/photos/unused-photos.ts'
import { providerEntity } from '../../booking/providers/provider.ts'
import { abortPendingDeletion } from '../../booking/providers/provider-deletion.ts'
import type { UnitDependencies } from '../../booking/providers/units.ts'
import { recountLimits } from '../../booking/recounts/recount-limits.ts'
import { followSession } from '../../booking/sessions/follow-session.ts'
import { finishAbsence } from '../../booking/shared-absences/absences.ts'
import { changesNights, followNightsOf } from '../../booking/units/follow-nights.ts'
import { getAccount } from '../../identity/accounts/accounts.ts'
import { systemCaller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { bookingOf, type DomainEvent } from '../../kernel/events/event.ts'
import type { Consumer } from '../../kernel/queue/queue.ts'
import { releaseDeposit } from '../../payments/security/decide-deposit.ts'
import { scheduleBalance } from './balance.ts'
import { reminderMinutesOf, scheduleReminders } from './reminders.ts'
import { scheduleAction } from './schedule-action.ts'
import { scheduleDeposit } from './security-deposit.ts'

const epochSecondsOf = (instant: string): number => Math.floor(Date.parse(instant) / 1000)

/** Whether an event is of a booking with something to schedule. */
const isAgreed = (event: DomainEvent): boolean =>
  (event.type === 'booking.confirmed' ||
    event.type === 'booking.rescheduled' ||
    event.type === 'booking.reassigned') &&
  bookingOf(event).status === 'confirmed'

/**
 * Schedules the reminder and the completion of a booking that was confirmed, moved or reassigned, and keeps the summaries of
 * nights. It does not look for actions from before a move: they turn out to be void when they are due. It releases the security deposit of a stay that was cancelled. It cancels the
 * booking instead if one of its providers or the event type was deleted while the booking was being made or
 * reassigned.
 */
export const scheduleConsumer = (deps: UnitDependencies): Consumer => ({
  name: 'schedule',
  wants: (event) => isAgreed(event) || changesNights(event) || endsDeposit(event),
  subjectOf: ({ resourceId }) => resourceId,
  handle: async ({ event }) => {
    if (event.type === 'session.follow') return await followSession(deps, event)
    if (event.type === 'absence.finish') return await finishAbsence(deps, event)
    if (event.type === 'time_off.recheck') {
      await recheckTimeOff(deps, event)
      return { kind: 'done' }
    }
    if (event.type === 'closure.recheck') {
      await recheckClosure(deps, event)
      return { kind: 'done' }
    }
    if (event.type === 'photo.unused') {
      await removeUnusedPhoto(deps, event)
      return { kind: 'done' }
    }
    if (event.type === 'limits.recount') {
      await recountLimits(deps, event)
      return { kind: 'done' }
    }
    if (changesNights(event)) await followNightsOf(deps, event)
    if (endsDeposit(event)) {
      await releaseDeposit(deps, callerOf(event.accountId), bookingOf(event).id)
    }
    if (!isAgreed(event)) return { kind: 'done' }
    const { accountId } = event
    const { start, end, id: bookingId } = bookingOf(event)
    const isOver = epochSecondsOf(end) <= epochSeconds(deps.clock)
    const subject = isOver ? {} : await loadSubject(deps, event)
    if (subject.gone !== undefined) {
      const reason = subject.gone
      await cancelBooking(deps, callerOf(accountId), bookingId, { reason, by: 'system' })
      return { kind: 'done' }
    }
    const account = await getAccount(deps, accountId)
    const dueEpochSeconds = epochSecondsOf(end)
    await Promise.all([
      scheduleReminders(
        deps,
        { id: bookingId, accountId, startEpochSeconds: epochSecondsOf(start) },
        reminderMinutesOf(account, subject.eventType),
        epochSeconds(deps.clock),
      ),
      scheduleAction(deps, { accountId, bookingId, kind: 'complete', dueEpochSeconds }),
      ...(isStayToPay(event) ? [scheduleBalance(deps, bookingId, callerOf(accountId))] : []),
      ...(hasDeposit(event) ? [scheduleDeposit(deps, bookingId, callerOf(accountId))] : []),
    ])
    return { kind: 'done' }
  },
})

/** Whether a booking may have a balance with a due date: only rate plans of stays have them. */
const isStayToPay = (event: DomainEvent): boolean => {
  const { grain, orderId } = bookingOf(event)
  return grain === 'nights' && orderId != null
}

/** Whether a booking has a security deposit. */
const hasDeposit = (event: DomainEvent): boolean => bookingOf(event).securityDeposit != null

/** Whether a stay was cancelled whose security deposit was asked for. */
const endsDeposit = (event: DomainEvent): boolean =>
  event.type === 'booking.cancelled' && bookingOf(event).securityDeposit?.paymentId != null

const callerOf = (accountId: string) => systemCaller(accountId, 'schedule')

/** What a booking is for. `gone`: why it must be cancelled. */
interface Subject {
  readonly eventType?: EventType
  readonly gone?: string
}

/**
 * Loads the event type of a booking. The booking must be cancelled if one of its providers or its event type
 * was deleted. Otherwise, deletions of them that are being decided are aborted.
 */
async function loadSubject(deps: Dependencies, event: DomainEvent): Promise<Subject> {
  const { eventTypeId } = bookingOf(event)
  const providerIds = await currentProviders(deps, event)
  const keys = providerIds.map(providerKey)
  if (eventTypeId !== null) keys.push(eventTypeKey(eventTypeId))
  const items = await deps.store.getMany(keys, { consistent: true })
  const eventTypeItem = items[providerIds.length]
  for (const item of items.slice(0, providerIds.length)) {
    if (item && !(await abortPendingDeletion(deps, providerEntity.decode(item)))) {
      return { gone: 'The provider is no longer available.' }
    }
  }
  const eventType = eventTypeItem && eventTypeEntity.decode(eventTypeItem)
  if (eventType && !(await abortEventTypeDeletion(deps, eventType))) {
    return { gone: 'This service is no longer available.' }
  }
  return eventType ? { eventType } : {}
}

/** The providers of a booking. Those of an event may have been replaced since, and deleted then. */
async function currentProviders(
  deps: Dependencies,
  event: DomainEvent,
): Promise<readonly string[]> {
  const { id, providerId, assignments = [] } = bookingOf(event)
  if (assignments.length === 0) return [providerId]
  const current = await getBooking(deps, callerOf(event.accountId), id)
  return current.ok ? providersOf(current.value) : []
}
