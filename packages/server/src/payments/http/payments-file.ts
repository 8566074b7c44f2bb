import type { Payment } from '@holdfast/engine'
import { stringify } from 'csv-stringify/sync'
import { instantText } from '../../kernel/representations.ts'
import { bookingIdOf, orderIdOf } from '../payment/payment-representation.ts'

const COLUMNS = [
  'id',
  'bookingId',
  'createdAt',
  'title',
  'status',
  'currency',
  'amount',
  'amountCaptured',
  'amountRefunded',
  'disputed',
  'orderId',
] as const

/** A file of payments as CSV (RFC 4180). Amounts are whole minor units. */
export const paymentsFile = (payments: readonly Payment[]): string =>
  stringify(payments.map(rowOf), {
    header: true,
    columns: [...COLUMNS],
    // A title that begins like a formula must not run in a spreadsheet.
    escape_formulas: true,
    record_delimiter: 'windows',
  })

const rowOf = (payment: Payment): Record<(typeof COLUMNS)[number], string | number> => ({
  id: payment.id,
  bookingId: bookingIdOf(payment) ?? '',
  createdAt: instantText(payment.createdAtEpochSeconds),
  title: payment.title,
  status: payment.status,
  currency: payment.currency,
  amount: payment.amount,
  amountCaptured: payment.truth?.amountCaptured ?? 0,
  amountRefunded: payment.truth?.amountRefunded ?? 0,
  disputed: payment.truth?.isDisputed ? 'yes' : 'no',
  orderId: orderIdOf(payment) ?? '',
})
