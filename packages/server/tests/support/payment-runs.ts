import { amountToKeep, type Booking, type Payment } from '@holdfast/engine'
import { cancelBooking, confirmBooking } from '../../src/booking/bookings/change-booking.ts'
import { epochSeconds } from '../../src/kernel/dependencies.ts'
import { refundBooking } from '../../src/payments/orders/refund.ts'
import { moneyOf, ProcessLife, type Run, type RunReport, type WebhookFate } from './payment-life.ts'
import { type PaymentWorld, PRICE } from './payment-world.ts'

/** A life of a booking. */
export const LIVES = [
  'pays',
  'pays and cancels',
  'pays and is cancelled',
  'is cancelled while paying',
  'never pays',
  'pays late',
  'pays as the hold ends',
  'is declined and pays',
  'cannot be captured and pays anew',
  'is confirmed without',
  'is approved and pays',
  'pays twice',
  'is refunded by hand and cancelled',
] as const
type Life = (typeof LIVES)[number]

/** One run: a life of a booking, with kills and a fate of its webhooks. */
export type PaymentRun = Run<Life>

type Act = (run: RunningLife) => Promise<void>

/** A booking in the middle of its life, and the processes that work on it. */
class RunningLife extends ProcessLife {
  readonly bookingId: string

  constructor(world: PaymentWorld, bookingId: string, { killsAt }: PaymentRun) {
    super(world, killsAt)
    this.bookingId = bookingId
  }

  /** Opens the checkout; answers its id, or undefined if nothing can be paid any more. */
  async checkout(): Promise<string | undefined> {
    return await this.checkoutOf((await this.world.paymentOf(this.bookingId)).id)
  }

  async pay(): Promise<void> {
    await this.payCharge((await this.world.paymentOf(this.bookingId)).id)
  }

  async cancel(by: 'booker' | 'account'): Promise<void> {
    const { caller, publicCaller } = this.world
    const canceller = by === 'booker' ? publicCaller : caller
    await this.survive((deps) => cancelBooking(deps, canceller, this.bookingId, {}))
  }
}

const HOLD_MINUTES = PRICE.payWithinMinutes + 10

const ACTS: { readonly [Name in Life]: (fate: WebhookFate) => Act } = {
  pays: (fate) => async (run) => {
    await run.pay()
    await run.deliver(fate)
  },
  'pays and cancels': (fate) => async (run) => {
    await run.pay()
    await run.deliver(fate)
    await run.pass(1)
    await run.cancel('booker')
    await run.deliver(fate)
  },
  'pays and is cancelled': (fate) => async (run) => {
    await run.pay()
    await run.deliver(fate)
    await run.cancel('account')
    await run.deliver(fate)
  },
  'is cancelled while paying': (fate) => async (run) => {
    await run.pay()
    await run.cancel('account')
    await run.deliver(fate)
  },
  'never pays': (fate) => async (run) => {
    await run.checkout()
    await run.pass(HOLD_MINUTES)
    await run.deliver(fate)
  },
  'pays late': (fate) => async (run) => {
    const checkoutId = await run.checkout()
    run.world.moveBy(HOLD_MINUTES)
    if (checkoutId !== undefined) run.world.stripe.pay(checkoutId)
    await run.deliver(fate)
  },
  'pays as the hold ends': (fate) => async (run) => {
    const checkoutId = await run.checkout()
    const { booking, moveTo } = run.world
    const { holdExpiresAtEpochSeconds: end = 0 } = await booking(run.bookingId)
    moveTo(end * 1000 - 1)
    if (checkoutId !== undefined) run.world.stripe.pay(checkoutId)
    await run.work()
    moveTo(end * 1000)
    await run.deliver(fate)
  },
  'is declined and pays': (fate) => async (run) => {
    const checkoutId = await run.checkout()
    if (checkoutId !== undefined) run.world.stripe.decline(checkoutId)
    await run.deliver(fate)
    await run.pay()
    await run.deliver(fate)
  },
  'cannot be captured and pays anew': (fate) => async (run) => {
    await run.pay()
    run.world.stripe.break('/capture', 'declined', 3)
    await run.deliver(fate)
    for (let minute = 0; minute < 3; minute += 1) await run.pass(1)
    await run.pay()
    await run.deliver(fate)
  },
  'is confirmed without': (fate) => async (run) => {
    await run.pay()
    const { caller } = run.world
    await run.survive((deps) => confirmBooking(deps, caller, run.bookingId))
    await run.deliver(fate)
  },
  'is approved and pays': (fate) => async (run) => {
    const { caller, booking } = run.world
    // A manager who got no answer looks before approving again: a second approval confirms without the payment.
    await run.survive(async (deps) => {
      const { payment } = await booking(run.bookingId)
      if (payment?.approvedAtEpochSeconds === undefined) {
        await confirmBooking(deps, caller, run.bookingId)
      }
    })
    await run.pay()
    await run.deliver(fate)
  },
  'pays twice': (fate) => async (run) => {
    await run.pay()
    const { deps, stripe, paymentOf, clock } = run.world
    const payment = await paymentOf(run.bookingId)
    const opened = await deps.paymentVendors.stripe.withKey(stripe.key).openCheckout({
      paymentId: payment.id,
      amount: payment.amount,
      currency: payment.currency,
      title: payment.title,
      returnUrl: 'https://book.example.com/',
      cancelUrl: 'https://book.example.com/',
      expiresAtEpochSeconds: epochSeconds(clock) + 3600,
      key: `${payment.id}:second`,
    })
    if (!opened.ok) throw new Error('the second checkout was not opened')
    stripe.pay(opened.value.checkoutId)
    // If its webhooks are lost, nobody knows of a checkout that another system has opened.
    await run.deliver(fate === 'lost' ? 'late' : fate)
  },
  'is refunded by hand and cancelled': (fate) => async (run) => {
    await run.pay()
    await run.deliver(fate)
    await run.pass(1)
    const { caller } = run.world
    await run.survive((deps) => refundBooking(deps, caller, run.bookingId, 1000))
    await run.deliver(fate)
    await run.cancel('booker')
    await run.deliver(fate)
  },
}

/** Runs a life of a booking in a world that receives webhooks, and checks that money and claim agree at its end. */
export async function runPayment(world: PaymentWorld, run: PaymentRun): Promise<RunReport> {
  const confirmation = run.life === 'is approved and pays' ? 'approval' : 'hold'
  const type = await world.paidType({ confirmation })
  const { id } = await world.reserve(type.id, world.nextStart())
  const life = new RunningLife(world, id, run)
  await ACTS[run.life](run.webhooks)(life)
  // Everything that is due within the hold, and the retries after it.
  for (const minutes of [1, 4, HOLD_MINUTES, 60, 60]) await life.pass(minutes)
  return { kills: life.kills, violations: await violationsOf(world, id, run) }
}

async function violationsOf(
  world: PaymentWorld,
  bookingId: string,
  { life }: PaymentRun,
): Promise<readonly string[]> {
  const booking = await world.booking(bookingId)
  const payment = await world.paymentOf(bookingId)
  return [...ofMoney(world, booking, payment), ...ofBooking(booking, payment, life)]
}

/** What is wrong with the money at Stripe. */
function ofMoney({ stripe }: PaymentWorld, { status }: Booking, payment: Payment): string[] {
  const found: string[] = []
  const sessions = stripe.sessionsOf(payment.id)
  const moneys = sessions.flatMap(({ payment_intent: intent }) => (intent ? [moneyOf(intent)] : []))
  const taken = moneys.filter(({ captured }) => captured > 0)
  const kept = moneys.reduce((sum, { captured, refunded }) => sum + captured - refunded, 0)
  if (sessions.some((session) => session.status === 'open')) found.push('a checkout is open')
  if (sessions.some(({ payment_intent }) => payment_intent?.status === 'requires_capture')) {
    found.push('money is still reserved')
  }
  if (taken.length > 1) found.push('captured twice')
  if (moneys.some(({ captured, refunded }) => refunded > captured)) {
    found.push('refunded more than was captured')
  }
  const isLive = status === 'confirmed'
  const isRefundDue = status === 'cancelled' || status === 'expired'
  if (kept > 0 && !isLive && !isRefundDue) found.push(`${kept} kept of a ${status} booking`)
  const wanted = amountToKeep(payment.desired, payment.amount)
  const isOwed = payment.status === 'failed'
  if (!isOwed && taken.length > 0 && kept !== wanted) {
    found.push(`${kept} kept instead of ${wanted}`)
  }
  if (isLive && payment.status === 'paid' && kept !== payment.amount) {
    found.push('a paid booking without its capture')
  }
  return found
}

/** What each life may come to; the time of a booking that nobody paid is free. */
const ENDS: { readonly [Name in Life]: readonly (readonly [Booking['status'], string])[] } = {
  pays: [['confirmed', 'paid']],
  'pays and cancels': [['cancelled', 'partly_refunded']],
  'pays and is cancelled': [
    ['cancelled', 'refunded'],
    ['cancelled', 'released'],
  ],
  'is cancelled while paying': [
    ['cancelled', 'refunded'],
    ['cancelled', 'released'],
  ],
  'never pays': [['expired', 'released']],
  'pays late': [['expired', 'released']],
  'pays as the hold ends': [
    ['confirmed', 'paid'],
    ['expired', 'released'],
  ],
  'is declined and pays': [['confirmed', 'paid']],
  'cannot be captured and pays anew': [['confirmed', 'paid']],
  'is confirmed without': [
    ['confirmed', 'released'],
    ['confirmed', 'paid'],
  ],
  'is approved and pays': [['confirmed', 'paid']],
  'pays twice': [['confirmed', 'paid']],
  'is refunded by hand and cancelled': [['cancelled', 'partly_refunded']],
}

function ofBooking(booking: Booking, payment: Payment, life: Life): string[] {
  const found: string[] = []
  if (booking.payment?.status !== payment.status) found.push('the booking shows another status')
  const isExpected = ENDS[life].some(
    ([status, paid]) => status === booking.status && paid === payment.status,
  )
  if (!isExpected) found.push(`${booking.status} and ${payment.status}`)
  if (booking.status === 'pending') found.push('time is kept by somebody who did not pay')
  return found
}
