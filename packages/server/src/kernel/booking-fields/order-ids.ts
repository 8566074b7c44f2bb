import { ID_PREFIXES } from '@holdfast/engine'

const ORDER = `${ID_PREFIXES.order}_`
const PAYMENT = `${ID_PREFIXES.payment}_`

/** The id of the order that a payment belongs to. Both end alike, so neither stores the other. */
export const orderIdOfPayment = (paymentId: string): string =>
  ORDER + paymentId.slice(PAYMENT.length)

/** The id of the payment that an order is about. */
export const paymentIdOfOrder = (orderId: string): string => PAYMENT + orderId.slice(ORDER.length)
