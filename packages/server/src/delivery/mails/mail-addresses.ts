import type { Booker } from '@holdfast/engine'
import type { Provider } from '../../booking/providers/provider.ts'
import type { MailAddress } from '../ports/mailer.ts'
import { senderOf } from './invitation.ts'
import type { WrittenMail } from './mail-body.ts'

/** The address of a booker, if there is one. `isUnproven`: without the name, which a stranger may have entered. */
export const addressOfBooker = (
  { name, email }: Booker,
  isUnproven = false,
): MailAddress | undefined => {
  if (email === undefined) return undefined
  return isUnproven ? { address: email } : { name, address: email }
}

/** The address of a provider, if there is one. */
export const addressOfProvider = ({
  name,
  email,
}: Pick<Provider, 'name' | 'email'>): MailAddress | undefined =>
  email === undefined ? undefined : { name, address: email }

/** The part of an email before its subject, to the booker of something or somebody on a wait list. Replies go to the provider. */
export function headToBooker(
  eventId: string,
  to: MailAddress,
  about: Parameters<typeof senderOf>[0] & { readonly provider: Pick<Provider, 'email'> },
): Pick<WrittenMail, 'id' | 'fromName' | 'to' | 'replyTo'> {
  const replyTo = addressOfProvider(about.provider)
  return { id: `${eventId}.booker`, fromName: senderOf(about), to, ...(replyTo && { replyTo }) }
}
