import type { Booking } from '@holdfast/engine'
import { createBooking } from '../../src/booking/bookings/create-booking.ts'
import { createEventType, type EventTypeInput } from '../../src/booking/event-types/event-types.ts'
import { createProperty } from '../../src/booking/properties/properties.ts'
import { createProvider } from '../../src/booking/provider-changes/save-provider.ts'
import { createRatePlan, type RatePlanInput } from '../../src/booking/rates/rate-plans.ts'
import { BOOKER, unwrap } from './booking-world.ts'
import { type PaymentWorld, PRICE } from './payment-world.ts'

/** What a night costs, in cents. */
export const NIGHT = 5000

let rooms = 0

/** Books three nights, from 20 days on, in a room of its own that costs 50 EUR a night under these terms. `more`: what else its event type says. It waits for its payment. */
export async function reserveStay(
  world: PaymentWorld,
  terms: Partial<RatePlanInput> = {},
  more: Partial<EventTypeInput> = {},
): Promise<Booking> {
  const { deps, caller } = world
  rooms += 1
  const house = { name: 'House', timeZone: 'UTC' }
  const { id: propertyId } = unwrap(await createProperty(deps, caller, house))
  const unit = { name: `Room ${rooms}`, timeZone: 'UTC', kind: 'unit', propertyId } as const
  const { id: providerId } = unwrap(await createProvider(deps, caller, unit))
  const plan = { name: 'Flexible', currency: 'EUR', amount: NIGHT }
  const { id: ratePlanId } = unwrap(await createRatePlan(deps, caller, { ...plan, ...terms }))
  const { id: eventTypeId } = unwrap(
    await createEventType(deps, caller, {
      providerId,
      grain: 'nights',
      slug: 'double',
      title: 'Double room',
      confirmation: 'instant',
      ratePlanIds: [ratePlanId],
      payment: { ...PRICE, amount: 100 },
      ...more,
    }),
  )
  const arrivalDay = Math.floor(world.clock.nowEpochMilliseconds() / 86_400_000) + 20
  const stay = { arrivalDay, departureDay: arrivalDay + 3 }
  const input = { target: { eventTypeId }, stay, startEpochSeconds: 0, booker: BOOKER }
  return unwrap(await createBooking(deps, caller, input)).booking
}
