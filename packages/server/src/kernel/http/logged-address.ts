import type { Context } from 'hono'
import type { Access } from './access-log.ts'
import { clientAddress } from './client-address.ts'
import type { HttpEnv, HttpSettings } from './context.ts'

/** The client's address for the log, if the settings ask for it. */
export const loggedAddress = (
  { logsAddresses, trustedProxies }: HttpSettings,
  c: Context<HttpEnv>,
): Pick<Access, 'address'> =>
  logsAddresses
    ? { address: clientAddress(c.env, c.req.raw.headers.get('x-forwarded-for'), trustedProxies) }
    : {}
