import { type Booking, isErasedBooker } from '@holdfast/engine'
import { bookingEntity } from '../../booking/bookings/booking-item.ts'
import { bookingKey } from '../../booking/keys.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import type { Attempt } from '../../kernel/queue/queue.ts'
import type { Task } from '../../kernel/queue/task.ts'
import { formatMoney } from '../../payments/money/money.ts'
import { payablePayment } from '../../payments/payment/payable-charge.ts'
import { readPayment } from '../../payments/payment/payment-entity.ts'
import { mailLanguageOf, TEXTS } from '../languages/languages.ts'
import type { PaymentMessage } from '../texts.ts'
import { bookingContext } from './booking-context.ts'
import { readersZone } from './compose.ts'
import { type BookingContext, titleOf, withRow } from './invitation.ts'
import { addressOfBooker, headToBooker } from './mail-addresses.ts'
import type { MailLink, Rows, WrittenMail } from './mail-body.ts'
import { inLanguageOf } from './mail-urls.ts'
import { paymentNoticeFor } from './other-notices.ts'
import { type SendDependencies, sendAll, subjectOf } from './send-mails.ts'
import { whenRows } from './stay-when.ts'
import { timeText } from './time-text.ts'

/** The members of a payment, as events represent it, that emails use. */
interface PaymentData {
  readonly id: string
  readonly bookingId: string
  readonly amountRefunded: number
}

// The server itself writes the data of `payment.*` events, so it needs no check here.
const paymentOf = ({ data }: DomainEvent): PaymentData | undefined =>
  data.payment as unknown as PaymentData | undefined

/**
 * Emails the booker about the payment of a booking: how to pay, that it failed, or that it was refunded. A request
 * to pay that is no longer right is not sent.
 */
export async function mailAboutPayment(deps: SendDependencies, task: Task): Promise<Attempt> {
  const { event } = task
  const payment = paymentOf(event)
  const bookingId = payment?.bookingId ?? event.resourceId
  const booking = await bookingEntity.read(deps.store, bookingKey(bookingId))
  if (booking?.booker === undefined) return { kind: 'done' }
  // The order of a booking with several charges has an email of its own, with the link of the charge.
  if (isRepeatedByOrder(event, booking)) return { kind: 'done' }
  const charge = await chargeOf(deps, event, booking)
  const message = paymentNoticeFor(event.type, 'booker', {
    booking,
    isChargeRight: charge?.isRight,
  })
  if (message === undefined || isErasedBooker(booking.booker)) return { kind: 'done' }
  const context = await bookingContext(deps, booking, deps.mailer.fromAddress)
  if (context === undefined) return { kind: 'done' }
  const amount = payment && message === 'refunded' ? payment.amountRefunded : charge?.amount
  return await sendAll(
    deps,
    {
      ...subjectOf(task),
      resourceId: bookingId,
      ...(booking.isUnproven && { unproven: ['booker'] as const }),
    },
    [
      [
        'booker',
        writePaymentMail(context, message, event.id, {
          ...charge,
          ...(amount !== undefined && { amount }),
        }),
      ],
    ],
  )
}

/** Whether an event of a charge is one that the order of the booking sends an email about by itself. */
const isRepeatedByOrder = (event: DomainEvent, { payment }: Booking): boolean =>
  payment?.orderId !== undefined &&
  paymentOf(event) !== undefined &&
  event.data.checkoutUrl === undefined

/** What an email says of a charge of several bookings, or of several charges. */
interface ChargeOfMail {
  readonly title: string
  readonly url: string | undefined
  /** In minor units. */
  readonly amount: number
  /** Until when the bookings are held that wait for it, an epoch second. Absent: none does. */
  readonly payBy: number | undefined
  readonly isRight: boolean
}

/** The charge that an email is about; undefined if the booking is paid by itself. */
async function chargeOf(
  deps: SendDependencies,
  event: DomainEvent,
  { payment: shown }: Booking,
): Promise<ChargeOfMail | undefined> {
  if (shown?.orderId === undefined) return undefined
  const payment = await readPayment(deps, paymentOf(event)?.id ?? shown.id)
  const payable = payment && (await payablePayment(deps, payment))
  if (payment === undefined || payable === undefined) return undefined
  const { checkoutUrl } = event.data
  const isOpen =
    payable.until.ok && (payment.status === 'failed') === (event.type === 'payment.failed')
  const { status, holdExpiresAtEpochSeconds } = payable.booking
  return {
    title: payment.title,
    url: typeof checkoutUrl === 'string' ? checkoutUrl : shown.checkoutUrl,
    amount: payment.amount,
    payBy: status === 'pending' ? holdExpiresAtEpochSeconds : undefined,
    isRight: event.type === 'payment.refunded' || isOpen,
  }
}

/**
 * Writes an email about a payment in the booker's language. It carries nothing that a stranger wrote. `amount`: in
 * minor units, if it is not what is to pay for the booking. The other members are those of a charge of several bookings.
 */
function writePaymentMail(
  context: BookingContext,
  message: PaymentMessage,
  eventId: string,
  { amount, ...charge }: Partial<ChargeOfMail>,
): WrittenMail | undefined {
  const { booking } = context
  const { booker, payment, isUnproven } = booking
  const to = booker && addressOfBooker(booker, isUnproven)
  if (to === undefined || payment === undefined) return undefined
  const language = mailLanguageOf(booker?.locale)
  const words = TEXTS[language].bookings
  const { messages, ...labels } = TEXTS[language].payments
  const { subject, lead } = messages[message]
  const title = charge.title ?? titleOf(context, language)
  const zone = readersZone(context, 'booker')
  const money = { amount: amount ?? payment.amount, currency: payment.currency }
  const { holdExpiresAtEpochSeconds } = booking
  const isOfCharge = charge.title !== undefined
  const isOfGroup = isOfCharge && booking.groupId !== undefined
  const heldUntil = isOfCharge ? charge.payBy : holdExpiresAtEpochSeconds
  const payBy = message === 'paymentNeeded' ? heldUntil : undefined
  const rows: Rows = [
    [words.rows.what, title],
    ...(isOfGroup
      ? []
      : ([...whenRows(booking, zone, words), ...withRow(context, false, words)] as const)),
    [labels.amount, formatMoney(money, words.locale)],
    ...(payBy === undefined
      ? []
      : ([[labels.payBy, timeText(payBy, payBy, zone, words)]] as const)),
  ]
  const page = isOfCharge ? charge.url : payment.checkoutUrl
  const url = message === 'refunded' ? undefined : page
  const links: readonly MailLink[] =
    url === undefined ? [] : [{ url: inLanguageOf(url, booker?.locale), label: labels.pay }]
  return {
    ...headToBooker(eventId, to, context),
    subject: subject(title),
    body: { lead, rows, links, language, receiver: 'booker' },
  }
}
