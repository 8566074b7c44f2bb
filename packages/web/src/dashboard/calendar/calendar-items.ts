import type { EventInput } from '@fullcalendar/react'
import type { Block, Booking } from '../api.ts'
import type { BusyTime } from '../connections/connection-queries.ts'
import type { Names } from '../use-names.ts'
import styles from './calendar-page.module.css'
import type { PlacedEvent } from './calendar-queries.ts'

/** What stands behind something in the calendar. */
export type Item =
  | { readonly kind: 'booking'; readonly booking: Booking }
  | { readonly kind: 'block'; readonly block: Block }
  | { readonly kind: 'event'; readonly placed: PlacedEvent }
  | { readonly kind: 'busy' }

/** How something looks in the calendar. */
export const CATEGORIES = ['confirmed', 'pending', 'past', 'block', 'busy', 'stay', 'event'] as const
export type Category = (typeof CATEGORIES)[number]

const inputOf = (category: Category, item: Item, rest: EventInput): EventInput => ({
  ...rest,
  // The values of these are in the style sheet, where they know light from dark.
  color: `var(--category-${category})`,
  contrastColor: `var(--category-${category}-ink)`,
  className: `${styles.item} ${styles[category] ?? ''}`,
  extendedProps: { item },
})

const HIDDEN: ReadonlySet<Booking['status']> = new Set(['cancelled', 'expired'])

const categoryOf = ({ status }: Booking): Category =>
  status === 'pending' ? 'pending' : status === 'confirmed' ? 'confirmed' : 'past'

/** A booking; one that is live can be dragged. */
export function bookingInput(booking: Booking, names: Names): readonly EventInput[] {
  if (HIDDEN.has(booking.status)) return []
  const category = categoryOf(booking)
  const title = `${names.booker(booking)} · ${names.service(booking)}`
  const { id, start, end } = booking
  const editable = category !== 'past'
  return [inputOf(category, { kind: 'booking', booking }, { id, title, start, end, editable })]
}

/** Time that a provider took off. */
export const blockInput = (block: Block, name: string): EventInput => {
  const { id, start, end, reason } = block
  return inputOf('block', { kind: 'block', block }, { id, title: reason ?? name, start, end })
}

/** An event of a calendar, or a stay. */
export const eventInput = (placed: PlacedEvent): EventInput => {
  const { event, calendar, isStay } = placed
  const { start, end, allDay } = event
  const title = isStay ? `${event.title} · ${calendar.name}` : event.title
  // A repeated event comes as several with one id.
  const id = `${event.id} ${start}`
  return inputOf(
    isStay ? 'stay' : 'event',
    { kind: 'event', placed },
    { id, title, start, end, allDay },
  )
}

/** Time in which a connected calendar is busy. */
export const busyInput = (
  { start, end, source }: BusyTime,
  title: string,
  of: string,
): EventInput =>
  inputOf('busy', { kind: 'busy' }, { id: `busy ${of} ${source} ${start}`, title, start, end })
