import type { AnswerValue } from '@holdfast/engine'
import { formatMoney } from '../../payments/money/money.ts'
import { TEXTS } from '../languages/languages.ts'
import type { Message, Words } from '../texts.ts'
import type { Rows } from './mail-body.ts'
import type { MailContext, Recipient } from './mail-context.ts'

/** The messages that say what a booking costs. */
const WITH_AMOUNT: readonly Message[] = [
  'requested',
  'approvalNeeded',
  'confirmed',
  'newBooking',
  'reminder',
]

/** The rows with what is paid for a booking, and what is left to pay after a deposit, if the message says so. Guests do not read it. */
export function amountRows(
  { booking: { payment }, balanceDue }: MailContext,
  recipient: Recipient,
  message: Message,
  { language, locale }: Words,
): Rows {
  if (payment === undefined || recipient === 'guest') return []
  const { amount, due } = TEXTS[language].payments
  const left: Rows = balanceDue === undefined ? [] : [[due, formatMoney(balanceDue, locale)]]
  // A change says only what is left to pay, which may be more than before.
  if (message === 'rescheduled' || message === 'otherService') return left
  return WITH_AMOUNT.includes(message) ? [[amount, formatMoney(payment, locale)], ...left] : []
}

/** The messages that bring a booking to somebody who did not know it. */
const WITH_ANSWERS: readonly Message[] = ['approvalNeeded', 'newBooking']

/** An answer is cut after so many characters; the dashboard has all of it. */
const ANSWER_CHARACTERS = 500

/**
 * The rows with the booker's answers, for the provider who hears of the booking, under the labels of the questions.
 * Private answers are not in emails, and neither are those to questions that the event type has no longer.
 */
export function answerRows(
  { booking: { answers = {} }, eventType }: MailContext,
  recipient: Recipient,
  message: Message,
): Rows {
  if (recipient !== 'provider' || !WITH_ANSWERS.includes(message)) return []
  return (eventType?.questions ?? []).flatMap(({ id, label, isPrivate }): Rows => {
    const answer = Object.hasOwn(answers, id) ? answers[id] : undefined
    const text = answer === undefined || isPrivate ? '' : answerText(answer)
    if (text === '') return []
    const isLong = text.length > ANSWER_CHARACTERS
    return [[label, isLong ? `${text.slice(0, ANSWER_CHARACTERS).trimEnd()}…` : text]]
  })
}

/** An answer as text. A box that was not checked is empty. */
export function answerText(answer: AnswerValue): string {
  if (typeof answer === 'boolean') return answer ? '✓' : ''
  return typeof answer === 'object' ? answer.join(', ') : String(answer)
}
