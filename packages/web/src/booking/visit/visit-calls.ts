import type { PublicBooking } from '@holdfast/contracts'
import { api, bearer, bookersView, unwrap } from '../../shared/api/api.ts'
import { asBooker } from '../../shared/api/booker-session.ts'
import { withProofOfWork } from '../../shared/proof-of-work/with-proof-of-work.ts'
import type { ManagedBooking } from '../hold.ts'
import type { BookingInput, Wish } from '../wish.ts'

interface Group {
  readonly id: string
  readonly status: PublicBooking['status']
  readonly holdExpiresAt: string | null
  readonly orderId: string | null
  readonly checkoutUrl: string | null
  readonly bookings: readonly Parameters<typeof bookersView>[0][]
}

/** Books the parts of a visit, or holds them, as the offer says. */
export async function bookVisit(
  { slot, chosenId, booker }: Wish,
  input: Partial<BookingInput>,
): Promise<ManagedBooking> {
  const items = (slot.items ?? []).map(({ eventTypeId, start, providerId, price }) => ({
    eventTypeId,
    start,
    ...(chosenId !== undefined && providerId === chosenId && { providerId }),
    ...(price && { expectedAmount: price.amount }),
  }))
  return await bookGroup({ items, sequence: true, ...input }, booker)
}

interface GroupItem {
  readonly eventTypeId: string
  readonly start?: string
  readonly providerId?: string
  readonly arrival?: string
  readonly departure?: string
  readonly occupants?: { adults: number; childAges: number[] }
  readonly ratePlanId?: string
  readonly extras?: { id: string }[]
  readonly code?: string
  readonly expectedAmount?: number
}

/** What is booked together, and what is said of all of it. */
type GroupBody = Partial<BookingInput> & { readonly items: GroupItem[]; readonly sequence?: true }

/** Books several bookings together, or holds them, as their event types say. */
export async function bookGroup(body: GroupBody, booker: Wish['booker']): Promise<ManagedBooking> {
  const { manageToken, ...group } = await asBooker(booker, (headers) =>
    withProofOfWork((proof) =>
      unwrap(api.POST('/v1/public/booking-groups', { headers, body: { ...body, ...proof } })),
    ),
  )
  return await asManaged(group, manageToken)
}

const optionsFor = (id: string, token: string) => ({
  params: { path: { id } },
  headers: bearer(token),
})

/** Confirms the parts of a visit, or the rooms, that are held. */
export async function confirmVisit(
  id: string,
  token: string,
  body: BookingInput,
): Promise<ManagedBooking> {
  const call = api.POST('/v1/booking-groups/{id}/confirm', { ...optionsFor(id, token), body })
  return await asManaged(await unwrap(call), token)
}

/** Cancels all parts of a visit, or all rooms. */
export const cancelVisit = (id: string, token: string): Promise<unknown> => {
  const body = { scope: 'all' as const }
  return unwrap(api.POST('/v1/booking-groups/{id}/cancel', { ...optionsFor(id, token), body }))
}

/** Reads the current state of a visit, or of several rooms. */
export const readVisit = async (id: string, token: string): Promise<ManagedBooking> =>
  await asManaged(await unwrap(api.GET('/v1/booking-groups/{id}', optionsFor(id, token))), token)

/** A visit, or several rooms, as one booking: from its first start to its last end, paid by one order. */
async function asManaged(group: Group, token: string): Promise<ManagedBooking> {
  const bookings = group.bookings
    .map(bookersView)
    .toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start))
  const [first] = bookings
  const last = bookings.at(-1)
  if (first === undefined || last === undefined) throw new Error('the group has no bookings')
  const booking = {
    ...first,
    end: last.end,
    status: group.status,
    holdExpiresAt: group.holdExpiresAt,
    assignments: [],
    payment: group.orderId === null ? null : await paymentOf(group.orderId, group.checkoutUrl),
  }
  return { booking, token, visit: { id: group.id, bookings } }
}

/** What is to pay for them now. */
async function paymentOf(
  orderId: string,
  checkoutUrl: string | null,
): Promise<PublicBooking['payment']> {
  const { currency, due, charges } = await unwrap(
    api.GET('/v1/public/orders/{orderId}', { params: { path: { orderId } } }),
  )
  const [charge] = charges
  return {
    id: charge?.paymentId ?? orderId,
    status: 'required',
    amount: charge?.amount ?? due,
    currency,
    checkoutUrl,
  }
}
