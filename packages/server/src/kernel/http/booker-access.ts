import { BOOKER, bearerOf, type Identity, refused, SUSPENDED } from './auth.ts'
import type { HttpContext } from './context.ts'
import { type Checked, passed } from './problem.ts'

const BOOKER_TOKEN = /^hb_[0-9A-Za-z]{1,200}$/

/** Whether a request has the token of a booker, whatever it is worth. */
export const sendsBookerToken = (headers: Pick<Headers, 'get'>): boolean =>
  bearerOf(headers.get('authorization'))?.startsWith('hb_') ?? false

/** Identifies a booker who signed in, by the token of the sign-in. */
export async function identifyBooker(
  { callerAccounts, accountState }: HttpContext,
  headers: Pick<Headers, 'get'>,
): Promise<Checked<Identity>> {
  const token = bearerOf(headers.get('authorization'))
  if (token === undefined || !BOOKER_TOKEN.test(token)) {
    return refused('Send the token of a sign-in as "Authorization: Bearer hb_…".')
  }
  const booker = await callerAccounts.ofBookerToken(token)
  const state = booker && (await accountState(booker.accountId))
  if (booker === undefined || state === undefined) {
    return refused('The sign-in is over: it has expired or was revoked. Sign in again.')
  }
  if (state.status === 'deleting') return SUSPENDED
  return passed({
    accountId: booker.accountId,
    role: 'public',
    grant: BOOKER,
    booker,
    ...(state.status === 'suspended' && { isSuspended: true }),
    scopeOwner: `booker ${booker.contactId}`,
  })
}
