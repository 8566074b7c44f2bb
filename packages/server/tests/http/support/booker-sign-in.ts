import type { Mail } from '../../../src/delivery/ports/mailer.ts'
import type { TestApp } from './app.ts'
import type { Got } from './call.ts'
import { newAddress } from './people.ts'
import { mailOnce } from './work.ts'

/** A mail and whose mailbox may show it. */
export interface SentMail extends Mail {
  readonly reader: string
}

/** Writes the emails that wait, and answers them. */
export async function sendMails({ deps }: Pick<TestApp, 'deps'>): Promise<readonly SentMail[]> {
  const mails: SentMail[] = []
  await mailOnce(deps, {
    fromAddress: 'mail@example.com',
    send: async (mail, reader) => {
      mails.push({ ...mail, reader })
      return { kind: 'sent' }
    },
    close: async () => {},
  })
  return mails
}

/** Asks for a link to the bookings of a booker. */
export const askForBookerLink = (
  { call }: Pick<TestApp, 'call'>,
  body: Readonly<Record<string, unknown>>,
  from = newAddress(),
): Promise<Got> => call('POST', '/v1/public/sign-in', { key: null, body, from })

/** The token of the link in an email. */
export const tokenIn = (mail: Mail | undefined): string =>
  /\/manage\/a\/[a-z0-9-]+\?lang=\w+#token=(hl_\w+)/.exec(mail?.text ?? '')?.[1] ?? ''

/** Redeems the token of a link. */
export const verifyBookerLink = ({ call }: Pick<TestApp, 'call'>, token: string): Promise<Got> =>
  call('POST', '/v1/public/sign-in/verify', { key: null, body: { token }, from: newAddress() })

/** Signs a booker in, from the request to the token. */
export async function signInBooker(
  app: TestApp,
  accountSlug: string,
  email: string,
): Promise<string> {
  await askForBookerLink(app, { accountSlug, email })
  const mails = await sendMails(app)
  const verified = await verifyBookerLink(
    app,
    tokenIn(mails.find(({ to, text }) => to.address === email && text.includes('#token='))),
  )
  return String(verified.body.customerToken)
}

/** Follows the newest link that asks to prove the address of a booking, in the given emails. */
export function proveAddress(
  { call }: Pick<TestApp, 'call'>,
  bookingId: unknown,
  mails: readonly SentMail[],
): Promise<Got> {
  const links = mails.flatMap(({ text }) =>
    text.includes(String(bookingId)) ? (/#hm_\w+\.(hm_\w+)/.exec(text)?.[1] ?? []) : [],
  )
  const body = { token: links.at(-1) }
  return call('POST', `/v1/bookings/${bookingId}/confirm-email`, { key: null, body })
}
