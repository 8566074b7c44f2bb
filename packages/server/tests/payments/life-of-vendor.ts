/**
 * A program for a copy of the sources to which the payment vendor `acme` was added (`tools/new-field`): connects it as a request does, takes a payment
 * with it, refunds a part, and prints what became of it.
 */
import { KEYED_VENDORS, PaymentConnectionWrite } from '@holdfast/contracts'
import { createBooking } from '../../src/booking/bookings/create-booking.ts'
import { openKeyedVendors } from '../../src/composition/payment-vendors.ts'
import { connectVendor } from '../../src/payments/connecting/connect-vendor.ts'
import { paymentConnectionRepresentation } from '../../src/payments/connection/payment-connection-representation.ts'
import { receiveNotification } from '../../src/payments/notifications/receive-notification.ts'
import { refundBooking } from '../../src/payments/orders/refund.ts'
import { createBookingPayments } from '../../src/payments/payment/booking-payments.ts'
import { runDuePayments } from '../../src/payments/payment/due-payments.ts'
import { openCheckout } from '../../src/payments/payment/open-checkout.ts'
import { readPayment } from '../../src/payments/payment/payment-entity.ts'
import { BOOKER, openBookingWorld, secondsOf, unwrap } from '../support/booking-world.ts'

const publicUrl = 'https://book.example.com'
const world = await openBookingWorld('sqlite')
const deps = {
  ...world.deps,
  payments: createBookingPayments(publicUrl),
  paymentVendors: openKeyedVendors(world.clock),
  publicUrl,
  random: () => 0.5,
}
const body = PaymentConnectionWrite.parse({
  kind: 'acme',
  restrictedKey: 'acme_test_1',
  webhookSecret: 'acmesecret_1',
})
const connection = unwrap(await connectVendor(deps, world.caller, body))
const shown = paymentConnectionRepresentation(connection, publicUrl)
const { id: eventTypeId } = await world.eventType({
  payment: { amount: 5000, currency: 'EUR', kind: 'full', payWithinMinutes: 15, refunds: [] },
})
const { booking } = unwrap(
  await createBooking(
    deps,
    { ...world.caller, role: 'public', actor: { kind: 'booker' } },
    {
      target: { eventTypeId },
      startEpochSeconds: secondsOf('2026-04-21T09:00:00Z'),
      booker: BOOKER,
    },
  ),
)
const paymentId = booking.payment?.id ?? ''
unwrap(await openCheckout(deps, paymentId))
const payment = async () => await readPayment(deps, paymentId)
// The payer pays at the vendor, which says so in a webhook.
const webhook = new TextEncoder().encode(`paid ${(await payment())?.checkout?.id}`)
const heard = await receiveNotification(deps, {
  kind: 'acme',
  connectionId: shown.id,
  body: webhook,
  signature: 'acmesecret_1',
})
const work = async () => {
  const { errors } = await runDuePayments(deps, 100)
  if (errors.length > 0) throw new AggregateError(errors, 'payments failed')
}
await work()
const paid = await payment()
unwrap(await refundBooking(deps, world.caller, booking.id, 2000))
await work()
const refunded = await payment()
await world.close()

console.log(
  JSON.stringify({
    kind: shown.kind,
    isLive: shown.isLive,
    webhookUrl: shown.webhookUrl?.replace(/pcn_.*/, '…'),
    header: KEYED_VENDORS['acme' as keyof typeof KEYED_VENDORS].signatureHeader,
    heard: heard.ok,
    captured: paid?.truth?.amountCaptured,
    refunded: refunded?.truth?.amountRefunded,
  }),
)
