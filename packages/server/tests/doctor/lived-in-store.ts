import type { Booking } from '@holdfast/engine'
import { createHolidays } from '../../src/adapters/holidays/holidays.ts'
import type { TestClock } from '../../src/adapters/system/clock.ts'
import { createTimeOff, deleteTimeOff } from '../../src/booking/absences/time-offs.ts'
import { openAvailability } from '../../src/booking/availability/availability.ts'
import { createBlock, deleteBlock } from '../../src/booking/blocks/blocks.ts'
import {
  cancelBooking,
  closeBooking,
  confirmBooking,
} from '../../src/booking/bookings/change-booking.ts'
import { createBooking } from '../../src/booking/bookings/create-booking.ts'
import { expireDue } from '../../src/booking/bookings/expire-due.ts'
import type { BookingTarget } from '../../src/booking/bookings/offer.ts'
import type { FieldsInput } from '../../src/booking/bookings/read-fields.ts'
import { reassignBooking } from '../../src/booking/bookings/reassign-booking.ts'
import { rescheduleBooking } from '../../src/booking/bookings/reschedule-booking.ts'
import { createClosure } from '../../src/booking/closing/create-closure.ts'
import {
  createEventType,
  setEventTypeStatus,
  updateEventType,
} from '../../src/booking/event-types/event-types.ts'
import { createProvider, updateProvider } from '../../src/booking/provider-changes/save-provider.ts'
import type { Provider } from '../../src/booking/providers/provider.ts'
import { deleteProvider } from '../../src/booking/providers/provider-deletion.ts'
import type { Schedule } from '../../src/booking/schedules/schedule.ts'
import { createSchedule, deleteSchedule } from '../../src/booking/schedules/schedules.ts'
import { createAbsence } from '../../src/booking/shared-absences/create-absence.ts'
import type { AppDependencies } from '../../src/composition/http/app.ts'
import { relayOutbox } from '../../src/delivery/events/relay.ts'
import { createApiKey, ensureApiKey, revokeApiKey } from '../../src/identity/api-keys/api-keys.ts'
import type { Caller } from '../../src/kernel/caller.ts'
import type { Store } from '../../src/kernel/ports/store.ts'
import type { CalendarEvent, StayGuest } from '../../src/stays/calendars/calendar-event.ts'
import { createCalendar, deleteCalendar } from '../../src/stays/calendars/calendars.ts'
import type { CalendarEventInput } from '../../src/stays/calendars/event-content.ts'
import {
  createCalendarEvent,
  deleteCalendarEvent,
  getCalendarEvent,
  replaceCalendarEvent,
} from '../../src/stays/calendars/events.ts'
import { issueFeed } from '../../src/stays/calendars/feed.ts'
import { cancelOccurrence, replaceOccurrence } from '../../src/stays/calendars/occurrences.ts'
import { removeCalendars } from '../../src/stays/calendars/remove-calendars.ts'
import { testDependencies } from '../support/dependencies.ts'
import { makeTenant } from '../support/tenants.ts'
import { at, valueIn, wholeWeek } from './lived-in-values.ts'

export { at } from './lived-in-values.ts'

/** The created resources. */
export interface LivedIn {
  readonly deps: AppDependencies
  readonly clock: TestClock
  readonly accountId: string
  /** Its provider `ada` is reserved in the namespace of the account. */
  readonly tenantId: string
  readonly providerId: string
  readonly otherProviderId: string
  readonly eventTypeId: string
  /** Used by the other provider and by an event type, and no longer by the provider. */
  readonly scheduleId: string
  readonly apiKeyId: string
  readonly blockId: string
  /** Confirmed with a guest, 2026-04-28 09:00–09:30 with buffers of 5 and 10 minutes: quanta 107 to 115. */
  readonly confirmed: Booking
  /** Pending, 2026-04-28 11:00–11:30: quanta 131 to 139. */
  readonly pending: Booking
  /** Confirmed, moved to 2026-04-29 23:40: quanta 283 to 287, and 0 to 3 of the day after. */
  readonly overMidnight: Booking
  /** Confirmed, of two providers at 2026-04-28 09:00–10:00: quanta 108 to 119 of both. */
  readonly shared: Booking
  /** A calendar in Berlin with exclusive nights and a feed. */
  readonly houseId: string
  /** Nights 2026-06-28 to 2026-07-03: quanta 27 to 29 of June, 0 and 1 of July. */
  readonly stay: CalendarEvent
  /** Nights 2026-06-10 and 2026-06-11: quanta 9 and 10. */
  readonly shortStay: CalendarEvent
  /** A calendar in Berlin with the meeting. */
  readonly diaryId: string
  /** 2026-05-04 09:00–10:00. */
  readonly meeting: CalendarEvent
  /** On Mondays from 2026-05-04 07:00; one occurrence is moved, one is cancelled. */
  readonly recurring: CalendarEvent
}

/**
 * Fills a store through use cases only: bookings of every status and confirmation, a lapsed hold that was
 * taken over, one across midnight, blocks of several days, changed slugs, revoked keys. The clock ends at
 * 2026-04-27 10:00, a Monday.
 */
export async function liveIn(store: Store): Promise<LivedIn> {
  const { deps, clock } = testDependencies(store, '2026-04-26T08:00:00Z')
  const { accountId } = await ensureApiKey(deps, 'hf_of-the-first-account')
  const caller = {
    accountId,
    requestId: 'test',
    role: 'account',
    actor: { kind: 'system' },
  } as const
  const booker = { name: 'Grace', email: 'grace@example.com', id: 'g-1', timeZone: 'Asia/Tokyo' }
  const book = async (target: BookingTarget, start: string, fields: FieldsInput = {}) => {
    const input = { target, startEpochSeconds: at(start), booker, fields }
    return valueIn(await createBooking(deps, caller, input)).booking
  }
  const confirm = async ({ id }: Booking) => valueIn(await confirmBooking(deps, caller, id))

  const provider = valueIn(
    await createProvider(deps, caller, { name: 'Ada', timeZone: 'UTC', specialty: 'Dentist' }),
  )
  const other = valueIn(
    await createProvider(deps, caller, { name: 'Noah', timeZone: 'America/St_Johns' }),
  )
  const tenant = await makeTenant(deps, 'lake')
  const ofTenant = { name: 'Ada', slug: 'ada', timeZone: 'UTC', listed: true }
  valueIn(await createProvider(deps, tenant.caller, ofTenant))
  const gone = valueIn(await createProvider(deps, caller, { name: 'Gone', timeZone: 'UTC' }))
  valueIn(await deleteProvider(deps, { ...caller }, gone.id))
  valueIn(await updateProvider(deps, caller, provider.id, { slug: 'dr-ada' }))
  const type = {
    providerId: provider.id,
    title: 'Visit',
    durationMinutes: 30,
    slotStepMinutes: 5,
    bufferBeforeMinutes: 5,
    bufferAfterMinutes: 10,
    availabilityRules: wholeWeek,
  }
  const held = valueIn(await createEventType(deps, caller, { ...type, slug: 'visit' }))
  const instant = valueIn(
    await createEventType(deps, caller, { ...type, slug: 'now', confirmation: 'instant' }),
  )
  const approval = valueIn(
    await createEventType(deps, caller, { ...type, slug: 'ask', confirmation: 'approval' }),
  )
  const closed = valueIn(await createEventType(deps, caller, { ...type, slug: 'closed' }))
  valueIn(await setEventTypeStatus(deps, caller, closed.id, 'inactive'))
  valueIn(await updateEventType(deps, caller, held.id, { slug: 'first-visit' }))

  const completed = await book({ eventTypeId: instant.id }, '2026-04-26T09:00')
  const missed = await book({ eventTypeId: instant.id }, '2026-04-26T10:00')
  const guests = [{ email: 'max@example.com' }]
  const confirmed = await confirm(
    await book({ eventTypeId: held.id }, '2026-04-28T09:00', { guests }),
  )
  const cancelled = await confirm(await book({ eventTypeId: held.id }, '2026-04-28T12:00'))
  valueIn(await cancelBooking(deps, caller, cancelled.id, { reason: 'ill' }))
  const withdrawn = await book({ eventTypeId: held.id }, '2026-04-28T13:00')
  valueIn(await cancelBooking(deps, caller, withdrawn.id, {}))
  const early = await confirm(await book({ eventTypeId: held.id }, '2026-04-29T20:00'))
  const to = { startEpochSeconds: at('2026-04-29T23:40') }
  const overMidnight = valueIn(await rescheduleBooking(deps, caller, early.id, to))
  const opened = { date: '2026-04-28', endTime: '12:00', slotDurationMinutes: 20 }
  valueIn(await openAvailability(deps, caller, other.id, { ...opened, startTime: '09:00' }))
  await confirm(await book({ providerId: other.id }, '2026-04-28T11:50'))
  await book({ eventTypeId: held.id }, '2026-04-30T09:00')
  clock.moveTo(at('2026-04-26T09:00') * 1000)
  await expireDue(deps, 100)
  await book({ eventTypeId: held.id }, '2026-04-30T14:00')
  clock.moveTo(at('2026-04-27T10:00') * 1000)
  // Takes over the lapsed hold at 14:00. That booking stays pending, since no sweeper runs.
  await confirm(await book({ eventTypeId: held.id }, '2026-04-30T14:05'))
  valueIn(await closeBooking(deps, caller, completed.id, 'complete'))
  valueIn(await closeBooking(deps, caller, missed.id, 'no_show'))

  const days = {
    startEpochSeconds: at('2026-05-02T22:00'),
    endEpochSeconds: at('2026-05-04T06:02'),
  }
  const block = valueIn(await createBlock(deps, caller, provider.id, days))
  const noon = {
    startEpochSeconds: at('2026-05-06T12:00'),
    endEpochSeconds: at('2026-05-06T13:00'),
  }
  const undone = valueIn(await createBlock(deps, caller, provider.id, noon))
  valueIn(await deleteBlock(deps, { ...caller }, provider.id, undone.id))
  const schedule = await keepHours(deps, caller, { provider, other })
  const key = valueIn(
    await createApiKey({ deps, isProvider: async () => true }, caller, { name: 'second' }),
  ).apiKey
  const revoked = valueIn(
    await createApiKey({ deps, isProvider: async () => true }, caller, { name: 'third' }),
  ).apiKey
  valueIn(await revokeApiKey(deps, caller, revoked.id))
  const shared = await shareBookings(deps, caller)
  const calendars = await keepCalendars(deps, caller)
  await relayOutbox(deps, {}, 10)

  const pending = await book({ eventTypeId: held.id }, '2026-04-28T11:00')
  await book({ eventTypeId: approval.id }, '2026-04-28T16:00')
  return {
    deps,
    clock,
    accountId,
    tenantId: tenant.accountId,
    providerId: provider.id,
    otherProviderId: other.id,
    eventTypeId: held.id,
    scheduleId: schedule.id,
    apiKeyId: key.id,
    blockId: block.id,
    confirmed,
    pending,
    overMidnight,
    shared,
    ...calendars,
  }
}

/** Books two providers together, who were three before one of them was replaced. */
async function shareBookings(deps: AppDependencies, caller: Caller): Promise<Booking> {
  const person = async (name: string) =>
    valueIn(await createProvider(deps, caller, { name, timeZone: 'UTC' })).id
  const [eve, max, kim] = [await person('Eve'), await person('Max'), await person('Kim')]
  const team = valueIn(
    await createProvider(deps, caller, { name: 'Panel', timeZone: 'UTC', kind: 'team' }),
  )
  const type = valueIn(
    await createEventType(deps, caller, {
      providerId: team.id,
      slug: 'panel',
      title: 'Panel',
      durationMinutes: 60,
      confirmation: 'instant',
      availabilityRules: wholeWeek,
      requirements: [
        { name: 'first', providerIds: [eve], count: 1 },
        { name: 'second', providerIds: [max, kim], count: 1, choice: 'priority' },
      ],
    }),
  )
  const book = async (start: string) =>
    valueIn(
      await createBooking(deps, caller, {
        target: { eventTypeId: type.id },
        startEpochSeconds: at(start),
        booker: { name: 'Grace', email: 'grace@example.com' },
      }),
    ).booking
  const cancelled = await book('2026-04-28T11:00')
  valueIn(await cancelBooking(deps, caller, cancelled.id, {}))
  const { id } = await book('2026-04-28T09:00')
  return valueIn(await reassignBooking(deps, caller, id, { from: max, to: kim }))
}

/** Gives providers a schedule and time off. Another schedule and other time off are deleted again. */
async function keepHours(
  deps: AppDependencies,
  caller: Caller,
  { provider, other }: { readonly provider: Provider; readonly other: Provider },
): Promise<Schedule> {
  const hours = { name: 'Hours', timeZone: 'Asia/Tokyo', availabilityRules: wholeWeek }
  const schedule = valueIn(await createSchedule(deps, caller, hours))
  const unused = valueIn(await createSchedule(deps, caller, hours))
  valueIn(await deleteSchedule(deps, { ...caller }, unused.id))
  const { id: scheduleId } = schedule
  valueIn(await updateProvider(deps, caller, provider.id, { scheduleId }))
  valueIn(await updateProvider(deps, caller, provider.id, { scheduleId: null }))
  valueIn(await updateProvider(deps, caller, other.id, { scheduleId }))
  const type = { providerId: other.id, slug: 'hours', title: 'Visit', durationMinutes: 30 }
  valueIn(await createEventType(deps, caller, { ...type, scheduleId }))
  const time = { startDate: '2026-12-24', endDate: '2027-01-02' }
  valueIn(
    await createClosure(
      { ...deps, holidays: createHolidays() },
      { ...caller },
      { name: 'Outing', time, scope: { kind: 'all' } },
    ),
  )
  const training = {
    kind: 'block',
    providerIds: [provider.id, other.id],
    time: { startEpochSeconds: 1_796_320_800, endEpochSeconds: 1_796_324_400 },
    recurrence: { frequency: 'weekly', count: 2 },
    onConflict: 'refuse',
  } as const
  valueIn(await createAbsence(deps, { ...caller }, training))
  valueIn(await createTimeOff(deps, caller, other.id, { time, reason: 'Holiday' }))
  const { timeOff } = valueIn(await createTimeOff(deps, caller, other.id, { time }))
  valueIn(await deleteTimeOff(deps, { ...caller }, other.id, timeOff.id))
  return schedule
}

const JUNE = Date.UTC(2026, 5, 1) / 86_400_000
const inJune = (from: number, to: number) => ({
  title: 'A guest',
  time: { startDay: JUNE + from - 1, endDay: JUNE + to - 1 },
})

/** Creates calendars with created, moved and deleted events; one is removed, one is being removed. */
async function keepCalendars(deps: AppDependencies, caller: Caller) {
  const make = async (name: string, exclusive: 'none' | 'nights') =>
    valueIn(await createCalendar(deps, caller, { name, timeZone: 'Europe/Berlin', exclusive })).id
  const house = await make('House', 'nights')
  const diary = await make('Diary', 'none')
  const add = async (calendarId: string, input: CalendarEventInput, guest?: StayGuest) =>
    valueIn(await createCalendarEvent(deps, caller, calendarId, input, guest))
  valueIn(await issueFeed(deps, caller, house, 'details'))
  const early = await add(house, inJune(20, 25))
  const stay = valueIn(await replaceCalendarEvent(deps, caller, house, early.id, inJune(28, 33)))
  const shortStay = await add(house, inJune(10, 12), { name: 'A guest', email: 'a@example.com' })
  const undone = await add(house, inJune(14, 18))
  valueIn(await deleteCalendarEvent(deps, caller, house, undone.id))
  const meeting = await add(diary, {
    title: 'Meeting',
    description: 'Bring the plans',
    extendedProps: { room: { floor: 2, name: 'Ada' } },
    time: {
      startEpochSeconds: at('2026-05-04T09:00'),
      endEpochSeconds: at('2026-05-04T10:00'),
    },
  })
  await add(diary, inJune(1, 8))
  const standUp = await add(diary, {
    title: 'Stand-up',
    time: { startEpochSeconds: at('2026-05-04T07:00'), endEpochSeconds: at('2026-05-04T07:15') },
    recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=MO' },
  })
  const occurrence = (day: number) => ({
    calendarId: diary,
    eventId: standUp.id,
    originalStart: { epochSeconds: at(`2026-05-${day}T07:00`) },
  })
  const moved = {
    startEpochSeconds: at('2026-05-12T07:00'),
    endEpochSeconds: at('2026-05-12T08:00'),
  }
  valueIn(await replaceOccurrence(deps, caller, occurrence(11), { title: 'Review', time: moved }))
  valueIn(await cancelOccurrence(deps, caller, occurrence(18)))
  const recurring = valueIn(await getCalendarEvent(deps, caller, diary, standUp.id)).event
  const gone = await make('Gone', 'nights')
  await add(gone, inJune(1, 3))
  valueIn(await deleteCalendar(deps, caller, gone))
  while ((await removeCalendars(deps, 10)).more);
  const going = await make('Going', 'nights')
  await add(going, inJune(1, 3))
  valueIn(await deleteCalendar(deps, caller, going))
  return { houseId: house, diaryId: diary, stay, shortStay, meeting, recurring }
}
