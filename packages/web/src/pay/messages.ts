import { texts } from '../shared/language.ts'

/** The texts of the page where a booking is paid. */
export const payMessages = texts('pay', {
  title: 'Payment',
  amount: 'Amount',
  pay: (amount: string) => `Pay ${amount}`,
  going: 'Opening the payment page …',
  heldWhile: 'Your time stays held while you pay.',
  processingTitle: 'Processing your payment',
  processing: 'This usually takes a few seconds. Keep this page open.',
  longTitle: 'Your payment is still being processed',
  long: 'You can close this page. Your booking shows when it is done.',
  check: 'Check again',
  confirmedTitle: 'Booking confirmed',
  confirmed: 'Your payment was received.',
  failedTitle: 'Payment failed',
  failed: 'You were not charged. Try again, or pay another way.',
  expiredTitle: 'This time is no longer held',
  expired: 'The payment was not completed in time. If an amount was reserved, it is released.',
  cancelledTitle: 'This booking was cancelled',
  cancelled: 'Nothing is to pay any more.',
  refunded: 'Your payment was refunded.',
  partlyRefunded: 'Part of your payment was refunded.',
  another: 'Choose another time',
  manage: 'Manage booking',
})
