import { epochMillisecondsOfId, isErasedBooker } from '@holdfast/engine'
import { bookingEntity } from '../../booking/bookings/booking-item.ts'
import { bookingKey } from '../../booking/keys.ts'
import type { KeptMail } from '../../delivery/ports/kept-mails.ts'
import { forgetMessages } from '../../delivery/sent/forget-messages.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import { ERASED_TEXT, type Mentions } from '../../kernel/privacy/person.ts'
import { calendarEventIdKey } from '../../stays/keys.ts'
import {
  type ErasureDependencies,
  type ErasureWork,
  isFromBefore,
  report,
  type Step,
} from './erasure-work.ts'

const EVENT_ID = /-(evn_[0-9a-z]{26})\./
const BOOKING_ID = /bkg_[0-7][0-9a-hjkmnp-tv-z]{25}/g
const EVENT_OF_CALENDAR_ID = /cev_[0-7][0-9a-hjkmnp-tv-z]{25}/g

/** The event that a stored email is about; undefined if its id does not say. */
export const eventIdOf = ({ id }: Pick<KeptMail, 'id'>): string | undefined =>
  EVENT_ID.exec(id)?.[1]

/** When the event of a stored email occurred, by the server's clock; 0 if its id does not say. */
export function mailedAt(mail: Pick<KeptMail, 'id'>): number {
  const eventId = eventIdOf(mail)
  return eventId === undefined ? 0 : epochMillisecondsOfId(eventId)
}

/** Whether a stored email names a person, as its recipient or in its text. */
export const isMailAbout = ({ to, subject, text, invitation }: KeptMail, mentions: Mentions) =>
  mentions.isAddress(to) || [subject, text, invitation ?? ''].some(mentions.inText)

/** Whether an account sent a stored email. One that names no account belongs to that of its booking or stay. */
export async function isMailOf(
  { store }: Pick<Dependencies, 'store'>,
  mail: KeptMail,
  accountId: string,
): Promise<boolean> {
  if (mail.accountId !== undefined) return mail.accountId === accountId
  const text = `${mail.text} ${mail.invitation}`
  const keys = [
    ...[...new Set(text.match(BOOKING_ID))].map(bookingKey),
    ...[...new Set(text.match(EVENT_OF_CALENDAR_ID))].map(calendarEventIdKey),
  ]
  const items = await readItems(store, keys)
  return items.some((item) => item?.accountId === accountId)
}

/** Whether a stored email is about a booking that was erased: the address of its booker may be another now. */
async function isAboutErased({ store }: Pick<Dependencies, 'store'>, mail: KeptMail) {
  const ids = new Set(mail.text.match(BOOKING_ID))
  const items = await readItems(store, [...ids].map(bookingKey))
  return items.some((item) => {
    const booker = item && bookingEntity.decode(item).booker
    return booker !== undefined && isErasedBooker(booker)
  })
}

/** Whether a stored email is about a stay that was erased or cancelled. */
async function isAboutErasedStay({ store }: Pick<Dependencies, 'store'>, mail: KeptMail) {
  const ids = [...new Set(`${mail.text} ${mail.invitation}`.match(EVENT_OF_CALENDAR_ID))]
  const items = await readItems(store, ids.map(calendarEventIdKey))
  return items.some((item) => item === undefined || item.title === ERASED_TEXT)
}

/** The stored emails are removed before the records of messages, which are removed in parts. */
const MESSAGES = 'messages'

/** Removes the stored emails of the account to the person and about them, and what is recorded of messages to them. */
export const eraseFromMails: Step = async (deps, work, cursor) => {
  const { accountId, progress } = work
  const mails = cursor === MESSAGES ? 0 : await removeMails(deps, work)
  const { deleted, more } = await forgetMessages(deps, { accountId, address: progress.email })
  return report(mails + deleted, more ? MESSAGES : undefined)
}

async function removeMails(deps: ErasureDependencies, work: ErasureWork): Promise<number> {
  const { accountId, mentions } = work
  const removed = await deps.keptMails?.removeWhere(
    async (mail) =>
      (mail.accountId ?? accountId) === accountId &&
      ((isMailAbout(mail, mentions) &&
        (isFromBefore(work, Math.floor(mailedAt(mail) / 1000)) ||
          (await isAboutErasedStay(deps, mail)))) ||
        (await isAboutErased(deps, mail))),
  )
  return removed ?? 0
}
