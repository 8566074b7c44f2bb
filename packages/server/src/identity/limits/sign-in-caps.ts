import { ok, type Result, refuse } from '@holdfast/engine'
import { countedNetworks } from '../../kernel/client-network.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { takeAmounts } from './window-counter.ts'

/** The most emails with a sign-in link that one client network, and one address, may ask for. */
export const SIGN_IN_CAPS = {
  network: { perTenMinutes: 20, perDay: 200 },
  email: { perTenMinutes: 5, perDay: 30 },
} as const

/**
 * Counts a request for a sign-in link. Known and unknown addresses count alike, and the refusal does not say
 * which of the two limits was reached. The network comes first, so that a client whose limit is used up cannot
 * use up those of addresses.
 */
export const takeSignInRequest = (
  deps: Dependencies,
  clientNetwork: string,
  email: string,
): Promise<Result<undefined, Refusal>> =>
  takeLinkRequest(deps, clientNetwork, {
    prefix: 'sign-in',
    email,
    advice: ', or sign in with a passkey.',
  })

/**
 * Counts a booker's request for a sign-in link, in counters of its own: a stranger who uses them up keeps no member out, nor
 * the bookers of another account. Known and unknown addresses count alike.
 */
export const takeBookerSignInRequest = (
  deps: Dependencies,
  clientNetwork: string,
  accountId: string,
  email: string,
): Promise<Result<undefined, Refusal>> =>
  takeLinkRequest(deps, clientNetwork, {
    prefix: 'booker-sign-in',
    email: `${accountId} ${email}`,
    advice: '.',
  })

async function takeLinkRequest(
  deps: Dependencies,
  clientNetwork: string,
  {
    prefix,
    email,
    advice,
  }: { readonly prefix: string; readonly email: string; readonly advice: string },
): Promise<Result<undefined, Refusal>> {
  const subjects = [
    ...countedNetworks(clientNetwork).map(({ network, factor }) => ({
      what: 'network' as const,
      who: network,
      factor,
    })),
    { what: 'email' as const, who: email, factor: 1 },
  ]
  for (const { what, who, factor } of subjects) {
    const owner = { accountId: undefined, what: `${prefix}-${what}`, who }
    const { perTenMinutes, perDay } = SIGN_IN_CAPS[what]
    const limits = { perTenMinutes: perTenMinutes * factor, perDay: perDay * factor }
    const amount = { unit: 'requests', amount: 1, ...limits }
    const taken = await takeAmounts(deps, owner, [amount])
    if (taken.ok) continue
    const { retryAfterSeconds } = taken.refusal
    return refuse({
      code: 'rate_limited',
      reason: `Too many sign-in emails were requested from this network or for this address. Retry in ${retryAfterSeconds} s${advice}`,
      retryAfterSeconds,
    })
  }
  return ok(undefined)
}
