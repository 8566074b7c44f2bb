import type { SecurityDepositState } from '@holdfast/engine'
import { cancelBooking } from '../../src/booking/bookings/change-booking.ts'
import { scheduleDeposit } from '../../src/delivery/schedule/security-deposit.ts'
import { orderIdOfPayment } from '../../src/kernel/booking-fields/order-ids.ts'
import { type Consumer, runQueue } from '../../src/kernel/queue/queue.ts'
import { captureDeposit, releaseDeposit } from '../../src/payments/security/decide-deposit.ts'
import { HOLD_MINUTES, passAll } from './order-runs.ts'
import { moneyOf, type Run, type RunReport, type WebhookFate } from './payment-life.ts'
import type { PaymentWorld } from './payment-world.ts'
import { reserveStay } from './reserve-stay.ts'
import { RunningStay } from './running-stay.ts'

/**
 * A life of a stay of three nights with a security deposit of 300 EUR, which is asked for a day before the arrival and released two days
 * after the departure.
 */
export const SECURITY_LIVES = [
  'is authorized and released after the departure',
  'is never authorized',
  'is taken in part',
  'is taken whole',
  'is released by staff',
  'is taken and released at once',
  'is taken as it lapses',
  'cannot be taken',
  'is declined, and authorized anew',
  'is cancelled while it is authorized',
  'is cancelled after it was authorized',
  'is moved after it was asked for',
] as const
type SecurityLife = (typeof SECURITY_LIVES)[number]

/** One run: a life of a security deposit, with kills and a fate of its webhooks. */
export type SecurityRun = Run<SecurityLife>

const AMOUNT = 30_000
const PART = 8000

/** A stay with a security deposit in the middle of its life. */
class RunningSecurity extends RunningStay {
  async begin(fate: WebhookFate): Promise<void> {
    await this.pay(fate)
    await this.schedule()
  }

  schedule(): Promise<void> {
    return this.survive((deps) => scheduleDeposit(deps, this.id, this.world.caller))
  }

  async paymentId(): Promise<string> {
    return (await this.world.booking(this.id)).securityDeposit?.paymentId ?? ''
  }

  async authorize(fate: WebhookFate): Promise<void> {
    await this.payCharge(await this.paymentId())
    await this.deliver(fate)
    await this.pass(1)
  }

  async take(amount: number): Promise<void> {
    const caller = this.caller()
    const capture = { amount, reason: 'A broken window' }
    await this.survive((deps) => captureDeposit(deps, caller, this.id, capture))
  }

  async release(): Promise<void> {
    const caller = this.caller()
    await this.survive((deps) => releaseDeposit(deps, caller, this.id))
  }

  /** Cancels the stay. The consumer of that event releases the deposit. */
  async cancelStay(): Promise<void> {
    const caller = this.caller()
    await this.survive((deps) => cancelBooking(deps, caller, this.id, {}))
    await this.release()
  }

  async checkoutId(): Promise<string> {
    return this.world.stripe.sessionsOf(await this.paymentId()).at(-1)?.id ?? ''
  }
}

type Act = (run: RunningSecurity, fate: WebhookFate) => Promise<void>

/** Asks for the deposit and has it authorized. */
const authorized: Act = async (run, fate) => {
  await run.reach(1)
  await run.authorize(fate)
}

const ACTS: { readonly [Name in SecurityLife]: Act } = {
  'is authorized and released after the departure': authorized,
  'is never authorized': async (run) => {
    await run.reach(1)
    await run.checkoutOf(await run.paymentId())
  },
  'is taken in part': async (run, fate) => {
    await authorized(run, fate)
    await run.take(PART)
    await run.deliver(fate)
  },
  'is taken whole': async (run, fate) => {
    await authorized(run, fate)
    await run.take(AMOUNT)
    await run.deliver(fate)
  },
  'is released by staff': async (run, fate) => {
    await authorized(run, fate)
    await run.release()
    await run.deliver(fate)
  },
  'is taken and released at once': async (run, fate) => {
    await authorized(run, fate)
    await Promise.all([run.take(PART), run.release()])
    await run.deliver(fate)
  },
  'is taken as it lapses': async (run, fate) => {
    await authorized(run, fate)
    await run.take(PART)
    const { stripe } = run.world
    const checkoutId = await run.checkoutId()
    if (stripe.objects.session(checkoutId).payment_intent?.status === 'requires_capture') {
      stripe.endAuthorization(checkoutId)
    }
    await run.deliver(fate)
  },
  'cannot be taken': async (run, fate) => {
    await authorized(run, fate)
    run.world.stripe.break('/capture', 'declined', 3)
    await run.take(PART)
    for (let minute = 0; minute < 3; minute += 1) await run.pass(1)
    await run.deliver(fate)
  },
  'is declined, and authorized anew': async (run, fate) => {
    await run.reach(1)
    const checkoutId = await run.checkoutOf(await run.paymentId())
    if (checkoutId !== undefined) {
      run.world.stripe.decline(checkoutId)
      run.world.stripe.expire(checkoutId)
    }
    await run.deliver(fate)
    await run.authorize(fate)
  },
  'is cancelled while it is authorized': async (run, fate) => {
    await run.reach(1)
    await run.payCharge(await run.paymentId())
    await run.cancelStay()
    await run.deliver(fate)
  },
  'is cancelled after it was authorized': async (run, fate) => {
    await authorized(run, fate)
    await run.cancelStay()
    await run.deliver(fate)
  },
  'is moved after it was asked for': async (run, fate) => {
    await run.reach(1)
    await run.moveBy(10)
    await run.schedule()
    await run.reach(5)
    await authorized(run, fate)
  },
}

/** What a life comes to: the state with what was taken, and how many emails ask for the deposit. */
interface Expected {
  readonly ends: readonly (readonly [SecurityDepositState, number])[]
  readonly asked: number
}

const RELEASED: Expected = { ends: [['released', 0]], asked: 1 }
const EXPECTED: { readonly [Name in SecurityLife]: Expected } = {
  'is authorized and released after the departure': RELEASED,
  'is never authorized': RELEASED,
  'is taken in part': { ends: [['captured', PART]], asked: 1 },
  'is taken whole': { ends: [['captured', AMOUNT]], asked: 1 },
  'is released by staff': RELEASED,
  'is taken and released at once': {
    ends: [
      ['captured', PART],
      ['released', 0],
    ],
    asked: 1,
  },
  'is taken as it lapses': {
    ends: [
      ['captured', PART],
      ['lapsed', 0],
    ],
    asked: 1,
  },
  'cannot be taken': {
    ends: [
      ['captured', PART],
      ['lapsed', 0],
    ],
    asked: 1,
  },
  'is declined, and authorized anew': RELEASED,
  'is cancelled while it is authorized': RELEASED,
  'is cancelled after it was authorized': RELEASED,
  'is moved after it was asked for': { ...RELEASED, asked: 2 },
}

/** Runs a life of a security deposit, and checks where each cent is at its end, and who was told. */
export async function runSecurity(world: PaymentWorld, run: SecurityRun): Promise<RunReport> {
  const securityDeposit = { amount: AMOUNT, currency: 'EUR' }
  const booking = await reserveStay(world, {}, { securityDeposit })
  const chargeId = booking.payment?.id ?? ''
  const made = { orderId: orderIdOfPayment(chargeId), chargeId, bookings: [booking] }
  const life = new RunningSecurity(world, made, run)
  await life.begin(run.webhooks)
  await ACTS[run.life](life, run.webhooks)
  await life.reach(-5)
  await passAll(life, HOLD_MINUTES)
  return { kills: life.kills, violations: await violationsOf(world, booking.id, run.life) }
}

async function violationsOf(
  world: PaymentWorld,
  bookingId: string,
  life: SecurityLife,
): Promise<readonly string[]> {
  const { securityDeposit } = await world.booking(bookingId)
  const { state, capturedAmount = 0, paymentId = '' } = securityDeposit ?? {}
  const found: string[] = []
  const { ends, asked } = EXPECTED[life]
  if (!ends.some((end) => end[0] === state && end[1] === capturedAmount)) {
    found.push(`${state}, ${capturedAmount} taken`)
  }
  const sessions = world.stripe.sessionsOf(paymentId)
  const intents = sessions.flatMap(({ payment_intent: intent }) => (intent ? [intent] : []))
  const taken = intents.reduce((sum, intent) => sum + moneyOf(intent).captured, 0)
  if (taken !== capturedAmount) found.push(`${taken} taken at the vendor`)
  if (sessions.some(({ status }) => status === 'open')) found.push('a checkout is open')
  if (intents.some(({ status }) => status === 'requires_capture')) found.push('money is reserved')
  const mails = await mailsAbout(world, bookingId)
  if (mails.asked !== asked) found.push(`${mails.asked} emails ask for the deposit`)
  if (mails.taken !== (capturedAmount > 0 ? 1 : 0)) found.push(`${mails.taken} emails about money`)
  return found
}

/** Takes all emails from their queue, and counts those about the deposit of a booking. Two with one id are sent once. */
async function mailsAbout(world: PaymentWorld, bookingId: string) {
  const asked = new Set<string>()
  const taken = new Set<string>()
  const mails: Consumer = {
    name: 'mails',
    wants: () => true,
    async handle({ event: { id, type, resourceId } }) {
      if (resourceId !== bookingId) return { kind: 'done' }
      if (type === 'security_deposit.requested') asked.add(id)
      if (type === 'security_deposit.taken') taken.add(id)
      return { kind: 'done' }
    },
  }
  await runQueue(world.deps, mails, { limit: 100, concurrency: 8 })
  return { asked: asked.size, taken: taken.size }
}
