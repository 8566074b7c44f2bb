import type { Booking, Payment } from '@holdfast/engine'
import { createStripe } from '../../src/adapters/stripe/stripe.ts'
import type { BookingInput } from '../../src/booking/bookings/booking-input.ts'
import { bookingEntity } from '../../src/booking/bookings/booking-item.ts'
import { createBooking } from '../../src/booking/bookings/create-booking.ts'
import { expireDue } from '../../src/booking/bookings/expire-due.ts'
import type { EventTypeInput } from '../../src/booking/event-types/event-types.ts'
import { createBookingGroup } from '../../src/booking/groups/create-group.ts'
import type { GroupInput } from '../../src/booking/groups/group-input.ts'
import { bookingKey } from '../../src/booking/keys.ts'
import { epochSeconds } from '../../src/kernel/dependencies.ts'
import { eventFromOutbox, isFence } from '../../src/kernel/events/outbox.ts'
import { connectVendor } from '../../src/payments/connecting/connect-vendor.ts'
import { createBookingPayments } from '../../src/payments/payment/booking-payments.ts'
import { runDuePayments } from '../../src/payments/payment/due-payments.ts'
import { openCheckout } from '../../src/payments/payment/open-checkout.ts'
import type { PaymentTaskDependencies } from '../../src/payments/payment/payment-dependencies.ts'
import { readPayment } from '../../src/payments/payment/payment-entity.ts'
import { BOOKER, openBookingWorld, secondsOf, unwrap } from './booking-world.ts'
import { type Engine, USUAL_ENGINE } from './stores.ts'
import { type StripeServer, startStripe } from './stripe-server.ts'

const PUBLIC_URL = 'https://book.example.com'

/** A Tuesday at nine, when the working hours of the world begin. */
export const PAID_START = '2026-04-21T09:00:00Z'

/** What the event types of the world cost: 50.00 EUR, half of it back until a day before. */
export const PRICE = {
  amount: 5000,
  currency: 'EUR',
  kind: 'full',
  payWithinMinutes: 15,
  onCaptureFailure: 'keep',
  captureFailureMinutes: 60,
  refunds: [{ untilMinutesBefore: 60, percent: 50 }],
} as const

const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const

/** Open around the clock, so that starts on any hour can be booked. */
const ALWAYS = WEEKDAYS.map((weekday) => ({
  weekday,
  windows: [{ start: '00:00', end: '24:00' }],
}))

/**
 * Creates an account on a new store that is connected to a server that speaks Stripe's protocol, with an event type
 * that costs 50 EUR. Default engine: SQLite, or the one that the run is about.
 */
export async function openPaymentWorld(engine: Engine = USUAL_ENGINE, given?: StripeServer) {
  const world = await openBookingWorld(engine)
  const stripe = given ?? (await startStripe())
  stripe.setNow(epochSeconds(world.clock))
  const vendors = {
    stripe: createStripe(world.clock, { endpoint: stripe.origin, timeoutMilliseconds: 5_000 }),
  }
  const deps = {
    ...world.deps,
    payments: createBookingPayments(PUBLIC_URL),
    paymentVendors: vendors,
    publicUrl: PUBLIC_URL,
    random: () => 0.5,
  } satisfies PaymentTaskDependencies
  unwrap(await connectVendor(deps, world.caller, { kind: 'stripe', restrictedKey: stripe.key }))
  const publicCaller = { ...world.caller, role: 'public', actor: { kind: 'booker' } } as const

  /** Reads a booking; it must exist. */
  const booking = async (id: string): Promise<Booking> => {
    const found = await bookingEntity.read(deps.store, bookingKey(id))
    if (found === undefined) throw new Error(`no booking ${id}`)
    return found
  }
  const paymentOf = async (bookingId: string): Promise<Payment> => {
    const { payment } = await booking(bookingId)
    const found = payment && (await readPayment(deps, payment.id))
    if (found === undefined) throw new Error(`booking ${bookingId} has no payment`)
    return found
  }
  /** Moves the clocks of the server and of the vendor. */
  const moveTo = (epochMilliseconds: number): void => {
    world.clock.moveTo(epochMilliseconds)
    stripe.setNow(Math.floor(epochMilliseconds / 1000))
  }
  let starts = 0
  return {
    ...world,
    deps,
    stripe,
    /** The next start, a week or more from now, on the hour. */
    nextStart(): { readonly startEpochSeconds: number } {
      starts += 1
      const hour = Math.ceil(epochSeconds(world.clock) / 3600)
      return { startEpochSeconds: (hour + 7 * 24 + (starts % 24)) * 3600 }
    },
    publicCaller,
    booking,
    paymentOf,
    moveTo,
    moveBy: (minutes: number) => moveTo(world.clock.nowEpochMilliseconds() + minutes * 60_000),
    /** An event type that costs `PRICE`. */
    paidType: (more: Partial<EventTypeInput> = {}) =>
      world.eventType({ payment: PRICE, availabilityRules: ALWAYS, ...more }),
    /** Books as a booker without an account's key; `null`: without giving their details. */
    async reserve(eventTypeId: string, given: Partial<BookingInput> | null = {}): Promise<Booking> {
      const booker = given === null ? {} : { booker: BOOKER }
      const input = { startEpochSeconds: secondsOf(PAID_START), ...booker, ...given }
      const target = { eventTypeId }
      return unwrap(await createBooking(deps, publicCaller, { target, ...input })).booking
    },
    /** Books several starts of an event type as a booker without an account's key; answers their order too. */
    async reserveGroup(eventTypeIds: readonly string[], given: Partial<GroupInput> = {}) {
      const { startEpochSeconds } = this.nextStart()
      const items = eventTypeIds.map((eventTypeId, index) => ({
        eventTypeId,
        startEpochSeconds: startEpochSeconds + index * 3600,
      }))
      const input = {
        items,
        booker: BOOKER,
        fields: {},
        onConflict: 'refuse',
        isOverride: false,
      } as const
      const made = unwrap(await createBookingGroup(deps, publicCaller, { ...input, ...given }))
      const payment = made.bookings[0]?.payment
      if (payment?.orderId === undefined) throw new Error('the group has no order')
      return { ...made, chargeId: payment.id, orderId: payment.orderId }
    },
    /** Opens the checkout of a charge at the vendor; answers its id there. */
    async checkoutOf(chargeId: string): Promise<string> {
      unwrap(await openCheckout(deps, chargeId))
      return (await readPayment(deps, chargeId))?.checkout?.id as string
    },
    /** Opens the checkout of a booking at the vendor; answers its id there. */
    async checkout(bookingId: string): Promise<string> {
      const { id } = await paymentOf(bookingId)
      unwrap(await openCheckout(deps, id))
      return (await paymentOf(bookingId)).checkout?.id as string
    },
    /** Runs the task over all due payments. */
    async work(): Promise<void> {
      const { errors } = await runDuePayments(deps, 100)
      if (errors.length > 0) throw new AggregateError(errors, 'payments failed')
    },
    /** Expires lapsed holds. */
    sweep: () => expireDue(deps, 100),
    /** The types of the events in the outbox, oldest first. */
    async events(prefix = 'payment.'): Promise<readonly string[]> {
      const items = (await world.items('OUTBOX#')).filter((item) => !isFence(item))
      return items
        .map(eventFromOutbox)
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .map(({ type }) => type)
        .filter((type) => type.startsWith(prefix))
    },
    async close(): Promise<void> {
      await world.close()
      if (given === undefined) await stripe.close()
    },
  }
}

/** The world of `openPaymentWorld`. */
export type PaymentWorld = Awaited<ReturnType<typeof openPaymentWorld>>
