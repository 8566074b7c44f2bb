import { bookingEntity } from '../../booking/bookings/booking-item.ts'
import { bookingKey } from '../../booking/keys.ts'
import { type Account, accountEntity } from '../../identity/accounts/account.ts'
import { accountKey } from '../../identity/keys.ts'
import type { LinkFor } from '../../identity/sign-in/redeem-link.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import type { Contact } from '../../people/contacts/contact.ts'
import { contactToSignIn } from '../../people/sign-in/sign-in-booker.ts'
import { mailLanguageOf, TEXTS } from '../languages/languages.ts'
import type { MailLanguage } from '../texts.ts'
import { nameOfAccount } from './custom-text.ts'
import type { WrittenMail } from './mail-body.ts'
import { inLanguageOf } from './mail-urls.ts'

/** What the email needs. */
interface BookerMailDependencies extends Pick<Dependencies, 'store'> {
  readonly publicUrl: string
}

/**
 * The email with a link by which a booker signs in. Undefined if no contact has the address, if the person is being erased,
 * or if the account has no slug any more.
 */
export async function bookerSignInMail(
  deps: BookerMailDependencies,
  { id, data }: DomainEvent,
  { purpose }: LinkFor<'booker'>,
  token: string,
): Promise<WrittenMail | undefined> {
  const { accountId, email } = purpose
  const contact = await contactToSignIn(deps, purpose)
  if (contact === undefined) return undefined
  const account = await accountEntity.read(deps.store, accountKey(accountId))
  if (account?.slug === undefined) return undefined
  const asked = typeof data.locale === 'string' ? data.locale : undefined
  const language = await languageOf(deps, asked, contact, account)
  const { subject, lead, link: label } = TEXTS[language].signIn
  const name = nameOfAccount(account)
  const url = new URL(inLanguageOf(`${deps.publicUrl}/manage/a/${account.slug}`, language))
  // In the fragment, which browsers send to no server.
  url.hash = new URLSearchParams({ token }).toString()
  return {
    id: `${id}.booker`,
    fromName: name,
    // Without the name: whoever reads it has proved nothing yet.
    to: { address: email },
    subject: subject(name),
    body: {
      lead: lead(name),
      rows: [],
      links: [{ url: url.href, label }],
      language,
      receiver: 'booker',
    },
  }
}

/** The language that was asked for, else that of the contact's latest booking, else the account's. */
async function languageOf(
  { store }: Pick<Dependencies, 'store'>,
  asked: string | undefined,
  { lastBookingId }: Contact,
  { locale }: Pick<Account, 'locale'>,
): Promise<MailLanguage> {
  if (asked !== undefined) return mailLanguageOf(asked)
  const booking =
    lastBookingId === undefined
      ? undefined
      : await bookingEntity.read(store, bookingKey(lastBookingId))
  return mailLanguageOf(booking?.booker?.locale ?? locale)
}
