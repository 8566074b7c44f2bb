import type { BookingSecurityDeposit, StayDays } from '@holdfast/engine'
import { relayOutbox } from '../../src/delivery/events/relay.ts'
import { runSchedule } from '../../src/delivery/schedule/run-schedule.ts'
import { scheduleConsumer } from '../../src/delivery/schedule/schedule.ts'
import { type Consumer, enqueueFor, runQueue } from '../../src/kernel/queue/queue.ts'
import { createUnitCalendars } from '../../src/stays/calendars/unit-calendars.ts'
import type { PaymentWorld } from './payment-world.ts'
import { reserveStay } from './reserve-stay.ts'

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000

/** What the stays of the world ask for as security. */
export const DEPOSIT = { amount: 30_000, currency: 'EUR' } as const

/** Stays of three nights with a security deposit of 300 EUR, which is asked for a day before they begin. */
export function depositWorld(world: PaymentWorld) {
  const { deps, stripe } = world
  const asked: string[] = []
  const mails: Consumer = {
    name: 'mails',
    wants: ({ type }) => type === 'security_deposit.requested',
    async handle({ event }) {
      if (event.type === 'security_deposit.requested') asked.push(event.resourceId)
      return { kind: 'done' }
    },
  }
  const consumers = [scheduleConsumer({ ...deps, unitCalendars: createUnitCalendars() }), mails]
  /** Has the consumers do what events and actions ask them to do. */
  async function consume(): Promise<void> {
    await relayOutbox(deps, { enqueue: enqueueFor(deps, consumers) }, 1000)
    for (const consumer of consumers) {
      await runQueue(deps, consumer, { limit: 1000, concurrency: 4 })
    }
  }
  const shown = async (id: string): Promise<BookingSecurityDeposit> => {
    const { securityDeposit } = await world.booking(id)
    if (securityDeposit === undefined) throw new Error(`booking ${id} has no security deposit`)
    return securityDeposit
  }
  const checkout = async (id: string) => world.checkoutOf((await shown(id)).paymentId ?? '')
  const intents = async (id: string) =>
    stripe
      .sessionsOf((await shown(id)).paymentId ?? '')
      .flatMap(({ payment_intent: intent }) => (intent ? [intent] : []))
  return {
    consume,
    shown,
    checkout,
    /** A paid stay, with what its confirmation schedules. */
    async stay(): Promise<{ readonly id: string; readonly nights: StayDays }> {
      const made = await reserveStay(world, {}, { securityDeposit: DEPOSIT })
      stripe.pay(await world.checkout(made.id))
      await world.work()
      await consume()
      return { id: made.id, nights: made.stay as StayDays }
    },
    /** Moves the clock to so many days before the arrival, and does what is due then. */
    async reach(id: string, daysBefore: number): Promise<void> {
      const { startEpochSeconds } = await world.booking(id)
      world.moveTo(startEpochSeconds * 1000 - daysBefore * DAY_MILLISECONDS)
      const { errors } = await runSchedule(deps, 100)
      if (errors.length > 0) throw new AggregateError(errors, 'the schedule failed')
      await consume()
    },
    /** How many emails have asked for the deposit of a stay. */
    async asked(id: string): Promise<number> {
      return asked.filter((each) => each === id).length
    },
    /** The booker authorizes the deposit. */
    async authorize(id: string): Promise<void> {
      stripe.pay(await checkout(id))
      await world.work()
    },
    /** The vendor ends the authorization. */
    async lapse(id: string): Promise<void> {
      const [session] = stripe.sessionsOf((await shown(id)).paymentId ?? '')
      stripe.endAuthorization(session?.id ?? '')
    },
    /** What the vendor holds and took of the deposit of a stay. */
    async atVendor(id: string) {
      const all = await intents(id)
      const held = all.filter(({ status }) => status === 'requires_capture')
      return {
        reserved: held.reduce((sum, { amount }) => sum + amount, 0),
        captured: all.reduce((sum, { amount_received: captured }) => sum + captured, 0),
      }
    },
  }
}
