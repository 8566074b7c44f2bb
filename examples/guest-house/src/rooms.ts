import { eachItem, type HoldfastClient, unwrap } from '@holdfast/client'
import type { Rate } from './rates.ts'

/** The rooms of the house. Change them to yours. */
const ROOMS: readonly (Rate & { readonly name: string })[] = [
  { name: 'Lake room', nightCents: 11_000, weekendNightCents: 13_000 },
  { name: 'Garden room', nightCents: 9_000, weekendNightCents: 10_500 },
]
const TIME_ZONE = 'Europe/Berlin'

/** A room, which is a calendar of nights in Holdfast. */
export interface Room extends Rate {
  readonly name: string
  readonly calendarId: string
}

/**
 * Finds the calendar of each room by its name, and creates those that do not exist yet. `onFeed` gets the link to the
 * bookings of a new room, which the server shows only once.
 */
export async function openRooms(
  holdfast: HoldfastClient,
  onFeed: (room: string, url: string) => void,
): Promise<readonly Room[]> {
  const calendarIds = new Map<string, string>()
  const calendars = eachItem((query) => holdfast.GET('/v1/calendars', { params: { query } }))
  for await (const { name, id } of calendars) calendarIds.set(name, id)
  const rooms: Room[] = []
  for (const room of ROOMS) {
    const calendarId = calendarIds.get(room.name) ?? (await createRoom(holdfast, room.name))
    if (!calendarIds.has(room.name)) {
      const params = { path: { id: calendarId } }
      const feed = await unwrap(holdfast.POST('/v1/calendars/{id}/feed-token', { params }))
      onFeed(room.name, feed.url)
    }
    rooms.push({ ...room, calendarId })
  }
  return rooms
}

async function createRoom(holdfast: HoldfastClient, name: string): Promise<string> {
  const body = {
    name,
    timeZone: TIME_ZONE,
    exclusive: 'nights',
    // Guests get an email with a link to their stay, where they can cancel it.
    publicStays: true,
    stayPolicy: { maxNights: 14 },
  } as const
  return (await unwrap(holdfast.POST('/v1/calendars', { body }))).id
}

/** The nights from a date on, each with whether it can be booked. */
export async function listNights(
  holdfast: HoldfastClient,
  { calendarId }: Room,
  range: { readonly from: string; readonly to: string },
): Promise<readonly { readonly date: string; readonly isFree: boolean }[]> {
  const params = { path: { id: calendarId }, query: range }
  const { data } = await unwrap(holdfast.GET('/v1/calendars/{id}/nights', { params }))
  return data.map(({ date, status }) => ({ date, isFree: status === 'free' }))
}

/** What a guest sends to book a room. */
export interface StayRequest {
  readonly arrival: string
  readonly departure: string
  readonly name: string
  readonly email: string
  readonly note: string
  /** The same for a form that is sent twice, so that the second time books nothing. */
  readonly idempotencyKey: string
}

/**
 * Books a room: all nights or none. Throws a `HoldfastError` with the code `night_taken` if another guest was first, and
 * `stay_not_bookable` or `validation_failed` if the dates or the guest are not acceptable.
 */
export const bookRoom = (holdfast: HoldfastClient, room: Room, stay: StayRequest) =>
  unwrap(
    holdfast.POST('/v1/stays/{id}', {
      params: {
        path: { id: room.calendarId },
        header: { 'Idempotency-Key': stay.idempotencyKey },
      },
      body: {
        arrival: stay.arrival,
        departure: stay.departure,
        guest: { name: stay.name, email: stay.email },
        note: stay.note,
      },
    }),
  )
