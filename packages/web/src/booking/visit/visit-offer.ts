import { dueAmount, type Payment, priceOf } from '../../shared/price.ts'
import type { Offer } from '../../shared/slots/offer.ts'
import type { AddedService } from './added-service.ts'

/** An offer with the services that the booker added: one form, one price and one duration for all of them. */
export function visitOffer(offer: Offer, added: readonly AddedService[]): Offer {
  if (!('eventTypeId' in offer.target) || offer.title === null) return offer
  const { locations } = offer
  const all = [offer, ...added].map((each) => ({
    ...each,
    durationMinutes: each.durationMinutes ?? 0,
  }))
  const total = all.reduce((sum, each) => sum + each.durationMinutes, 0)
  const questions = new Map(all.flatMap((each) => each.questions.map((one) => [one.id, one])))
  return {
    ...offer,
    title: all.map(({ title }) => title).join(' + '),
    parts: [
      { eventTypeId: offer.target.eventTypeId, title: offer.title },
      ...added.map(({ id, title }) => ({ eventTypeId: id, title })),
    ],
    durationMinutes: total,
    durationsMinutes: [total],
    durationOptionsMinutes: null,
    questions: [...questions.values()],
    locations:
      [locations, ...added.map((each) => each.locations)].find(({ length }) => length > 0) ?? [],
    payment: paymentOf(all),
    priceRange: rangeOf(all),
    waitlist: null,
  }
}

interface Priced extends Pick<AddedService, 'payment' | 'priceRange'> {
  readonly durationMinutes: number
}

/** What the parts cost together. */
function paymentOf(all: readonly Priced[]): Payment | null {
  const priced = all.flatMap(({ payment, durationMinutes }) => {
    if (payment === null) return []
    const amount = priceOf(payment, durationMinutes)
    return [{ payment, amount, due: dueAmount(payment, amount) }]
  })
  const [first] = priced
  if (first === undefined) return null
  const sum = (name: 'amount' | 'due') => priced.reduce((total, each) => total + each[name], 0)
  const deposit = priced.find(({ payment }) => payment.kind === 'deposit')
  return {
    ...(deposit ?? first).payment,
    amount: sum('amount'),
    depositAmount: deposit ? sum('due') : null,
    amountByDurationMinutes: null,
  }
}

/** The lowest and the highest price of the parts together. */
function rangeOf(all: readonly Priced[]): Offer['priceRange'] {
  const ranges = all.flatMap(({ priceRange }) => priceRange ?? [])
  const [first] = ranges
  const sum = (name: 'lowest' | 'highest') => ranges.reduce((total, each) => total + each[name], 0)
  return first ? { ...first, lowest: sum('lowest'), highest: sum('highest') } : null
}
