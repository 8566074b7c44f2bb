import { type Booking, hasOwnTime, ok, type Price, type Result, refuse } from '@holdfast/engine'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import type { BookingDependencies } from '../dependencies.ts'
import type { EventType } from '../event-types/event-type.ts'
import type { NewPrice } from '../ports/payments.ts'
import { priceOfEventType } from '../teams/price-rows.ts'
import { whyNoPart } from '../visits/in-common.ts'
import { rulesOfService } from './new-booking.ts'
import { isBookedByNight, type Offer } from './offer.ts'

/** The service that a booking gets instead of its own. */
export interface OtherService {
  readonly eventType: EventType
  readonly confirmation: Offer['confirmation']
  /** The provider of the event type. */
  readonly ownProviderId: string
  /** What it costs. Absent: it has no price. */
  readonly price?: Price | undefined
  /** What its price means for the payment of the booking. Absent: the same is to pay. */
  readonly newPrice?: NewPrice | undefined
}

const no = (message: string) => invalid('/eventTypeId', message)

/** The refusal to read the event type of the new service: one of nights is refused at its field, as others that cannot replace the old one. */
export const whyNoService = (
  refusal: Refusal,
): { readonly ok: false; readonly refusal: Refusal } =>
  isBookedByNight(refusal)
    ? no('is booked by the night, and the booking has a time: book it anew')
    : refuse(refusal)

/** Whether a booking can get another service at all, whatever that is. */
export function checkServiceOf({
  stay,
  eventTypeId,
  seats,
  status,
  assignments,
  payment,
  groupId,
}: Booking): Result<undefined, Refusal> {
  if (stay) return no('is not possible for a stay')
  if (eventTypeId === undefined) return no('is not possible for a slot that the provider opened')
  if (seats !== undefined) return no('is not possible for seats: the others of the session stay')
  if (status !== 'confirmed') return no('is only possible once the booking is confirmed')
  if (assignments?.some(({ spans }) => spans !== undefined)) {
    return no('is not possible for spans: book the other event type instead')
  }
  return payment && groupId !== undefined
    ? no('is not possible for a booking that is paid together with others')
    : ok(undefined)
}

/** What a booking gets with another event type at a start. Refused if that cannot replace what it is. */
export async function otherService(
  deps: BookingDependencies,
  before: Booking,
  { eventType, provider, confirmation, policy }: Offer,
  {
    startEpochSeconds,
    expectedAmount,
  }: { readonly startEpochSeconds: number; readonly expectedAmount?: number | undefined },
): Promise<Result<OtherService, Refusal>> {
  if (eventType === undefined) return no('is not possible for a slot that the provider opened')
  const why = eventType.requirements?.some(hasOwnTime)
    ? 'its requirements have times of their own'
    : whyNoPart(eventType)
  if (why !== undefined) return no(`"${eventType.id}" cannot be the new service: ${why}`)
  const { durationMinutes, timeZone } = policy
  const startEpochMinutes = Math.floor(startEpochSeconds / 60)
  const price = priceOfEventType(eventType, { startEpochMinutes, durationMinutes, timeZone })
  const amount = price?.amount ?? 0
  if (expectedAmount !== undefined && expectedAmount !== amount) {
    const currency = price?.currency ?? before.payment?.currency
    return currency === undefined
      ? invalid('/expectedAmount', 'is only possible for what has a price')
      : refuse({ code: 'price_changed', price: { amount, currency } })
  }
  const priced = await newPriceOf(deps, before, price)
  if (!priced.ok) return priced
  const service = { eventType, confirmation, ownProviderId: provider.id }
  return ok({ ...service, price, newPrice: priced.value })
}

/** What the price of the other service means for the payment of a booking. */
async function newPriceOf(
  deps: BookingDependencies,
  before: Booking,
  price: Price | undefined,
): Promise<Result<NewPrice | undefined, Refusal>> {
  const { payment } = before
  const amount = price?.amount ?? 0
  if (payment === undefined || deps.payments === undefined) {
    return amount === 0
      ? ok(undefined)
      : no('has a price, and nothing was to pay for the booking: book it anew')
  }
  if (price && price.currency !== payment.currency) {
    return no(`is paid in ${price.currency}, and the booking in ${payment.currency}`)
  }
  const difference = amount - (await deps.payments.priceOf(deps, before))
  if (difference === 0) return ok(undefined)
  return ok({ kind: 'agreed', by: 'account', amountOf: (agreed) => agreed + difference })
}

/** A booking as one of another event type, with the rules of that. Nobody serves it until its people are chosen. */
export function asService(
  {
    assignments: _people,
    chosenProviderId: _chosen,
    bookerRules: _rules,
    price: _price,
    hasWaitlist: _waitlist,
    linesFirst: _lines,
    ...rest
  }: Booking,
  { eventType, confirmation, ownProviderId, price }: OtherService,
): Booking {
  return {
    ...rest,
    eventTypeId: eventType.id,
    providerId: ownProviderId,
    confirmation,
    ...rulesOfService(eventType, price),
  }
}
