import type { PublicBooking, Slot } from '@holdfast/contracts'
import { ApiError, api, bearer, unwrap } from '../shared/api/api.ts'
import { withProofOfWork } from '../shared/proof-of-work/with-proof-of-work.ts'
import type { Offer } from '../shared/slots/offer.ts'

/** A booking with the token that manages it. */
export interface ManagedBooking {
  readonly booking: PublicBooking
  readonly token: string
}

/** The booker's details, as the API takes them. */
export interface BookingInput {
  readonly booker: {
    readonly name: string
    readonly email: string
    readonly timeZone: string
    readonly locale: string
  }
  readonly note?: string
}

/** Creates a booking, request or hold, as the offer says. */
export async function book(
  { target }: Offer,
  { start }: Slot,
  input: Partial<BookingInput> = {},
): Promise<ManagedBooking> {
  const body = { ...target, start, ...input }
  const created = await withProofOfWork((proof) =>
    unwrap(api.POST('/v1/public/bookings', { body: { ...body, ...proof } })),
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

/** Holds a time. If the booker already holds one, moves that hold in one step. */
export async function holdSlot(
  offer: Offer,
  slot: Slot,
  hold: ManagedBooking | undefined,
): Promise<ManagedBooking> {
  const { start } = slot
  const fresh = () => book(offer, slot)
  if (hold === undefined) return fresh()
  try {
    const call = api.POST('/v1/bookings/{id}/reschedule', { ...optionsFor(hold), body: { start } })
    return { booking: await unwrap(call), token: hold.token }
  } catch (error) {
    if (!isHoldLost(error)) throw error
    return fresh()
  }
}

/** Confirms a hold. A hold that was confirmed already, such as in another tab, is returned. */
export async function confirmHold(
  hold: ManagedBooking,
  body: BookingInput,
): Promise<ManagedBooking> {
  try {
    const call = api.POST('/v1/bookings/{id}/confirm', { ...optionsFor(hold), body })
    return { booking: await unwrap(call), token: hold.token }
  } catch (error) {
    if (!isHoldLost(error)) throw error
    const booking = await readBooking(hold)
    if (booking.status !== 'confirmed') throw error
    return { booking, token: hold.token }
  }
}

/** Reads the current state of a booking. */
export async function readBooking(managed: ManagedBooking): Promise<PublicBooking> {
  const { booking } = await unwrap(api.GET('/v1/bookings/{id}/details', optionsFor(managed)))
  return booking
}
