import { ok, type Payment, type Result } from '@holdfast/engine'
import { stringify } from 'csv-stringify/sync'
import { getBooking } from '../../booking/bookings/change-booking.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { type Listed, listPage, type Page } from '../../kernel/paging.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { instantText } from '../../kernel/representations.ts'
import { paymentsOfAccountRange } from '../keys.ts'
import { paymentEntity, readPayment } from './payment-entity.ts'

/** Which payments to list: those that began in the epoch seconds `[from, to)`. */
export interface PaymentRange {
  readonly fromEpochSeconds?: number | undefined
  readonly toEpochSeconds?: number | undefined
}

type Reader = Pick<Caller, 'accountId'>

const NONE: Listed<Payment> = { data: [] }

/** Lists the payments of the account by their beginning, the latest first. */
export async function listPayments(
  deps: Dependencies,
  caller: Reader,
  { bookingId, ...range }: PaymentRange & { readonly bookingId?: string | undefined },
  page: Page,
): Promise<Result<Listed<Payment>, Refusal>> {
  if (bookingId !== undefined) return ok(await listOfBooking(deps, caller, bookingId, range))
  const request = { ...rangeOf(caller, range), descending: true }
  return ok(await listPage(deps.store, request, page, paymentEntity.decode))
}

const rangeOf = ({ accountId }: Reader, { fromEpochSeconds, toEpochSeconds }: PaymentRange) =>
  paymentsOfAccountRange(accountId, fromEpochSeconds, toEpochSeconds)

async function listOfBooking(
  deps: Dependencies,
  caller: Reader,
  bookingId: string,
  { fromEpochSeconds = 0, toEpochSeconds = Number.POSITIVE_INFINITY }: PaymentRange,
): Promise<Listed<Payment>> {
  const booking = await getBooking(deps, caller, bookingId)
  const shown = booking.ok ? booking.value.payment : undefined
  const payment = shown && (await readPayment(deps, shown.id))
  if (payment === undefined) return NONE
  const { createdAtEpochSeconds: at } = payment
  return at >= fromEpochSeconds && at < toEpochSeconds ? { data: [payment] } : NONE
}

/** The most payments in one file. */
const FILE_ROWS = 10_000

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
] as const

/** A file of payments as CSV (RFC 4180), the earliest first. Amounts are whole minor units. */
export async function writePayments(
  { store }: Dependencies,
  caller: Reader,
  range: PaymentRange,
): Promise<Result<string, Refusal>> {
  const payments: Payment[] = []
  let cursor: string | undefined
  do {
    const page = await store.query({
      ...rangeOf(caller, range),
      limit: 500,
      ...(cursor !== undefined && { cursor }),
    })
    payments.push(...page.items.map(paymentEntity.decode))
    if (payments.length > FILE_ROWS) {
      return invalid('from', `has more than ${FILE_ROWS} payments. Choose a shorter range.`)
    }
    cursor = page.cursor
  } while (cursor !== undefined)
  return ok(
    stringify(payments.map(rowOf), {
      header: true,
      columns: [...COLUMNS],
      // A title that begins like a formula must not run in a spreadsheet.
      escape_formulas: true,
      record_delimiter: 'windows',
    }),
  )
}

const rowOf = (payment: Payment): Record<(typeof COLUMNS)[number], string | number> => ({
  id: payment.id,
  bookingId: payment.bookingId,
  createdAt: instantText(payment.createdAtEpochSeconds),
  title: payment.title,
  status: payment.status,
  currency: payment.currency,
  amount: payment.amount,
  amountCaptured: payment.truth?.amountCaptured ?? 0,
  amountRefunded: payment.truth?.amountRefunded ?? 0,
  disputed: payment.truth?.isDisputed ? 'yes' : 'no',
})
