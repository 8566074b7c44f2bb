import { randomUUID } from 'node:crypto'
import { type HoldfastClient, HoldfastError, isProblem } from '@holdfast/client'
import { bookedPage, housePage } from './page.ts'
import { addDays, nightsOf, quoteCents } from './rates.ts'
import { bookRoom, listNights, type Room } from './rooms.ts'

const SHOWN_NIGHTS = 28
const EUROS = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' })

/** What the site works with. */
export interface HouseOptions {
  readonly holdfast: HoldfastClient
  /** The address of the Holdfast server, for links to stays. */
  readonly holdfastUrl: string
  readonly rooms: readonly Room[]
}

/** An answer of the site. */
export interface HouseAnswer {
  readonly status: number
  readonly html: string
}

interface Dates {
  readonly arrival: string
  readonly departure: string
}

const DATE = /^\d{4}-\d\d-\d\d$/
const priceOf = (room: Room, { arrival, departure }: Dates): string =>
  EUROS.format(quoteCents(nightsOf(arrival, departure), room) / 100)

const datesOf = (form: URLSearchParams): Dates | undefined => {
  const [arrival = '', departure = ''] = [form.get('arrival') ?? '', form.get('departure') ?? '']
  return DATE.test(arrival) && DATE.test(departure) && arrival < departure
    ? { arrival, departure }
    : undefined
}

/** The page for these dates, from Holdfast's nights as they are now. */
async function show(
  { holdfast, rooms }: HouseOptions,
  dates: Dates | undefined,
  problem?: string,
): Promise<string> {
  const from = dates?.arrival ?? new Date().toISOString().slice(0, 10)
  const lastShown = addDays(from, SHOWN_NIGHTS)
  const to = dates !== undefined && dates.departure > lastShown ? dates.departure : lastShown
  const shownRooms = rooms.map(async (room) => {
    const nights = await listNights(holdfast, room, { from, to })
    const free = new Set(nights.filter(({ isFree }) => isFree).map(({ date }) => date))
    const isBookable =
      dates && nightsOf(dates.arrival, dates.departure).every((date) => free.has(date))
    return { ...room, nights, quote: isBookable ? priceOf(room, dates) : undefined }
  })
  return housePage({
    arrival: dates?.arrival ?? '',
    departure: dates?.departure ?? '',
    rooms: await Promise.all(shownRooms),
    ...(problem !== undefined && { problem }),
    idempotencyKey: randomUUID(),
  })
}

async function book(options: HouseOptions, form: URLSearchParams): Promise<HouseAnswer> {
  const room = options.rooms.find(({ calendarId }) => calendarId === form.get('room'))
  const dates = datesOf(form)
  if (room === undefined || dates === undefined) {
    return { status: 400, html: await show(options, dates, 'Choose a room and dates.') }
  }
  const price = priceOf(room, dates)
  try {
    const stay = await bookRoom(options.holdfast, room, {
      ...dates,
      name: form.get('name') ?? '',
      email: form.get('email') ?? '',
      note: `Quoted ${price}`,
      idempotencyKey: form.get('key') ?? randomUUID(),
    })
    const stayUrl = `${options.holdfastUrl}/stays/${room.calendarId}/${stay.id}#${stay.manageToken}`
    return { status: 201, html: bookedPage(room.name, price, stayUrl) }
  } catch (error) {
    if (!(error instanceof HoldfastError)) throw error
    const problem = isProblem(error, 'night_taken')
      ? `Someone just booked the ${room.name}. These nights are taken: ${error.problem.nights?.join(', ')}.`
      : error.message
    return { status: error.status, html: await show(options, dates, problem) }
  }
}

/** Answers a request of the site: `GET /`, with or without dates, and `POST /stays`. */
export async function answer(
  options: HouseOptions,
  { method, url, body }: { readonly method: string; readonly url: URL; readonly body: string },
): Promise<HouseAnswer> {
  if (method === 'GET' && url.pathname === '/') {
    return { status: 200, html: await show(options, datesOf(url.searchParams)) }
  }
  if (method === 'POST' && url.pathname === '/stays')
    return book(options, new URLSearchParams(body))
  return { status: 404, html: await show(options, undefined, 'There is no such page.') }
}
