import { bookerOf } from '../http/bodies.ts'
import { instantText, startsAhead } from '../http/slot-pool.ts'
import type { Client, Request } from './client.ts'
import type { FilledStore } from './fill.ts'
import { MONTH_DAYS, REGULAR } from './timetable.ts'

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
  /** Requests that hold times of the measured providers, each another one. */
  holds(count: number): readonly Request[]
  readonly reads: readonly Read[]
}

const PAGE_ITEMS = 20
const DAY_MILLISECONDS = 86_400_000
/** Slots of a working day of the check-up. */
const SLOTS_A_DAY = 14
/** Pages in the middle of a list, so that not one page is read again and again. */
const MIDDLES = 40
/** Larger than most numbers of bookings that are sampled, and prime. */
const STRIDE = 7_919

const get = (path: string): Request => ({ method: 'GET', path })
const pick = <Value>(values: readonly Value[], number: number): Value =>
  values[number % values.length] as Value

/** The confirmation and the cancellation of a booking. */
export const change = (id: string, name: 'confirm' | 'cancel'): Request => ({
  method: 'POST',
  path: `/v1/bookings/${id}/${name}`,
})

/** Prepares the requests to a store. It asks for the cursors of pages in the middle of lists. */
export async function operationsOn(client: Client, filled: FilledStore): Promise<Operations> {
  const { measured, bookingIds, plan } = filled
  const now = plan.nowEpochSeconds * 1000
  const dateAhead = (days: number) =>
    new Date(now + days * DAY_MILLISECONDS).toISOString().slice(0, 10)
  const range = `from=${dateAhead(1)}&to=${dateAhead(1 + MONTH_DAYS)}`
  const list = `/v1/bookings?limit=${PAGE_ITEMS}`
  const providers = measured.map(({ providerId }) => `${list}&providerId=${providerId}`)
  const booker = `${list}&bookerEmail=${encodeURIComponent(REGULAR.email)}`
  const ofAll = await middles(client, [{ list, starts: filled.starts }])
  const ofBooker = await middles(client, [{ list: booker, starts: filled.starts }])
  const ofProviders = await middles(
    client,
    measured.map(({ providerId }, number) => ({
      list: pick(providers, number),
      starts: filled.startsOf[providerId] ?? [],
    })),
  )
  const event = await middleOfLog(client)
  const read = (name: string, request: Read['request']): Read => ({ name, request })
  return {
    holds: (count) => holds(filled, count),
    reads: [
      read('month of slots', (number) =>
        get(`/v1/event-types/${pick(measured, number).eventTypeId}/slots?${range}`),
      ),
      read('booking by id', (number) => get(`/v1/bookings/${pick(bookingIds, number * STRIDE)}`)),
      read('all bookings, first page', () => get(list)),
      read('all bookings, page in the middle', (number) => pick(ofAll, number)),
      read("provider's bookings, first page", (number) => get(pick(providers, number))),
      read("provider's bookings, page in the middle", (number) => pick(ofProviders, number)),
      read("booker's bookings, first page", () => get(booker)),
      read("booker's bookings, page in the middle", (number) => pick(ofBooker, number)),
      read('providers, first page', () => get(`/v1/providers?limit=${PAGE_ITEMS}`)),
      read('events, page in the middle', (number) =>
        get(`/v1/events?limit=${PAGE_ITEMS}&after=${event + (number % MIDDLES)}`),
      ),
    ],
  }
}

function holds({ measured, plan, runs = 0 }: FilledStore, count: number): readonly Request[] {
  const now = plan.nowEpochSeconds * 1000
  const afterMonth = now / 60_000 + (MONTH_DAYS + 2) * 1440
  const days = startsAhead(now)
    // Each run has a time of the day of its own: one that broke off has left its holds behind.
    .filter((_, place) => place % SLOTS_A_DAY === runs % SLOTS_A_DAY)
    .filter((start) => start > afterMonth)
  if (count > days.length * measured.length) {
    throw new Error(`there are only ${days.length * measured.length} times for --requests`)
  }
  return Array.from({ length: count }, (_, number) => ({
    method: 'POST',
    path: '/v1/bookings',
    body: JSON.stringify({
      eventTypeId: pick(measured, number).eventTypeId,
      start: instantText(days[Math.floor(number / measured.length)] as number),
      booker: bookerOf(number),
    }),
  }))
}

/** A list of bookings, and starts of bookings in it. */
interface List {
  readonly list: string
  readonly starts: readonly number[]
}

/** Requests for pages in the middle of lists: each is the second page from some start on. */
async function middles(client: Client, lists: readonly List[]): Promise<readonly Request[]> {
  const found: Request[] = []
  for (let number = 0; number < MIDDLES; number += 1) {
    const { list, starts } = pick(lists, number)
    const sorted = starts.toSorted((a, b) => a - b)
    // Between a quarter and a half of the list.
    const place = Math.floor(sorted.length * (0.25 + (0.25 * number) / MIDDLES))
    const from = `${list}&from=${instantText((sorted[place] as number) / 60)}`
    const { body } = await client.send(get(from))
    const { nextCursor } = JSON.parse(body) as { readonly nextCursor: string | null }
    if (nextCursor === null) throw new Error(`${from} has only one page`)
    found.push(get(`${from}&cursor=${encodeURIComponent(nextCursor)}`))
  }
  return found
}

/** A position in the log of events with at least as many events after it as before it. */
async function middleOfLog(client: Client): Promise<number> {
  const hasEventsAfter = async (position: number): Promise<boolean> => {
    const { body } = await client.send(get(`/v1/events?limit=1&after=${position}`))
    return (JSON.parse(body) as { readonly data: readonly unknown[] }).data.length > 0
  }
  let position = 1
  while (await hasEventsAfter(position * 4)) position *= 2
  return position
}
