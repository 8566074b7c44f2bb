import { isIn, timesOf } from '../bookings/booking-times.ts'
import type { Names } from '../use-names.ts'
import { appointmentsOf } from './appointments.ts'
import {
  bookingOf,
  type Category,
  categoryOf,
  type Item,
  titleOf,
  titleOfEmptyClass,
} from './calendar-items.ts'
import type { Agenda } from './calendar-queries.ts'
import { type Span, spanOn } from './working-hours.ts'

/** An item in the column of a provider, beside those that overlap it. */
export interface ColumnItem extends Span {
  readonly key: string
  /** The same for all parts of a booking, which are moved together. */
  readonly groupKey: string
  readonly item: Item
  readonly category: Category
  readonly title: string
  /** What is on the second line. */
  readonly detail?: string
  /** When it starts, as an instant. */
  readonly start: string
  /** From 0. Items of one lane do not overlap. */
  readonly lane: number
  readonly laneCount: number
}

/** The shown day: a date in a time zone. */
export interface ShownDay {
  readonly date: string
  readonly timeZone: string
}

type Placed = Omit<ColumnItem, 'lane' | 'laneCount'>

/** An item shorter than this is drawn, and kept clear of others, as if it lasted so long. */
export const MIN_MINUTES = 25

const drawnEnd = ({ from, to }: Span): number => Math.max(to, from + MIN_MINUTES)

/** Puts overlapping items beside each other. */
export function inLanes(items: readonly Placed[]): readonly ColumnItem[] {
  const sorted = items.toSorted((a, b) => a.from - b.from || b.to - a.to)
  const placed: ColumnItem[] = []
  let group: { readonly item: Placed; readonly lane: number }[] = []
  let ends: number[] = []
  const close = () => {
    placed.push(...group.map(({ item, lane }) => ({ ...item, lane, laneCount: ends.length })))
    group = []
    ends = []
  }
  for (const item of sorted) {
    if (ends.every((end) => end <= item.from)) close()
    const free = ends.findIndex((end) => end <= item.from)
    const lane = free === -1 ? ends.length : free
    ends[lane] = drawnEnd(item)
    group.push({ item, lane })
  }
  close()
  return placed
}

interface Texts {
  readonly block: string
  readonly busy: string
  /** How many seats of a class are taken. */
  readonly seats: (count: number) => string
  /** How many seats of a class without bookings are free. */
  readonly freeSeats: (count: number) => string
}

/** The items of one provider on a day. A booking of several providers is in the column of each. */
export function columnItems(
  agenda: Agenda,
  providerId: string,
  { date, timeZone }: ShownDay,
  names: Names,
  texts: Texts,
): readonly ColumnItem[] {
  const placed = (
    key: string,
    time: { readonly start: string; readonly end: string },
    rest: Pick<ColumnItem, 'item' | 'category' | 'title' | 'detail'>,
    groupKey = key,
  ): readonly Placed[] => {
    const span = spanOn(date, time, timeZone)
    return span ? [{ ...span, key, groupKey, start: time.start, ...rest }] : []
  }
  const ownId = new Set([providerId])
  const own = agenda.bookings.filter((booking) => isIn(booking, providerId))
  const bookings = appointmentsOf(own, names).flatMap((item) => {
    const booking = bookingOf(item)
    const lines =
      item.kind === 'booking'
        ? { title: names.booker(booking), detail: names.service(booking) }
        : { title: titleOf(item, names, texts.seats), detail: '' }
    return timesOf(booking, ownId).flatMap((time, index) => {
      const detail = [lines.detail, time.label].filter(Boolean).join(' · ')
      const shown = { title: lines.title, ...(detail && { detail }) }
      const part = { item, category: categoryOf(booking), ...shown }
      return placed(`${booking.id} ${index}`, time, part, booking.id)
    })
  })
  const emptyClasses = agenda.offeredClasses
    .filter((each) => each.providerId === providerId)
    .flatMap((emptyClass) =>
      placed(`${emptyClass.eventTypeId} ${emptyClass.start}`, emptyClass, {
        item: { kind: 'empty-class', emptyClass },
        category: 'emptyClass',
        title: titleOfEmptyClass(emptyClass, names, texts.freeSeats),
      }),
    )
  const blocks = agenda.blocks
    .filter((block) => block.providerId === providerId)
    .flatMap((block) =>
      placed(block.id, block, {
        item: { kind: 'block', block },
        category: 'block',
        title: block.reason ?? texts.block,
      }),
    )
  const busy = agenda.busy
    .filter((time) => time.providerId === providerId)
    .flatMap((time) =>
      placed(`busy ${time.source} ${time.start}`, time, {
        item: { kind: 'busy' },
        category: 'busy',
        title: texts.busy,
      }),
    )
  return inLanes([...bookings, ...emptyClasses, ...blocks, ...busy])
}
