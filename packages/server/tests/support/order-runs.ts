import type { Booking, Payment } from '@holdfast/engine'
import { cancelBooking } from '../../src/booking/bookings/change-booking.ts'
import { cancelBookingGroup, confirmBookingGroup } from '../../src/booking/groups/change-group.ts'
import { enterLine, enterPayment } from '../../src/payments/orders/change-order.ts'
import { refundBooking } from '../../src/payments/orders/refund.ts'
import { sendLink } from '../../src/payments/orders/send-link.ts'
import { balanceOf, getOrder } from '../../src/payments/payment/order.ts'
import { unwrap } from './booking-world.ts'
import { moneyOf, ProcessLife, type Run, type RunReport, type WebhookFate } from './payment-life.ts'
import { type PaymentWorld, PRICE } from './payment-world.ts'

/** A life of an order of two bookings, of 50 and 30 EUR, with a second charge of 20 EUR in most of them. */
export const ORDER_LIVES = [
  'is paid twice over two charges',
  'one booking is cancelled by its booker',
  'all bookings are cancelled',
  'all are cancelled while the second charge is paid',
  'one is cancelled while the first charge is paid',
  'one is cancelled before the payment',
  'nobody pays',
  'is paid as the holds end',
  'is paid in part at the desk',
  'is paid at the desk while it is paid online',
  'is confirmed without',
  'cannot be captured and is paid anew',
  'is refunded by hand over two charges',
] as const
type OrderLife = (typeof ORDER_LIVES)[number]

/** A run of an order of two bookings. */
export type OrderRun = Run<OrderLife>

/** How long the bookings of the world are held for their payment. */
export const HOLD_MINUTES = PRICE.payWithinMinutes + 10
const EXTRA = 2000

interface Made {
  readonly orderId: string
  readonly chargeId: string
  readonly groupId?: string
  readonly bookings: readonly Booking[]
}

/** An order in the middle of its life. */
export class RunningOrder extends ProcessLife {
  readonly made: Made
  #requests = 0

  constructor(world: PaymentWorld, made: Made, { killsAt }: Pick<OrderRun, 'killsAt'>) {
    super(world, killsAt)
    this.made = made
  }

  /** A caller whose request is repeated with the same key after a kill, so that it has one effect. */
  caller() {
    this.#requests += 1
    const idempotency = {
      scopeHash: `${this.made.orderId} ${this.#requests}`,
      fingerprint: 'the same',
      seal: () => new Uint8Array(),
    }
    return { ...this.world.caller, idempotency }
  }

  async cash(amount: number): Promise<void> {
    const caller = this.caller()
    await this.survive((deps) =>
      enterPayment(deps, caller, this.made.orderId, { method: 'cash', amount }),
    )
  }

  /** Adds a line, and asks for it by a charge of its own. Answers the charge's id. */
  async ask(): Promise<string> {
    const [adding, asking] = [this.caller(), this.caller()]
    const { orderId } = this.made
    const line = { reason: 'Extra', amount: EXTRA }
    await this.survive((deps) => enterLine(deps, adding, orderId, line))
    await this.survive((deps) => sendLink(deps, asking, orderId, EXTRA))
    const { charges } = unwrap(await getOrder(this.world.deps, this.world.caller, orderId))
    return charges[1]?.id ?? ''
  }

  /** Pays the first charge, then a second one. */
  async payBoth(fate: WebhookFate): Promise<void> {
    await this.payCharge(this.made.chargeId)
    await this.deliver(fate)
    await this.pass(1)
    await this.payCharge(await this.ask())
    await this.deliver(fate)
    await this.pass(1)
  }

  async cancelOne(by: 'booker' | 'account'): Promise<void> {
    const { caller, publicCaller } = this.world
    const canceller = by === 'booker' ? publicCaller : caller
    const id = this.made.bookings[1]?.id ?? ''
    await this.survive((deps) => cancelBooking(deps, canceller, id, {}))
  }

  async cancelAll(): Promise<void> {
    const { caller } = this.world
    const { groupId = '' } = this.made
    await this.survive((deps) => cancelBookingGroup(deps, caller, groupId, {}))
  }
}

type Act = (run: RunningOrder, fate: WebhookFate) => Promise<void>

const ACTS: { readonly [Name in OrderLife]: Act } = {
  'is paid twice over two charges': (run, fate) => run.payBoth(fate),
  'one booking is cancelled by its booker': async (run, fate) => {
    await run.payBoth(fate)
    await run.cancelOne('booker')
    await run.deliver(fate)
  },
  'all bookings are cancelled': async (run, fate) => {
    await run.payBoth(fate)
    await run.cancelAll()
    await run.deliver(fate)
  },
  'all are cancelled while the second charge is paid': async (run, fate) => {
    await run.payCharge(run.made.chargeId)
    await run.deliver(fate)
    await run.pass(1)
    await run.payCharge(await run.ask())
    await run.cancelAll()
    await run.deliver(fate)
  },
  'one is cancelled while the first charge is paid': async (run, fate) => {
    await run.payCharge(run.made.chargeId)
    await run.cancelOne('account')
    await run.deliver(fate)
  },
  'one is cancelled before the payment': async (run, fate) => {
    await run.checkoutOf(run.made.chargeId)
    await run.cancelOne('booker')
    await run.payCharge(run.made.chargeId)
    await run.deliver(fate)
  },
  'nobody pays': async (run, fate) => {
    await run.checkoutOf(run.made.chargeId)
    await run.pass(HOLD_MINUTES)
    await run.deliver(fate)
  },
  'is paid as the holds end': async (run, fate) => {
    const checkoutId = await run.checkoutOf(run.made.chargeId)
    const end = run.made.bookings[0]?.holdExpiresAtEpochSeconds ?? 0
    run.world.moveTo(end * 1000 - 1)
    if (checkoutId !== undefined) run.world.stripe.pay(checkoutId)
    await run.work()
    run.world.moveTo(end * 1000)
    await run.deliver(fate)
  },
  'is paid in part at the desk': async (run, fate) => {
    await run.checkoutOf(run.made.chargeId)
    await run.cash(3000)
    await run.payCharge(run.made.chargeId)
    await run.deliver(fate)
  },
  'is paid at the desk while it is paid online': async (run, fate) => {
    await run.payCharge(run.made.chargeId)
    await run.cash(8000)
    await run.deliver(fate)
  },
  'is confirmed without': async (run, fate) => {
    await run.payCharge(run.made.chargeId)
    const { caller } = run.world
    const { groupId = '' } = run.made
    await run.survive((deps) => confirmBookingGroup(deps, caller, groupId))
    await run.deliver(fate)
  },
  'cannot be captured and is paid anew': async (run, fate) => {
    await run.payCharge(run.made.chargeId)
    run.world.stripe.break('/capture', 'declined', 3)
    await run.deliver(fate)
    for (let minute = 0; minute < 3; minute += 1) await run.pass(1)
    await run.payCharge(run.made.chargeId)
    await run.deliver(fate)
  },
  'is refunded by hand over two charges': async (run, fate) => {
    await run.payBoth(fate)
    const caller = run.caller()
    const [first] = run.made.bookings
    await run.survive((deps) => refundBooking(deps, caller, first?.id ?? '', 2500))
    await run.deliver(fate)
  },
}

/** What each life comes to: bookings, what the order comes to, and what is due. Amounts in cents. */
export type End = readonly [bookings: string, total: number, due: number]
const PAID: End = ['confirmed confirmed', 8000, 0]
const PAID_OVER: End = ['confirmed confirmed', 10_000, 0]
const NOTHING: End = ['expired expired', 0, 0]
const ENDS: { readonly [Name in OrderLife]: readonly End[] } = {
  'is paid twice over two charges': [PAID_OVER],
  // Half of 30 EUR is kept.
  'one booking is cancelled by its booker': [['confirmed cancelled', 8500, 0]],
  'all bookings are cancelled': [['cancelled cancelled', 2000, 0]],
  'all are cancelled while the second charge is paid': [['cancelled cancelled', 2000, 0]],
  'one is cancelled while the first charge is paid': [['confirmed cancelled', 5000, 0]],
  'one is cancelled before the payment': [['confirmed cancelled', 5000, 0]],
  'nobody pays': [NOTHING],
  'is paid as the holds end': [PAID, NOTHING],
  'is paid in part at the desk': [PAID],
  // The desk, or online first and then the desk, which then has to give back.
  'is paid at the desk while it is paid online': [PAID, ['confirmed confirmed', 8000, -8000]],
  'is confirmed without': [['confirmed confirmed', 8000, 8000], PAID],
  'cannot be captured and is paid anew': [PAID],
  'is refunded by hand over two charges': [['confirmed confirmed', 7500, 0]],
}

/** Runs a life of an order in a world that receives webhooks, and checks where each cent is at its end. */
export async function runOrder(world: PaymentWorld, run: OrderRun): Promise<RunReport> {
  const types = [
    await world.paidType(),
    await world.paidType({ payment: { ...PRICE, amount: 3000 } }),
  ]
  const reserved = await world.reserveGroup(types.map(({ id }) => id))
  const life = new RunningOrder(world, { ...reserved, groupId: reserved.group.id }, run)
  await ACTS[run.life](life, run.webhooks)
  await passAll(life, HOLD_MINUTES)
  const violations = await violationsOf(world, reserved.orderId, ENDS[run.life])
  return { kills: life.kills, violations }
}

/** Lets everything happen that is due within the holds, and the retries after it. */
export async function passAll(life: ProcessLife, holdMinutes: number): Promise<void> {
  for (const minutes of [1, 4, holdMinutes, 60, 60]) await life.pass(minutes)
}

/** What is wrong with an order that should have come to one of these ends. */
export async function violationsOf(
  world: PaymentWorld,
  orderId: string,
  ends: readonly End[],
): Promise<readonly string[]> {
  const view = unwrap(await getOrder(world.deps, world.caller, orderId))
  const found = view.charges.flatMap((charge) => ofMoney(world, charge))
  const { total, paid, due } = balanceOf(view)
  const bookings = view.bookings.map(({ status }) => status).join(' ')
  const isExpected = ends.some((end) => end[0] === bookings && end[1] === total && end[2] === due)
  if (!isExpected) found.push(`${bookings}, total ${total}, due ${due}`)
  // What is paid is in the till or at the vendor, to the cent.
  const till = view.order.entries.reduce((sum, { amount }) => sum + amount, 0)
  const atVendor = view.charges.reduce((sum, charge) => sum + keptAtVendor(world, charge), 0)
  if (paid !== till + atVendor)
    found.push(`${paid} paid, but ${till} in the till, ${atVendor} kept`)
  if (bookings.includes('pending')) found.push('time is kept by somebody who did not pay')
  return found
}

const moneysOf = ({ stripe }: PaymentWorld, { id }: Payment) =>
  stripe.sessionsOf(id).flatMap(({ payment_intent: intent }) => (intent ? [moneyOf(intent)] : []))

const keptAtVendor = (world: PaymentWorld, charge: Payment): number =>
  moneysOf(world, charge).reduce((sum, { captured, refunded }) => sum + captured - refunded, 0)

/** What is wrong with the money of a charge at Stripe. */
function ofMoney(world: PaymentWorld, charge: Payment): string[] {
  const found: string[] = []
  const sessions = world.stripe.sessionsOf(charge.id)
  const moneys = moneysOf(world, charge)
  if (sessions.some((session) => session.status === 'open')) found.push('a checkout is open')
  if (sessions.some(({ payment_intent }) => payment_intent?.status === 'requires_capture')) {
    found.push('money is still reserved')
  }
  if (moneys.filter(({ captured }) => captured > 0).length > 1) found.push('captured twice')
  if (moneys.some(({ captured, refunded }) => refunded > captured)) {
    found.push('refunded more than was captured')
  }
  const captured = moneys.reduce((sum, each) => sum + each.captured, 0)
  if (captured > charge.amount) found.push(`${captured} captured instead of ${charge.amount}`)
  return found
}
