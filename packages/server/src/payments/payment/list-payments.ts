import { type BookingPayment, ok, type Payment, type Result } from '@holdfast/engine'
import { getBooking } from '../../booking/bookings/change-booking.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { type Listed, listPage, type Page } from '../../kernel/paging.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { paymentsOfAccountRange } from '../keys.ts'
import { readSharedOrder } from './order.ts'
import { paymentEntity, readPayment } from './payment-entity.ts'

/** Which payments to list: those that began in the epoch seconds `[from, to)`. */
export interface PaymentRange {
  readonly fromEpochSeconds?: number | undefined
  readonly toEpochSeconds?: number | undefined
}

type Reader = Pick<Caller, 'accountId'>

/** Lists the payments of the account by their beginning, the latest first, or those of a booking. Refuses an unknown one. */
export async function listPayments(
  deps: Dependencies,
  caller: Reader,
  { bookingId, ...range }: PaymentRange & { readonly bookingId?: string | undefined },
  page: Page,
): Promise<Result<Listed<Payment>, Refusal>> {
  if (bookingId !== undefined) return await listOfBooking(deps, caller, bookingId, range)
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
): Promise<Result<Listed<Payment>, Refusal>> {
  const booking = await getBooking(deps, caller, bookingId)
  if (!booking.ok) return booking
  const { payment, securityDeposit } = booking.value
  const deposit = securityDeposit?.paymentId && (await readPayment(deps, securityDeposit.paymentId))
  const all = [...(deposit ? [deposit] : []), ...(payment ? await shownCharges(deps, payment) : [])]
  return ok({
    data: all.filter(
      ({ createdAtEpochSeconds: at }) => at >= fromEpochSeconds && at < toEpochSeconds,
    ),
  })
}

/** The charges of a booking, the newest first: those of its order, or the payment that is all. */
async function shownCharges(
  deps: Dependencies,
  { id, orderId }: BookingPayment,
): Promise<readonly Payment[]> {
  const view = orderId === undefined ? undefined : await readSharedOrder(deps, orderId)
  if (view !== undefined) return view.charges.toReversed()
  const payment = await readPayment(deps, id)
  return payment === undefined ? [] : [payment]
}

/** The most payments in one file. */
const FILE_ROWS = 10_000

/** All payments of a range for one file, the earliest first. Refuses a range with more than 10,000. */
export async function paymentsForFile(
  { store }: Dependencies,
  caller: Reader,
  range: PaymentRange,
): Promise<Result<readonly Payment[], Refusal>> {
  const payments: Payment[] = []
  let cursor: string | undefined
  do {
    const page = await store.query({
      ...rangeOf(caller, range),
      limit: 500,
      consistent: true,
      ...(cursor !== undefined && { cursor }),
    })
    payments.push(...page.items.map(paymentEntity.decode))
    if (payments.length > FILE_ROWS) {
      return invalid('from', `has more than ${FILE_ROWS} payments. Choose a shorter range.`)
    }
    cursor = page.cursor
  } while (cursor !== undefined)
  return ok(payments)
}
