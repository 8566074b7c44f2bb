import {
  type Booking,
  type BookingSecurityDeposit,
  moneyProblem,
  ok,
  type Payment,
  type PaymentTruth,
  type Result,
  refuse,
  securityDepositState,
} from '@holdfast/engine'
import { getBooking } from '../../booking/bookings/change-booking.ts'
import { type Caller, versionMismatch } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { answerUnchanged } from '../../kernel/transaction.ts'
import { vendorOfAccount } from '../connection/account-vendors.ts'
import { withDesired } from '../payment/changed-payment.ts'
import {
  type PaymentTaskDependencies,
  payPageUrl,
  type RecordDependencies,
} from '../payment/payment-dependencies.ts'
import { readPayment } from '../payment/payment-entity.ts'
import { type ChangedDeposit, commitDeposit } from '../payment/record-deposit.ts'
import { wakePayment } from '../payment/wake-payment.ts'

type Answer = Result<Booking, Refusal>
type Attempt = Answer | typeof CONFLICT

/** A booking with a security deposit, and the payment of it if it was asked for. */
interface Deposited {
  readonly booking: Booking
  readonly deposit: BookingSecurityDeposit
  readonly payment?: Payment
}

const notHeld = (state: BookingSecurityDeposit['state'] | 'none') =>
  refuse({ code: 'security_deposit_not_held', state })

/** Attempts a decision about the security deposit of a booking as it is read; again if it changed in between. */
const decide = (
  deps: Dependencies,
  caller: Caller<Booking>,
  bookingId: string,
  attempt: (found: Deposited) => Promise<Attempt>,
): Promise<Answer> =>
  retryOnConflict(`security deposit of ${bookingId}`, async () => {
    const found = await getBooking(deps, caller, bookingId)
    if (!found.ok) return found
    const booking = found.value
    const stale = versionMismatch(caller, booking.version)
    if (stale) return stale
    const { securityDeposit: deposit } = booking
    if (deposit === undefined) return notHeld('none')
    if (deposit.paymentId === undefined) return await attempt({ booking, deposit })
    const payment = await readPayment(deps, deposit.paymentId)
    return await attempt({ booking, deposit, ...(payment && { payment }) })
  })

async function committed(
  deps: Dependencies,
  caller: Caller<Booking>,
  { booking }: Deposited,
  deposit: BookingSecurityDeposit,
  changed?: ChangedDeposit,
): Promise<Attempt> {
  const outcome = await commitDeposit(deps, caller, booking, deposit, changed)
  if (outcome.kind === 'done') return ok(outcome.value)
  return outcome.kind === 'refused' ? refuse(outcome.refusal) : CONFLICT
}

/**
 * Asks for the security deposit of a confirmed stay that is not over: makes the payment that authorizes it. `title`: what the payer
 * reads. Answers the booking; undefined if nothing is to be asked for. Again: changes nothing.
 */
export async function askForDeposit(
  deps: RecordDependencies,
  caller: Caller<Booking>,
  bookingId: string,
  title: string,
): Promise<Booking | undefined> {
  const asked = await decide(deps, caller, bookingId, async (found) => {
    const { booking, deposit, payment } = found
    const { status, endEpochSeconds, id, accountId } = booking
    const now = epochSeconds(deps.clock)
    if (deposit.state !== 'due' || status !== 'confirmed' || endEpochSeconds <= now) {
      return notHeld(deposit.state)
    }
    if (payment !== undefined) return ok(booking)
    const after: Payment = {
      id: deps.ids.next('payment', deps.clock.nowEpochMilliseconds()),
      accountId,
      bookingId: id,
      isSecurityDeposit: true,
      version: 1,
      amount: deposit.amount,
      currency: deposit.currency,
      title,
      terms: { onCaptureFailure: 'keep', captureFailureMinutes: 0, refunds: [] },
      desired: { kind: 'none' },
      status: 'required',
      createdAtEpochSeconds: now,
      updatedAtEpochSeconds: now,
    }
    const checkoutUrl = payPageUrl(deps.publicUrl, after.id)
    return await committed(deps, caller, found, { ...deposit, checkoutUrl }, { after })
  })
  return asked.ok ? asked.value : undefined
}

/** What staff take of a security deposit. */
export interface DepositCapture {
  /** In minor units. */
  readonly amount: number
  readonly reason: string
}

/**
 * Has a part or all of an authorized security deposit taken; the rest is released. The task does it, so the booking that is answered
 * does not show it yet. Again with the same amount and reason: changes nothing. Refused unless the vendor still holds the money.
 */
export const captureDeposit = (
  deps: PaymentTaskDependencies,
  caller: Caller<Booking>,
  bookingId: string,
  { amount, reason }: DepositCapture,
): Promise<Answer> =>
  decide(deps, caller, bookingId, async (found) => {
    const { booking, deposit, payment } = found
    if (payment?.desired.kind === 'captured') {
      return payment.amount === amount && deposit.reason === reason
        ? await answerUnchanged(deps, caller, booking)
        : notHeld('captured')
    }
    if (payment === undefined || payment.desired.kind === 'void') return notHeld(deposit.state)
    const { currency } = deposit
    if (amount > deposit.amount) {
      const message = `must be at most the deposit, ${deposit.amount}; got ${amount}`
      return invalid('/amount', message)
    }
    const problem = moneyProblem({ amount, currency })
    if (problem) return invalid('/amount', problem.message)
    const truth = await truthAtVendor(deps, payment)
    if (truth === undefined) return refuse({ code: 'payment_unavailable' })
    if (truth === 'none' || truth.status !== 'authorized') {
      if (truth !== 'none') await wakePayment(deps, payment)
      return notHeld(truth === 'none' ? deposit.state : securityDepositState(payment, truth))
    }
    const after = withDesired(deps, payment, { kind: 'captured' }, amount)
    return await committed(deps, caller, found, { ...deposit, reason }, { before: payment, after })
  })

/** What the vendor says now, since its webhook may be late. `none`: nobody has begun; undefined: it does not answer. */
async function truthAtVendor(
  deps: PaymentTaskDependencies,
  { accountId, checkout }: Payment,
): Promise<PaymentTruth | 'none' | undefined> {
  if (checkout === undefined) return 'none'
  const vendor = await vendorOfAccount(deps, accountId)
  const read = await vendor?.read(checkout.id)
  return read?.ok ? read.value : undefined
}

/**
 * Releases the security deposit of a booking, or no longer asks for it. The task releases what the vendor holds, so the booking that is
 * answered does not show that yet. Again: changes nothing. Refused if it was taken, or has lapsed.
 */
export const releaseDeposit = (
  deps: Dependencies,
  caller: Caller<Booking>,
  bookingId: string,
): Promise<Answer> =>
  decide(deps, caller, bookingId, async (found) => {
    const { booking, deposit, payment } = found
    if (payment?.desired.kind === 'captured') return notHeld('captured')
    if (deposit.state === 'captured' || deposit.state === 'lapsed') return notHeld(deposit.state)
    if (deposit.state === 'released' || payment?.desired.kind === 'void') {
      return await answerUnchanged(deps, caller, booking)
    }
    if (payment === undefined) {
      return await committed(deps, caller, found, { ...deposit, state: 'released' })
    }
    const after = withDesired(deps, payment, { kind: 'void' })
    return await committed(deps, caller, found, deposit, { before: payment, after })
  })
