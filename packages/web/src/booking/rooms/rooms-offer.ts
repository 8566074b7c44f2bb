import type { PublicEventType } from '@holdfast/contracts'
import type { RoomChoice } from '../../shared/nights/stay-slot.ts'
import type { Offer } from '../../shared/slots/offer.ts'

/** What of a kind of room decides what guests are asked and pay. */
export type RoomKind = Pick<
  PublicEventType,
  | 'id'
  | 'title'
  | 'locations'
  | 'questions'
  | 'payment'
  | 'ratePlanIds'
  | 'photos'
  | 'securityDeposit'
>

/** An offer of several rooms: one form and one payment for all of them. `kinds` has each kind once. */
export function roomsOffer(
  offer: Offer,
  rooms: readonly RoomChoice[],
  kinds: readonly RoomKind[],
): Offer {
  const counts = new Map<string, number>()
  for (const { eventTypeId } of rooms) counts.set(eventTypeId, (counts.get(eventTypeId) ?? 0) + 1)
  const questions = new Map(kinds.flatMap((kind) => kind.questions.map((one) => [one.id, one])))
  return {
    ...offer,
    title: kinds
      .map(({ id, title }) => {
        const count = counts.get(id) ?? 0
        return count > 1 ? `${count} × ${title}` : title
      })
      .join(' + '),
    description: null,
    photos: kinds.flatMap(({ photos }) => photos),
    questions: [...questions.values()],
    locations: kinds.map(({ locations }) => locations).find(({ length }) => length > 0) ?? [],
    payment: paymentOf(kinds, counts),
    ratePlanIds: kinds.flatMap(({ ratePlanIds }) => ratePlanIds),
    securityDeposit: depositOf(kinds, counts),
  }
}

/** How the rooms are paid: together, and in full. The price of a night is that of all rooms, if none has a rate plan. */
function paymentOf(
  kinds: readonly RoomKind[],
  counts: ReadonlyMap<string, number>,
): Offer['payment'] {
  const payments = kinds.flatMap(({ id, payment }) =>
    payment ? [{ ...payment, amount: payment.amount * (counts.get(id) ?? 0) }] : [],
  )
  const [first] = payments
  if (first === undefined) return null
  const amount = payments.reduce((sum, payment) => sum + payment.amount, 0)
  return { ...first, kind: 'full', depositAmount: null, amount }
}

/** The security deposits of all rooms together. */
function depositOf(
  kinds: readonly RoomKind[],
  counts: ReadonlyMap<string, number>,
): Offer['securityDeposit'] {
  const deposits = kinds.flatMap(({ id, securityDeposit }) =>
    securityDeposit === null
      ? []
      : [{ ...securityDeposit, amount: securityDeposit.amount * (counts.get(id) ?? 0) }],
  )
  const [first] = deposits
  return first ? { ...first, amount: deposits.reduce((sum, { amount }) => sum + amount, 0) } : null
}
