import { afterEach, expect, test } from 'vitest'
import { unwrap } from '../../../tests/support/booking-world.ts'
import { composeMail } from '../../../tests/support/composed-mail.ts'
import { mailContext } from '../../../tests/support/mail-context.ts'
import { openPaymentWorld, type PaymentWorld, PRICE } from '../../../tests/support/payment-world.ts'
import type { DomainEventName } from '../../kernel/events/event.ts'
import { enterPayment } from '../../payments/orders/change-order.ts'
import { balanceDue } from './balance-due.ts'

let world: PaymentWorld
afterEach(() => world.close())

const DEPOSIT = { ...PRICE, kind: 'deposit', depositAmount: 1000 } as const

async function reserve(payment: typeof DEPOSIT | typeof PRICE) {
  const { id } = await world.reserve((await world.paidType({ payment })).id)
  return id
}

test('a deposit on its way counts as paid, so the confirmation asks for the balance alone', async () => {
  world = await openPaymentWorld()
  const id = await reserve(DEPOSIT)
  world.stripe.pay(await world.checkout(id))
  // Reserved, and not captured yet.
  await world.work()
  const due = await balanceDue(world.deps, await world.booking(id), 'booking.confirmed')
  expect(due).toEqual({ balanceDue: { amount: 4000, currency: 'EUR' } })
  const moved = await balanceDue(world.deps, await world.booking(id), 'booking.rescheduled')
  expect(moved).toEqual(due)
  expect(await balanceDue(world.deps, await world.booking(id), 'booking.updated')).toEqual({})
})

test('nothing is said of a balance that was paid, or of a booking without one', async () => {
  world = await openPaymentWorld()
  const id = await reserve(DEPOSIT)
  const orderId = (await world.booking(id)).payment?.orderId ?? ''
  const all = { method: 'cash', amount: 5000 } as const
  unwrap(await enterPayment(world.deps, world.caller, orderId, all))
  expect(await balanceDue(world.deps, await world.booking(id), 'booking.reminder')).toEqual({})
  const full = await world.reserve((await world.paidType()).id, world.nextStart())
  expect(await balanceDue(world.deps, full, 'booking.confirmed')).toEqual({})
})

test('the confirmation, a move and the reminder say what is left to pay, in the language of the booker', async () => {
  world = await openPaymentWorld()
  const money = { amount: 4000, currency: 'EUR' }
  const textOf = (eventName: DomainEventName, locale: string) => {
    const booker = { id: 'bkr_1', name: 'Ada', email: 'ada@example.com', locale }
    const payment = { id: 'pay_1', status: 'paid', amount: 1000, currency: 'EUR' } as const
    const context = { ...mailContext({ eventName }, { booker, payment }), balanceDue: money }
    return composeMail(context, 'booker')?.text
  }
  expect(textOf('booking.confirmed', 'en')).toContain('\nStill to pay: €40.00\n')
  expect(textOf('booking.rescheduled', 'en')).toContain('\nStill to pay: €40.00\n')
  expect(textOf('booking.reminder', 'de')).toMatch(/\nNoch zu zahlen: 40,00\s€\n/)
})
