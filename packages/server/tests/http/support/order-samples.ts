import { type Sample, sample } from './sample.ts'

interface PaidIds {
  readonly orderId: string
  readonly depositBookingId: string
}

/** The calls about an order, and about the security deposit of a stay, that would succeed as they stand. */
export function orderSamples({ orderId, depositBookingId }: PaidIds): readonly Sample[] {
  const order = `/v1/orders/${orderId}`
  const deposit = `/v1/bookings/${depositBookingId}/security-deposit`
  return [
    sample('getOrder', `GET ${order}`),
    sample('createOrderPayment', `POST ${order}/payments`, { method: 'cash', amount: 1000 }),
    sample('createOrderLine', `POST ${order}/lines`, { reason: 'Late checkout', amount: 1500 }),
    sample('captureSecurityDeposit', `POST ${deposit}/capture`, {
      amount: 8000,
      reason: 'A broken window',
    }),
    sample('releaseSecurityDeposit', `POST ${deposit}/release`, {}),
  ]
}
