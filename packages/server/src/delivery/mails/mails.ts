import type { Attempt, Consumer } from '../../kernel/queue/queue.ts'
import type { Task } from '../../kernel/queue/task.ts'
import { scheduleFollowUp } from '../schedule/follow-up.ts'
import { type BookingMailDependencies, mailAboutBooking, mailAboutGroup } from './booking-mail.ts'
import { mailAboutCalendar } from './calendar-mails.ts'
import { mailAboutDeposit } from './deposit-mail.ts'
import { familyOf, type NoticeFamily } from './notices.ts'
import { mailAboutPayment } from './payment-mail.ts'
import { mailToPerson } from './person-mail.ts'
import { mailAboutSession } from './session-mail.ts'
import { mailAboutEntry } from './waitlist-mail.ts'

/** The dependencies of the mails consumer. */
export type MailDependencies = BookingMailDependencies

type SendNotice = (deps: MailDependencies, task: Task) => Promise<Attempt>

const SENDERS: Readonly<Record<NoticeFamily, SendNotice>> = {
  booking: mailAboutBooking,
  group: mailAboutGroup,
  calendar: mailAboutCalendar,
  payment: mailAboutPayment,
  deposit: mailAboutDeposit,
  entry: mailAboutEntry,
  session: mailAboutSession,
  person: mailToPerson,
  followUp: async (deps, { event }) => {
    await scheduleFollowUp(deps, event)
    return { kind: 'done' }
  },
}

/**
 * Tells people of events, as `NOTICES` says. Each sent email is marked, so an event that arrives twice sends it once. A
 * crash between sending and marking sends it again with the same `Message-ID`.
 */
export const mailsConsumer = (deps: MailDependencies): Consumer => ({
  name: 'mails',
  wants: (event) => familyOf(event) !== undefined,
  handle: async (task) => {
    const family = familyOf(task.event)
    return family === undefined ? { kind: 'done' } : await SENDERS[family](deps, task)
  },
})
