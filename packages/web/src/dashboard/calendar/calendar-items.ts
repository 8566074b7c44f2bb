import type { EventInput } from '@fullcalendar/react'
import type { Block, Booking } from '../api.ts'
import { nightsByUnit, timesOf } from '../bookings/booking-times.ts'
import type { Closure } from '../closures/closures.ts'
import type { TimeOff } from '../time-off/time-off-time.ts'
import type { Names } from '../use-names.ts'
import { type Appointment, leadingOf, seatsOf } from './appointments.ts'
import styles from './calendar-page.module.css'
import type { Agenda, CalendarEntry, EmptyClass } from './calendar-queries.ts'

/** The resource behind an item in the calendar. */
export type Item =
  | Appointment
  | { readonly kind: 'block'; readonly block: Block }
  | { readonly kind: 'event'; readonly entry: CalendarEntry }
  | { readonly kind: 'time-off'; readonly timeOff: TimeOff }
  | { readonly kind: 'closure'; readonly closure: Closure }
  | { readonly kind: 'busy' }
  | { readonly kind: 'empty-class'; readonly emptyClass: EmptyClass }

/** The categories of items, each with its own color. */
export const CATEGORIES = [
  'confirmed',
  'pending',
  'past',
  'emptyClass',
  'block',
  'busy',
  'timeOff',
  'closure',
  'stay',
  'event',
] as const
export type Category = (typeof CATEGORIES)[number]

const inputOf = (category: Category, item: Item, rest: EventInput): EventInput => ({
  ...rest,
  // The style sheet defines these colors for light and dark mode.
  color: `var(--category-${category})`,
  contrastColor: `var(--category-${category}-ink)`,
  className: `${styles.item} ${styles[category] ?? ''}`,
  // The calendar shows wall times; a part of a booking that is moved needs its own instant.
  extendedProps: { item, start: rest.start },
})

/** The category of a booking, by its status. */
export const categoryOf = ({ status }: Booking): Category =>
  status === 'pending' ? 'pending' : status === 'confirmed' ? 'confirmed' : 'past'

/** The booking that stands for an appointment: of a class, one of its parties. */
export const bookingOf = (appointment: Appointment): Booking =>
  appointment.kind === 'class' ? leadingOf(appointment.bookings) : appointment.booking

/** The title of an appointment. `seats`: says how many seats of a class are taken. */
export function titleOf(
  appointment: Appointment,
  names: Pick<Names, 'booker' | 'service'>,
  seats: (count: number) => string,
): string {
  const booking = bookingOf(appointment)
  return appointment.kind === 'class'
    ? `${names.service(booking)} · ${seats(seatsOf(appointment.bookings))}`
    : `${names.booker(booking)} · ${names.service(booking)}`
}

/** One of the items of an appointment, which the calendar moves together. */
function partOf(appointment: Appointment, index: number, rest: EventInput): EventInput {
  const booking = bookingOf(appointment)
  return inputOf(categoryOf(booking), appointment, {
    id: index === 0 ? booking.id : `${booking.id} ${index}`,
    groupId: booking.id,
    ...rest,
  })
}

/**
 * The items of a stay: whole days in each of the shown units that has nights of it, up to the day of departure, on which the
 * next guest can arrive.
 */
function stayInputs(
  appointment: Appointment,
  title: string,
  providerIds: ReadonlySet<string>,
  names: Pick<Names, 'provider'>,
): readonly EventInput[] {
  const booking = bookingOf(appointment)
  return nightsByUnit(booking)
    .filter(({ providerId }) => providerIds.has(providerId))
    .map(({ providerId, providerName = '', from, to }, index) =>
      partOf(appointment, index, {
        title: `${title} · ${names.provider(providerId)?.name ?? providerName}`,
        start: from,
        end: to,
        allDay: true,
        editable: false,
      }),
    )
}

/**
 * The items of an appointment: one for each span in which it takes any of the shown providers. Pending and confirmed bookings
 * can be dragged, all spans together; a class is changed on its own page, and the dates of a stay in its dialog.
 */
export function appointmentInputs(
  appointment: Appointment,
  title: string,
  providerIds: ReadonlySet<string>,
  names: Pick<Names, 'provider'>,
): readonly EventInput[] {
  const booking = bookingOf(appointment)
  if (booking.grain === 'nights') return stayInputs(appointment, title, providerIds, names)
  const editable = categoryOf(booking) !== 'past' && appointment.kind === 'booking'
  return timesOf(booking, providerIds).map(({ start, end, label }, index) =>
    partOf(appointment, index, {
      title: label === null ? title : `${title} · ${label}`,
      start,
      end,
      editable,
    }),
  )
}

/** The title of a class that nobody has booked. `free`: says how many seats are free. */
export const titleOfEmptyClass = (
  { eventTypeId, capacity }: EmptyClass,
  names: Pick<Names, 'eventType'>,
  free: (count: number) => string,
): string => `${names.eventType(eventTypeId)?.title ?? ''} · ${free(capacity)}`

/** The item of a class that nobody has booked. */
export function emptyClassInput(emptyClass: EmptyClass, title: string): EventInput {
  const { eventTypeId, start, end } = emptyClass
  const id = `${eventTypeId} ${start}`
  return inputOf(
    'emptyClass',
    { kind: 'empty-class', emptyClass },
    { id, title, start, end, editable: false },
  )
}

/** The item of a block. */
export const blockInput = (block: Block, name: string): EventInput => {
  const { id, start, end, reason } = block
  return inputOf('block', { kind: 'block', block }, { id, title: reason ?? name, start, end })
}

/** The item of a calendar event or a stay. */
export const eventInput = (entry: CalendarEntry, lacksNights: string): EventInput => {
  const { event, calendar, isStay } = entry
  const { start, end, allDay } = event
  const name = isStay ? `${event.title} · ${calendar.name}` : event.title
  const title = event.unplaced ? `⚠ ${lacksNights}: ${name}` : name
  // The occurrences of a series share one event id.
  const id = `${event.id} ${start}`
  return inputOf(
    isStay ? 'stay' : 'event',
    { kind: 'event', entry },
    { id, title, start, end, allDay },
  )
}

/** The item of time off; dates take whole days. */
export const timeOffInput = (timeOff: TimeOff, title: string): EventInput => {
  const { id, start, end } = timeOff
  const allDay = !start.includes('T')
  return inputOf('timeOff', { kind: 'time-off', timeOff }, { id, title, start, end, allDay })
}

/**
 * The items of a closure: one to open, and if it closes all who are shown (`isWhole`) the shade of the time. Dates take whole
 * days.
 */
export function closureInputs(
  closure: Closure,
  title: string,
  isWhole: boolean,
): readonly EventInput[] {
  const { id, start, end } = closure
  const time = { start, end, allDay: !start.includes('T') }
  const item: Item = { kind: 'closure', closure }
  const shown = inputOf('closure', item, { id, title, ...time, editable: false })
  if (!isWhole) return [shown]
  const shade = {
    id: `${id} shade`,
    ...time,
    display: 'background',
    className: styles.closureShade,
  }
  return [shown, { ...shade, extendedProps: { item, start } }]
}

/** The item of a time when a connected calendar is busy. */
export const busyInput = (
  { start, end, source }: Agenda['busy'][number],
  title: string,
  of: string,
): EventInput =>
  inputOf('busy', { kind: 'busy' }, { id: `busy ${of} ${source} ${start}`, title, start, end })

/** The event type of a class, which has a page of its own. Undefined for any other item. */
export function classTypeOf(item: Item): string | null | undefined {
  if (item.kind === 'class') return item.bookings[0].eventTypeId
  return item.kind === 'empty-class' ? item.emptyClass.eventTypeId : undefined
}
