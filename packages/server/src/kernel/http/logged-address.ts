import type { Access } from './access-log.ts'
import type { Call } from './call.ts'
import { clientAddress } from './client-address.ts'
import type { HttpSettings } from './context.ts'

/** The client's address for the log, if the settings ask for it. */
export const loggedAddress = (
  { logsAddresses, trustedProxies }: HttpSettings,
  { env, sent }: Pick<Call, 'env' | 'sent'>,
): Pick<Access, 'address'> =>
  logsAddresses
    ? { address: clientAddress(env, sent.headers.get('x-forwarded-for'), trustedProxies) }
    : {}
