import type { Booking, Result } from '@holdfast/engine'
import { proveEmail as decideProof, ok, refuse } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { isDerivedToken } from '../../kernel/manage-tokens.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { bookingEntity } from '../bookings/booking-item.ts'
import { changeBooking } from '../bookings/change-booking.ts'
import { countProved } from '../bookings/follow-booker.ts'
import { holdExpiry } from '../bookings/new-booking.ts'
import { eventTypeOffer } from '../bookings/offer.ts'
import { checkProved, limitedEventType } from '../bookings/who-books.ts'
import type { Decision } from '../decision.ts'
import { bookingKey } from '../keys.ts'
import { visitOf } from '../visits/visit.ts'
import { changeVisit } from './change-group.ts'
import { reasonOf } from './group-changes.ts'

/** What the token in the link of an email is derived from: it proves one address for one booking. */
const proofOf = ({ id, booker }: Pick<Booking, 'id' | 'booker'>): string =>
  `${id} email ${booker?.email}`

/** The token in the link of the email to the booker. */
export const emailProofToken = (
  { secrets }: Pick<Dependencies, 'secrets'>,
  booking: Pick<Booking, 'id' | 'booker'>,
): string => secrets.manageToken(proofOf(booking))

/** Whether a token was in an email to the current address of the booking. */
const isProof = (deps: Dependencies, booking: Booking, token: string): boolean =>
  isDerivedToken(deps, proofOf(booking), token)

/**
 * Confirms a booking by the token that was emailed to its booker; a request is passed on to the provider. A
 * token that was used already changes nothing. A wrong one finds nothing.
 */
export async function proveEmail(
  deps: Dependencies,
  caller: Caller<Booking>,
  bookingId: string,
  token: string,
): Promise<Result<Booking, Refusal>> {
  const found = await bookingEntity.read(deps.store, bookingKey(bookingId))
  if (found === undefined || !isProof(deps, found, token)) return notFound('booking', bookingId)
  const isDone = found.isUnproven === false && found.emailUnconfirmed === undefined
  if (isDone) return ok(found)
  const asAccount = { ...caller, accountId: found.accountId }
  const visit = await visitOf(deps, found)
  if (visit) return await proveVisit(deps, asAccount, visit.id, found)
  return await changeBooking(deps, asAccount, bookingId, async (booking, now) =>
    isProof(deps, booking, token)
      ? await decideProved(deps, booking, now)
      : notFound('booking', bookingId),
  )
}

/** Decides about a booking whose booker has proved the address. */
async function decideProved(
  deps: Dependencies,
  booking: Booking,
  now: number,
): Promise<Result<Decision, Refusal>> {
  const allowed = await checkProved(deps, booking, now)
  if (!allowed.ok) return allowed
  const approvalUntil = await approvalExpiry(deps, booking, now)
  if (!approvalUntil.ok) return approvalUntil
  const proved = decideProof(booking, now, approvalUntil.value)
  return proved.ok ? ok(await countProved(deps, proved.value, allowed.value)) : proved
}

/** Confirms all bookings of a visit: the proof of the address for one of them holds for all that were made for it. */
async function proveVisit(
  deps: Dependencies,
  { idempotency: _, ...caller }: Caller<Booking>,
  groupId: string,
  { id: bookingId, booker }: Booking,
): Promise<Result<Booking, Refusal>> {
  const changed = await changeVisit(
    deps,
    caller,
    groupId,
    (each) => each.emailUnconfirmed === true && each.booker?.email === booker?.email,
    (booking, now) => decideProved(deps, booking, now),
  )
  if (!changed.ok) return refuse(reasonOf(changed.refusal))
  const proved = changed.value.bookings.find(({ id }) => id === bookingId)
  return proved ? ok(proved) : notFound('booking', bookingId)
}

/** Until when the provider may answer a request, from now on. */
async function approvalExpiry(
  deps: Dependencies,
  { confirmation, accountId, eventTypeId, startEpochSeconds, stay }: Booking,
  now: number,
): Promise<Result<number, Refusal>> {
  if (confirmation !== 'approval' || eventTypeId === undefined) return ok(now)
  if (stay) {
    const eventType = await limitedEventType(deps, eventTypeId)
    return eventType
      ? ok(holdExpiry({ ...eventType, eventType }, startEpochSeconds, now))
      : notFound('event_type', eventTypeId)
  }
  const offer = await eventTypeOffer(deps, accountId, eventTypeId)
  return offer.ok ? ok(holdExpiry(offer.value, startEpochSeconds, now)) : offer
}
