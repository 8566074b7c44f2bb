import { relayOutbox } from '../../../src/delivery/events/relay.ts'
import { mailsConsumer } from '../../../src/delivery/mails/mails.ts'
import type { Mail } from '../../../src/delivery/ports/mailer.ts'
import { runSchedule } from '../../../src/delivery/schedule/run-schedule.ts'
import { scheduleConsumer } from '../../../src/delivery/schedule/schedule.ts'
import { enqueueFor, runQueue } from '../../../src/kernel/queue/queue.ts'
import { runDuePayments } from '../../../src/payments/payment/due-payments.ts'
import type { TestApp } from './app.ts'
import type { Body } from './call.ts'
import { BOOKER, makeStayType } from './fixtures.ts'
import { paySimulated } from './paid-booking.ts'

/** What the stays of the tests ask for as security: 300 EUR, a week before the arrival. */
export const DEPOSIT = { amount: 30_000, currency: 'EUR', daysBefore: 7 }

/** A stay whose security deposit is asked for as soon as it is booked. */
export const SOON = { arrival: '2026-04-24', departure: '2026-04-26' }

/** Does what events and the schedule ask for; answers the emails to the booker. */
export async function workOnDeposits({ deps: base }: TestApp): Promise<readonly Mail[]> {
  const mails: Mail[] = []
  const mailer = {
    fromAddress: 'mail@example.com',
    async send(mail: Mail) {
      mails.push(mail)
      return { kind: 'sent' } as const
    },
    close: async () => {},
  }
  const deps = { ...base, mailer, random: () => 0.5 }
  const consumers = [scheduleConsumer(deps), mailsConsumer(deps)]
  for (let round = 0; round < 2; round += 1) {
    await relayOutbox(deps, { enqueue: enqueueFor(deps, consumers) }, 1000)
    for (const consumer of consumers) {
      await runQueue(deps, consumer, { limit: 1000, concurrency: 4 })
    }
    const { errors } = await runSchedule(deps, 100)
    if (errors.length > 0) throw new AggregateError(errors, 'the schedule failed')
    await runDuePayments(deps, 25)
  }
  return mails.filter(({ to }) => to.address === BOOKER.email)
}

/** Books a stay with a security deposit that nobody has authorized yet. */
export async function makeDeposited(server: TestApp, deposit: object = DEPOSIT): Promise<Body> {
  const more = { confirmation: 'instant', securityDeposit: deposit }
  const { id } = await makeStayType(server.call, more)
  const body = { eventTypeId: id, ...SOON, booker: BOOKER }
  return (await server.call('POST', '/v1/bookings', { body })).body
}

/** Books a stay whose security deposit is authorized with the simulated vendor, which must be connected. */
export async function makeHeldDeposit(server: TestApp): Promise<Body> {
  const booking = await makeDeposited(server)
  await workOnDeposits(server)
  const { body } = await server.call('GET', `/v1/bookings/${booking.id}`)
  await paySimulated(server, (body.securityDeposit as { paymentId: string }).paymentId)
  return booking
}
