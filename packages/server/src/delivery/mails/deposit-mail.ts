import { type Booking, isErasedBooker } from '@holdfast/engine'
import { bookingEntity } from '../../booking/bookings/booking-item.ts'
import { bookingKey } from '../../booking/keys.ts'
import type { Attempt } from '../../kernel/queue/queue.ts'
import type { Task } from '../../kernel/queue/task.ts'
import { formatMoney } from '../../payments/money/money.ts'
import { mailLanguageOf, TEXTS } from '../languages/languages.ts'
import type { DepositMessage } from '../texts.ts'
import { bookingContext } from './booking-context.ts'
import { readersZone } from './compose.ts'
import { type BookingContext, titleOf, withRow } from './invitation.ts'
import { addressOfBooker, headToBooker } from './mail-addresses.ts'
import type { Rows, WrittenMail } from './mail-body.ts'
import { manageUrlOf } from './mail-urls.ts'
import { depositNoticeFor } from './other-notices.ts'
import { type SendDependencies, sendAll, subjectOf } from './send-mails.ts'
import { whenRows } from './stay-when.ts'

/** What emails about security deposits need. */
interface DepositMailDependencies extends SendDependencies {
  readonly publicUrl: string
}

/**
 * Emails the booker about the security deposit of a stay: where to authorize it, or what was taken of it. A request that is no longer
 * right is not sent.
 */
export async function mailAboutDeposit(
  deps: DepositMailDependencies,
  task: Task,
): Promise<Attempt> {
  const { event } = task
  const key = bookingKey(event.resourceId)
  const booking = await bookingEntity.read(deps.store, key)
  if (booking?.booker === undefined || isErasedBooker(booking.booker)) return { kind: 'done' }
  const message = depositNoticeFor(event.type, 'booker', booking)
  if (message === undefined) return { kind: 'done' }
  const context = await bookingContext(deps, booking, deps.mailer.fromAddress)
  if (context === undefined) return { kind: 'done' }
  const manageUrl = manageUrlOf(deps, `/manage/${booking.id}`, booking, booking.booker.locale)
  const subject = {
    ...subjectOf(task),
    ...(booking.isUnproven && { unproven: ['booker'] as const }),
  }
  return await sendAll(deps, subject, [
    ['booker', writeDepositMail(context, message, event.id, manageUrl)],
  ])
}

/** Writes an email about a security deposit in the booker's language. It carries nothing that a stranger wrote. */
function writeDepositMail(
  context: BookingContext,
  message: DepositMessage,
  eventId: string,
  manageUrl: string | undefined,
): WrittenMail | undefined {
  const { booking } = context
  const { booker, securityDeposit, isUnproven } = booking
  const to = booker && addressOfBooker(booker, isUnproven)
  if (to === undefined || securityDeposit === undefined) return undefined
  const language = mailLanguageOf(booker?.locale)
  const words = TEXTS[language].bookings
  const { label, link, messages } = TEXTS[language].payments.securityDeposit
  const { subject, lead } = messages[message]
  const title = titleOf(context, language)
  const rows: Rows = [
    [words.rows.what, title],
    ...whenRows(booking, readersZone(context, 'booker'), words),
    ...withRow(context, false, words),
    ...amountRows(booking, message, language, label),
  ]
  const isAsking = message === 'securityDepositNeeded'
  return {
    ...headToBooker(eventId, to, context),
    subject: subject(title),
    body: {
      lead,
      rows,
      links:
        manageUrl === undefined
          ? []
          : [{ url: manageUrl, label: isAsking ? link : words.links.view }],
      language,
      receiver: 'booker',
    },
  }
}

/** What is to be reserved, or what was taken and why. */
function amountRows(
  { securityDeposit }: Booking,
  message: DepositMessage,
  language: ReturnType<typeof mailLanguageOf>,
  label: string,
): Rows {
  if (securityDeposit === undefined) return []
  const { amount, capturedAmount = 0, currency, reason } = securityDeposit
  const words = TEXTS[language].bookings
  const { locale, rows } = words
  if (message === 'securityDepositNeeded')
    return [[label, formatMoney({ amount, currency }, locale)]]
  return [
    [TEXTS[language].payments.amount, formatMoney({ amount: capturedAmount, currency }, locale)],
    ...(reason === undefined ? [] : ([[rows.reason, reason]] as const)),
  ]
}
