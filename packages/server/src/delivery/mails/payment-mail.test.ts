import { afterEach, expect, test } from 'vitest'
import { openPaymentWorld, type PaymentWorld, PRICE } from '../../../tests/support/payment-world.ts'
import { orderIdOfPayment } from '../../kernel/booking-fields/order-ids.ts'
import { type DomainEvent, eventFromAttributes } from '../../kernel/events/event.ts'
import { eventFromOutbox } from '../../kernel/events/outbox.ts'
import { newTask, taskFromItem } from '../../kernel/queue/task.ts'
import { refundBooking } from '../../payments/orders/refund.ts'
import { sendLink } from '../../payments/orders/send-link.ts'
import { wakePayment } from '../../payments/payment/wake-payment.ts'
import type { Mail } from '../ports/mailer.ts'
import { mailAboutPayment } from './payment-mail.ts'

let world: PaymentWorld
afterEach(() => world.close())

/** Sends the emails of an event; answers them. */
async function mailsOf(event: DomainEvent): Promise<readonly Mail[]> {
  const sent: Mail[] = []
  const mailer = {
    fromAddress: 'mail@example.com',
    async send(mail: Mail) {
      sent.push(mail)
      return { kind: 'sent' } as const
    },
    close: async () => {},
  }
  const task = newTask('mails', event, world.clock.nowEpochMilliseconds())
  expect(await mailAboutPayment({ ...world.deps, mailer }, task)).toEqual({ kind: 'done' })
  return sent
}

/** The emails that were queued beside those of events in the log. */
const mailsQueued = async (): Promise<readonly DomainEvent[]> =>
  (await world.items('QUEUE#mails#')).map(taskFromItem).map(({ event }) => event)

/** The request to pay that was queued with a booking. */
async function requestToPay(): Promise<DomainEvent> {
  const tasks = (await world.items('QUEUE#mails#')).map(taskFromItem)
  const found = tasks.find(({ event }) => event.type === 'payment.requested')
  if (found === undefined) throw new Error('no email was queued')
  return found.event
}

test('a booker is asked to pay, in their language and without what a stranger wrote', async () => {
  world = await openPaymentWorld()
  const type = await world.paidType()
  const booker = { name: 'Buy now', email: 'ada@example.com', locale: 'de-AT' }
  const booking = await world.reserve(type.id, { booker, fields: { note: 'cheap pills' } })
  const [mail, ...others] = await mailsOf(await requestToPay())
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    to: { address: 'ada@example.com' },
    subject: 'Bitte bezahlen: Check-up bei Room 2',
  })
  expect(mail?.to.name).toBeUndefined()
  expect(mail?.text).toContain(
    `Jetzt bezahlen: https://book.example.com/pay/${booking.payment?.id}`,
  )
  expect(mail?.text).toMatch(/^Betrag: 50,00\s€$/m)
  expect(`${mail?.text}${mail?.html}`).not.toMatch(/Buy now|cheap pills/)
})

test('nobody is asked to pay for what was paid or has ended', async () => {
  world = await openPaymentWorld()
  const { id } = await world.reserve((await world.paidType()).id)
  const request = await requestToPay()
  world.stripe.pay(await world.checkout(id))
  await wakePayment(world.deps, await world.paymentOf(id))
  await world.work()
  expect(await mailsOf(request)).toEqual([])
})

test('the email about a refund has its amount', async () => {
  world = await openPaymentWorld()
  const { id } = await world.reserve((await world.paidType()).id)
  const payment = await world.paymentOf(id)
  const event = eventFromAttributes('evn_1', {
    type: 'payment.refunded',
    schemaVersion: 1,
    accountId: world.accountId,
    resourceId: payment.id,
    resourceVersion: 3,
    occurredAtEpochMilliseconds: world.clock.nowEpochMilliseconds(),
    data: { payment: { bookingId: id, amountRefunded: 2500 } },
  })
  const [mail] = await mailsOf(event)
  expect(mail?.subject).toBe('Refund: Check-up with Room 2')
  expect(mail?.text).toContain('Amount: €25.00')
  expect(mail?.text).not.toContain('/pay/')
})

test('the email about a failed payment has a new link', async () => {
  world = await openPaymentWorld()
  const { id } = await world.reserve((await world.paidType()).id)
  world.stripe.pay(await world.checkout(id))
  world.stripe.break('/capture', 'declined', 3)
  for (let minute = 0; minute < 4; minute += 1) {
    world.moveBy(1)
    await world.work()
  }
  const events = (await world.items('OUTBOX#')).map(eventFromOutbox)
  const failed = events.find(({ type }) => type === 'payment.failed')
  const [mail] = await mailsOf(failed as DomainEvent)
  expect(mail?.subject).toBe('Payment failed: Check-up with Room 2')
  expect(mail?.text).toContain('Pay now: https://book.example.com/pay/pay_')

  // Staff send the link once more.
  const orderId = orderIdOfPayment((await world.paymentOf(id)).id)
  expect(await sendLink(world.deps, world.caller, orderId, 5000)).toMatchObject({ ok: true })
  const tasks = (await world.items('QUEUE#mails#')).map(taskFromItem)
  const again = tasks.find(({ event }) => event.type === 'payment.failed')
  expect((await mailsOf(again?.event as DomainEvent))[0]?.subject).toBe(mail?.subject)
})

test('each charge of a deposit and its balance has one email with its own link', async () => {
  world = await openPaymentWorld()
  const deposit = { ...PRICE, kind: 'deposit', depositAmount: 1000 } as const
  const { id } = await world.reserve((await world.paidType({ payment: deposit })).id)
  const [asked] = await mailsOf(await requestToPay())
  expect(asked?.text).toMatch(/^Amount: €10\.00$/m)
  expect(asked?.text).toContain('When:')
  world.stripe.pay(await world.checkout(id))
  await world.work()
  const { orderId = '' } = (await world.booking(id)).payment ?? {}
  const view = await sendLink(world.deps, world.caller, orderId, 4000)
  const chargeId = view.ok ? (view.value.charges[1]?.id ?? '') : ''
  const toPay = (await mailsQueued()).findLast((event) => event.type === 'payment.requested')
  const [balance] = await mailsOf(toPay as DomainEvent)
  expect(balance?.text).toMatch(/^Amount: €40\.00$/m)
  expect(balance?.text).toContain(`Pay now: https://book.example.com/pay/${chargeId}`)

  world.stripe.pay(await world.checkoutOf(chargeId))
  await world.work()
  expect(await refundBooking(world.deps, world.caller, id, 4500)).toMatchObject({ ok: true })
  await world.work()
  // The events in the log have no email beside those of the order.
  const logged = (await world.items('OUTBOX#')).map(eventFromOutbox)
  for (const event of logged.filter(({ type }) => type === 'payment.refunded')) {
    expect(await mailsOf(event)).toEqual([])
  }
  const queued = (await mailsQueued()).filter(({ type }) => type === 'payment.refunded')
  const texts = (await Promise.all(queued.map(mailsOf))).flat().map(({ text }) => text)
  expect(texts).toHaveLength(2)
  expect(texts.join()).toContain('Amount: €40.00')
  expect(texts.join()).toContain('Amount: €5.00')
})
