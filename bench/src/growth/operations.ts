import { bookerOf } from '../http/bodies.ts'
import { instantText, startsAhead } from '../http/slot-pool.ts'
import type { Client, Request } from './client.ts'
import type { FilledStore } from './fill.ts'
import { endsInMonth, MONTH_DAYS, REGULAR } from './timetable.ts'

/** The names of the steps of a booking that is taken back: they leave the times of a store as they were. */
export const CYCLE = ['hold', 'confirm', 'cancel'] as const

/** A read that is measured. */
export interface Read {
  readonly name: string
  /** The request with a number; each number reads something else, as far as there is something. */
  readonly request: (number: number) => Request
}

/** The requests to one store. */
export interface Operations {
  /** Requests that hold different times, each of another provider if there are many. */
  holds(first: number, count: number): readonly Request[]
  readonly reads: readonly Read[]
}

const PAGE_ITEMS = 20
const MOST_PAGE_ITEMS = 100
const DAY_MILLISECONDS = 86_400_000
/** Slots of a working day of the check-up. */
const SLOTS_A_DAY = 14
/** Pages after a cursor. */
const CURSORS = 40
/** Prime, and larger than most numbers of what is sampled: neighbors in time are not read one after the other. */
const STRIDE = 7_919

const get = (path: string): Request => ({ method: 'GET', path })
const pick = <Value>(values: readonly Value[], number: number): Value =>
  values[number % values.length] as Value
const scattered = <Value>(values: readonly Value[], number: number): Value =>
  pick(values, number * STRIDE)

/** The confirmation and the cancellation of a booking. */
export const change = (id: string, name: 'confirm' | 'cancel'): Request => ({
  method: 'POST',
  path: `/v1/bookings/${id}/${name}`,
})

/** Prepares the requests to a store. It asks for cursors, and for the event types of all providers. */
export async function operationsOn(client: Client, filled: FilledStore): Promise<Operations> {
  const { measured, bookingIds, starts, startsOf, plan } = filled
  const now = plan.nowEpochSeconds * 1000
  const dateAhead = (days: number) =>
    new Date(now + days * DAY_MILLISECONDS).toISOString().slice(0, 10)
  const month = (from: number) => `from=${dateAhead(from)}&to=${dateAhead(from + MONTH_DAYS)}`
  const list = `/v1/bookings?limit=${PAGE_ITEMS}`
  const measuredIds = measured.map(({ eventTypeId }) => eventTypeId)
  const eventTypeIds = endsInMonth(plan) ? await allCheckUps(client) : measuredIds
  const lists = measured.map(({ providerId }) =>
    listOf(`${list}&providerId=${providerId}`, startsOf[providerId] ?? []),
  )
  const ofAll = listOf(list, starts)
  const ofBooker = listOf(`${list}&bookerEmail=${encodeURIComponent(REGULAR.email ?? '')}`, starts)
  const cursors = await pagesAfterCursors(client, ofAll)
  const event = await middleOfLog(client)
  const read = (name: string, request: Read['request']): Read => ({ name, request })
  const slots = (id: string, from: number) => get(`/v1/event-types/${id}/slots?${month(from)}`)
  return {
    holds: (first, count) => holds(filled, eventTypeIds, first, count),
    reads: [
      read('month of slots', (number) => slots(pick(measuredIds, number), 1)),
      // The month after has no bookings in stores of any size.
      read('empty month of slots, a provider each', (number) =>
        slots(scattered(eventTypeIds, number), MONTH_DAYS + 2),
      ),
      read('booking by id', (number) => get(`/v1/bookings/${scattered(bookingIds, number)}`)),
      read('all bookings, first page', () => get(list)),
      read('all bookings, a page in the middle', (number) => fromMiddle(ofAll, number)),
      read('all bookings, after a cursor', (number) => pick(cursors, number)),
      read("provider's bookings, first page", (number) => get(pick(lists, number).list)),
      read("provider's bookings, in the middle", (number) =>
        fromMiddle(pick(lists, number), number),
      ),
      read("booker's bookings, first page", () => get(ofBooker.list)),
      read("booker's bookings, in the middle", (number) => fromMiddle(ofBooker, number)),
      read('providers, first page', () => get(`/v1/providers?limit=${PAGE_ITEMS}`)),
      read('events, in the middle', (number) =>
        get(`/v1/events?limit=${PAGE_ITEMS}&after=${event + ((number * STRIDE) % event)}`),
      ),
    ],
  }
}

/** The event types for check-ups of all providers. */
async function allCheckUps(client: Client): Promise<readonly string[]> {
  const ids: string[] = []
  let cursor = ''
  do {
    const page = await client.send(get(`/v1/event-types?limit=${MOST_PAGE_ITEMS}${cursor}`))
    const { data, nextCursor } = JSON.parse(page.body) as {
      readonly data: readonly { readonly id: string; readonly slug: string }[]
      readonly nextCursor: string | null
    }
    ids.push(...data.filter(({ slug }) => slug === 'check-up').map(({ id }) => id))
    cursor = nextCursor === null ? '' : `&cursor=${encodeURIComponent(nextCursor)}`
  } while (cursor !== '')
  return ids
}

function holds(
  { plan, runs = 0 }: FilledStore,
  eventTypeIds: readonly string[],
  first: number,
  count: number,
): readonly Request[] {
  const now = plan.nowEpochSeconds * 1000
  const afterMonth = now / 60_000 + (MONTH_DAYS + 2) * 1440
  const days = startsAhead(now)
    // Each run has a time of the day of its own: one that broke off has left its holds behind.
    .filter((_, place) => place % SLOTS_A_DAY === runs % SLOTS_A_DAY)
    .filter((start) => start > afterMonth)
  if (count > days.length) throw new Error(`--requests is at most ${days.length} today`)
  return Array.from({ length: count }, (_, number) => ({
    method: 'POST',
    path: '/v1/bookings',
    body: JSON.stringify({
      eventTypeId: scattered(eventTypeIds, first + number),
      start: instantText(days[number] as number),
      booker: bookerOf(number),
    }),
  }))
}

/** A list of bookings, and starts of bookings between a quarter and a half of it. */
interface List {
  readonly list: string
  readonly middle: readonly number[]
}

/** A page from a start on that is between a quarter and a half of a list. */
const fromMiddle = ({ list, middle }: List, number: number): Request =>
  get(`${list}&from=${instantText(scattered(middle, number) / 60)}`)

function listOf(list: string, starts: readonly number[]): List {
  const sorted = starts.toSorted((a, b) => a - b)
  return {
    list,
    middle: sorted.slice(Math.floor(sorted.length / 4), Math.ceil(sorted.length / 2)),
  }
}

/** Pages in the middle of a list that follow other pages. */
async function pagesAfterCursors(client: Client, list: List): Promise<readonly Request[]> {
  const found: Request[] = []
  for (let number = 0; number < CURSORS; number += 1) {
    const { path } = fromMiddle(list, number)
    const { body } = await client.send(get(path))
    const { nextCursor } = JSON.parse(body) as { readonly nextCursor: string | null }
    if (nextCursor === null) throw new Error(`${path} has only one page`)
    found.push(get(`${path}&cursor=${encodeURIComponent(nextCursor)}`))
  }
  return found
}

/** A position in the log of events with about twice as many events after it as before it, or more. */
async function middleOfLog(client: Client): Promise<number> {
  const hasEventsAfter = async (position: number): Promise<boolean> => {
    const { body } = await client.send(get(`/v1/events?limit=1&after=${position}`))
    return (JSON.parse(body) as { readonly data: readonly unknown[] }).data.length > 0
  }
  let position = 1
  while (await hasEventsAfter(position * 4)) position *= 2
  return position
}
