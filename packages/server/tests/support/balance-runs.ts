import { scheduleBalance } from '../../src/delivery/schedule/balance.ts'
import { orderIdOfPayment } from '../../src/kernel/booking-fields/order-ids.ts'
import { type Consumer, runQueue } from '../../src/kernel/queue/queue.ts'
import { type End, HOLD_MINUTES, passAll, violationsOf } from './order-runs.ts'
import type { Run, RunReport, WebhookFate } from './payment-life.ts'
import type { PaymentWorld } from './payment-world.ts'
import { NIGHT, reserveStay } from './reserve-stay.ts'
import { DAY_MILLISECONDS, RunningStay } from './running-stay.ts'

/**
 * A life of a stay of three nights at 50 EUR, whose first night is paid when it is booked. The balance is asked for two days later, once
 * more after three days, and five days after the first time the stay is cancelled at half of what was paid.
 */
export const BALANCE_LIVES = [
  'is asked and pays',
  'is reminded and pays',
  'is never paid',
  'is paid as it would be cancelled',
  'is paid at the desk after it was asked for',
  'is paid at the desk in part',
  'is paid online and at the desk at once',
  'is cancelled by its booker while the balance is paid',
  'is extended before the balance is due',
  'is extended after the balance was asked for',
  'is moved after the balance was asked for, and never paid',
  'cannot be captured, and is paid anew',
] as const
type BalanceLife = (typeof BALANCE_LIVES)[number]

/** One run: a life of a balance, with kills and a fate of its webhooks. */
export type BalanceRun = Run<BalanceLife>

/** The stay arrives 20 days after it is booked. */
const DUE_DAYS = 18
const TERMS = {
  deposit: { nights: 1 },
  balanceDueDays: DUE_DAYS,
  balanceCancelDays: 5,
  cancellation: [{ penaltyPercent: 50 }],
}

/** A stay with a balance in the middle of its life, with the schedule that asks for it. */
class RunningBalance extends RunningStay {
  /** Pays the deposit. The consumer of its confirmation schedules the balance. */
  async begin(fate: WebhookFate): Promise<void> {
    await this.pay(fate)
    await this.schedule()
  }

  schedule(): Promise<void> {
    return this.survive((deps) => scheduleBalance(deps, this.id, this.world.caller))
  }

  override async moveBy(days: number): Promise<void> {
    await super.moveBy(days)
    await this.schedule()
  }
}

type Act = (run: RunningBalance, fate: WebhookFate) => Promise<void>

const ACTS: { readonly [Name in BalanceLife]: Act } = {
  'is asked and pays': async (run, fate) => {
    await run.reach(DUE_DAYS)
    await run.payNewest(fate)
    for (const daysBefore of [15, 13]) await run.reach(daysBefore)
  },
  'is reminded and pays': async (run, fate) => {
    for (const daysBefore of [DUE_DAYS, 15]) await run.reach(daysBefore)
    await run.payNewest(fate)
    await run.reach(13)
  },
  'is never paid': async (run, fate) => {
    for (const daysBefore of [DUE_DAYS, 15, 13]) await run.reach(daysBefore)
    await run.deliver(fate)
  },
  'is paid as it would be cancelled': async (run, fate) => {
    for (const daysBefore of [DUE_DAYS, 15, 13.1]) await run.reach(daysBefore)
    await run.payCharge(await run.newest())
    const { startEpochSeconds } = await run.world.booking(run.id)
    run.world.moveTo(startEpochSeconds * 1000 - 13 * DAY_MILLISECONDS)
    await Promise.all([run.work(), run.runSchedule()])
    await run.deliver(fate)
  },
  'is paid at the desk after it was asked for': async (run, fate) => {
    await run.reach(DUE_DAYS)
    await run.checkoutOf(await run.newest())
    await run.cash(2 * NIGHT)
    for (const daysBefore of [15, 13]) await run.reach(daysBefore)
    await run.deliver(fate)
  },
  'is paid at the desk in part': async (run, fate) => {
    await run.reach(DUE_DAYS)
    await run.cash(4000)
    for (const daysBefore of [15, 13]) await run.reach(daysBefore)
    await run.deliver(fate)
  },
  'is paid online and at the desk at once': async (run, fate) => {
    await run.reach(DUE_DAYS)
    await run.payCharge(await run.newest())
    await run.cash(2 * NIGHT)
    await run.deliver(fate)
    for (const daysBefore of [15, 13]) await run.reach(daysBefore)
  },
  'is cancelled by its booker while the balance is paid': async (run, fate) => {
    await run.reach(DUE_DAYS)
    await run.payCharge(await run.newest())
    await run.cancel()
    await run.deliver(fate)
    for (const daysBefore of [15, 13]) await run.reach(daysBefore)
  },
  'is extended before the balance is due': async (run, fate) => {
    await run.stayFor(4, 'booker')
    await run.schedule()
    await run.reach(DUE_DAYS)
    await run.payNewest(fate)
    for (const daysBefore of [15, 13]) await run.reach(daysBefore)
  },
  'is extended after the balance was asked for': async (run, fate) => {
    await run.reach(DUE_DAYS)
    await run.payNewest(fate)
    await run.stayFor(4)
    await run.schedule()
    await run.reach(DUE_DAYS - 1)
    await run.payNewest(fate)
    for (const daysBefore of [15, 13, 12]) await run.reach(daysBefore)
  },
  'is moved after the balance was asked for, and never paid': async (run, fate) => {
    await run.reach(DUE_DAYS)
    await run.moveBy(10)
    // What was due before the move is void.
    for (const daysBefore of [25, 23, DUE_DAYS, 15, 13]) await run.reach(daysBefore)
    await run.deliver(fate)
  },
  'cannot be captured, and is paid anew': async (run, fate) => {
    await run.reach(DUE_DAYS)
    await run.payCharge(await run.newest())
    run.world.stripe.break('/capture', 'declined', 3)
    await run.deliver(fate)
    for (let minute = 0; minute < 3; minute += 1) await run.pass(1)
    await run.reach(15)
    await run.payNewest(fate)
    await run.reach(13)
  },
}

const PAID: End = ['confirmed', 3 * NIGHT, 0]
/** Half of the deposit is kept. */
const CANCELLED: End = ['cancelled', NIGHT / 2, 0]

/** What a life comes to, and how many emails ask for its balance. */
interface Expected {
  readonly ends: readonly End[]
  readonly asked: number
}

const EXPECTED: { readonly [Name in BalanceLife]: Expected } = {
  'is asked and pays': { ends: [PAID], asked: 1 },
  'is reminded and pays': { ends: [PAID], asked: 2 },
  'is never paid': { ends: [CANCELLED], asked: 2 },
  'is paid as it would be cancelled': { ends: [PAID, CANCELLED], asked: 2 },
  'is paid at the desk after it was asked for': { ends: [PAID], asked: 1 },
  // Half of the deposit and of the cash is kept; the other half is taken from what was paid online.
  'is paid at the desk in part': { ends: [['cancelled', 4500, 0]], asked: 2 },
  // The desk, or online first and then the desk, which then has to give back.
  'is paid online and at the desk at once': {
    ends: [PAID, ['confirmed', 3 * NIGHT, -2 * NIGHT]],
    asked: 1,
  },
  // Half of the deposit, or of both.
  'is cancelled by its booker while the balance is paid': {
    ends: [CANCELLED, ['cancelled', 7500, 0]],
    asked: 1,
  },
  'is extended before the balance is due': { ends: [['confirmed', 4 * NIGHT, 0]], asked: 1 },
  'is extended after the balance was asked for': { ends: [['confirmed', 4 * NIGHT, 0]], asked: 2 },
  'is moved after the balance was asked for, and never paid': { ends: [CANCELLED], asked: 3 },
  'cannot be captured, and is paid anew': { ends: [PAID], asked: 2 },
}

/** Runs a life of a stay with a balance, and checks where each cent is at its end, and who was asked for it. */
export async function runBalance(world: PaymentWorld, run: BalanceRun): Promise<RunReport> {
  const booking = await reserveStay(world, TERMS)
  const chargeId = booking.payment?.id ?? ''
  const orderId = orderIdOfPayment(chargeId)
  const life = new RunningBalance(world, { orderId, chargeId, bookings: [booking] }, run)
  await life.begin(run.webhooks)
  await ACTS[run.life](life, run.webhooks)
  await passAll(life, HOLD_MINUTES)
  const { ends, asked } = EXPECTED[run.life]
  const violations = [...(await violationsOf(world, orderId, ends))]
  const mails = await balanceMails(world, chargeId)
  if (mails !== asked) violations.push(`${mails} emails ask for the balance`)
  return { kills: life.kills, violations }
}

/** Takes all emails from their queue, and counts those that ask for something else than the deposit. Two with one id are sent once. */
async function balanceMails(world: PaymentWorld, depositId: string): Promise<number> {
  const sent = new Set<string>()
  const mails: Consumer = {
    name: 'mails',
    wants: () => true,
    async handle({ event }) {
      const isOfDeposit = JSON.stringify(event.data).includes(depositId)
      if (event.type === 'payment.requested' && !isOfDeposit) sent.add(event.id)
      return { kind: 'done' }
    },
  }
  await runQueue(world.deps, mails, { limit: 100, concurrency: 8 })
  return sent.size
}
