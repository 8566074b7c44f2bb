import type { Slot } from '@holdfast/contracts'
import { ApiError, api, bearer, bookersView, unwrap } from '../shared/api/api.ts'
import { asBooker } from '../shared/api/booker-session.ts'
import { datesOf, isStaySlot, type StaySlot, wishesOf } from '../shared/nights/stay-slot.ts'
import { withProofOfWork } from '../shared/proof-of-work/with-proof-of-work.ts'
import { sentAnswers } from '../shared/slots/deciding-answers.ts'
import { minutesOf } from '../shared/slots/slot-facts.ts'
import { type Hold, type ManagedBooking, managedId } from './hold.ts'
import type { BookingInput, Wish } from './wish.ts'

/** The duration to book, where it is not that of the event type. */
export const ownMinutes = ({ offer, slot, durationMinutes }: Wish): number | undefined => {
  if (durationMinutes !== undefined) return minutesOf(slot)
  return offer.durationMinutes === null || offer.seats || minutesOf(slot) === offer.durationMinutes
    ? undefined
    : minutesOf(slot)
}

/** What a booking of that wish is answered with: the answers that decide, and those of the form. */
export function withAnswers<Input extends Partial<BookingInput>>(
  { offer, answers }: Wish,
  input: Input,
): Input {
  const deciding = sentAnswers(offer, answers)
  return Object.keys(deciding).length === 0
    ? input
    : { ...input, answers: { ...deciding, ...input.answers } }
}

type BookingBody = Wish['offer']['target'] &
  Partial<BookingInput> & {
    readonly start?: string
    readonly arrival?: string
    readonly departure?: string
    readonly occupants?: { adults: number; childAges: number[] }
    readonly ratePlanId?: string
    readonly extras?: { id: string }[]
    readonly code?: string
    readonly expectedAmount?: number
  }

const visits = () => import('./visit/index.ts')
const rooms = () => import('./rooms/book-rooms.ts')

/** Creates a booking, request or hold, as the offer says; of several services or rooms, a group. */
export async function book(wish: Wish, input: Partial<BookingInput> = {}): Promise<ManagedBooking> {
  const { offer, slot, chosenId, seats, booker } = wish
  if (slot.items) return (await visits()).bookVisit(wish, input)
  if (isStaySlot(slot)) {
    if (slot.rooms) return (await rooms()).bookRooms(slot, slot.rooms, wish, input)
    const stay = { ...datesOf(slot), ...wishesOf(slot) }
    return await send({ ...offer.target, ...stay, ...input }, booker)
  }
  const durationMinutes = ownMinutes(wish)
  const chosen = {
    ...(chosenId !== undefined && { providerId: chosenId }),
    ...(durationMinutes !== undefined && { durationMinutes }),
    ...(offer.seats && { seats }),
    ...(slot.price && { expectedAmount: slot.price.amount }),
  }
  const answered = withAnswers(wish, input)
  return await send({ ...offer.target, ...chosen, start: slot.start, ...answered }, booker)
}

/** Sends a booking. */
async function send(body: BookingBody, booker: Wish['booker']): Promise<ManagedBooking> {
  const created = await asBooker(booker, (headers) =>
    withProofOfWork((proof) =>
      unwrap(api.POST('/v1/public/bookings', { headers, body: { ...body, ...proof } })),
    ),
  )
  const { manageToken, ...booking } = created
  return { booking, token: manageToken }
}

/** The path and the authorization for calls about one booking. */
const optionsFor = ({ booking, token }: ManagedBooking) => ({
  params: { path: { id: booking.id } },
  headers: bearer(token),
})

const LOST_CODES: ReadonlySet<string | undefined> = new Set(['hold_expired', 'invalid_transition'])

/** Whether a call failed because the hold has expired, or was released when the page was left. */
export const isHoldLost = (error: unknown): boolean =>
  error instanceof ApiError && LOST_CODES.has(error.code)

/** The refusals of the rules for bookers who change a booking, which may also keep them from moving a hold. */
const RULE_CODE = /^(too_late|reschedule_limit)_/

/** Moves a hold to another time in one step; takes that time anew if the hold was lost or may not move. */
async function moveHold(wish: Wish, hold: Hold): Promise<ManagedBooking> {
  try {
    const { slot } = wish
    const body = isStaySlot(slot) ? datesOf(slot) : { start: slot.start }
    const call = api.POST('/v1/bookings/{id}/reschedule', { ...optionsFor(hold), body })
    return { booking: bookersView(await unwrap(call)), token: hold.token }
  } catch (error) {
    const code = error instanceof ApiError ? error.code : undefined
    const mayNotMove = code === 'price_changed' || RULE_CODE.test(code ?? '')
    if (mayNotMove) await releaseHold(hold)
    else if (!isHoldLost(error)) throw error
    return book(wish)
  }
}

/** Releases a hold. If that fails, the hold expires by itself. */
export async function releaseHold(hold: ManagedBooking): Promise<void> {
  const { visit } = hold
  const released: Promise<unknown> = visit
    ? visits().then(({ cancelVisit }) => cancelVisit(visit.id, hold.token))
    : unwrap(api.POST('/v1/bookings/{id}/cancel', { ...optionsFor(hold), body: {} }))
  await released.catch(() => undefined)
}

/**
 * Holds a time. If the booker already holds one with the same choice of a candidate, moves that hold. If the
 * candidate cannot serve it there, the hold is released, and `onReleased` called, before the time is taken anew.
 */
export async function holdSlot(
  wish: Wish,
  hold: Hold | undefined,
  onReleased: () => void,
): Promise<ManagedBooking> {
  const { chosenId } = wish
  if (hold === undefined) return book(wish)
  if (wish.slot.items || hold.visit || !isAlike(wish.slot, hold.slot)) {
    // A moved hold would keep its parts, its duration and its price.
    await releaseHold(hold)
    onReleased()
    return book(wish)
  }
  const moved = await moveHold(wish, hold)
  // A move keeps the people who are free then, so that someone else may serve at the new time.
  const isServed =
    chosenId === undefined ||
    moved.booking.providerId === chosenId ||
    moved.booking.assignments.some(({ providerId }) => providerId === chosenId)
  if (isServed) return moved
  await releaseHold(moved)
  onReleased()
  return book(wish)
}

/** Whether two slots have the same duration and price, so that a hold can move from one to the other. */
const isAlike = (a: Slot, b: Slot): boolean =>
  minutesOf(a) === minutesOf(b) &&
  a.price?.amount === b.price?.amount &&
  (!isStaySlot(a) || !isStaySlot(b) || isSameStay(a, b))

/** Whether the same people stay. A price by a rate plan is always agreed anew. */
const isSameStay = (a: StaySlot, b: StaySlot): boolean =>
  a.chosen === undefined &&
  b.chosen === undefined &&
  JSON.stringify(a.occupants) === JSON.stringify(b.occupants)

/** Confirms a hold. A hold that was confirmed already, such as in another tab, is returned. */
export async function confirmHold(
  hold: ManagedBooking,
  body: BookingInput,
): Promise<ManagedBooking> {
  const { visit } = hold
  try {
    if (visit) return await (await visits()).confirmVisit(visit.id, hold.token, body)
    const call = api.POST('/v1/bookings/{id}/confirm', { ...optionsFor(hold), body })
    return { booking: bookersView(await unwrap(call)), token: hold.token }
  } catch (error) {
    if (!isHoldLost(error)) throw error
    const found = await readManaged(managedId(hold), hold.token)
    if (found.booking.status !== 'confirmed') throw error
    return found
  }
}

/** Reads the current state of a booking, or of a group: a visit, several rooms or a series. */
export async function readManaged(id: string, token: string): Promise<ManagedBooking> {
  if (id.startsWith('grp_')) return (await visits()).readVisit(id, token)
  const options = { params: { path: { id } }, headers: bearer(token) }
  const { booking } = await unwrap(api.GET('/v1/bookings/{id}/details', options))
  return { booking, token }
}
