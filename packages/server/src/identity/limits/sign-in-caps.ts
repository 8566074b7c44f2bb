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
export async function takeSignInRequest(
  deps: Dependencies,
  clientNetwork: string,
  email: string,
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
    const owner = { accountId: undefined, what: `sign-in-${what}`, who }
    const { perTenMinutes, perDay } = SIGN_IN_CAPS[what]
    const limits = { perTenMinutes: perTenMinutes * factor, perDay: perDay * factor }
    const amount = { unit: 'requests', amount: 1, ...limits }
    const taken = await takeAmounts(deps, owner, [amount])
    if (taken.ok) continue
    const { retryAfterSeconds } = taken.refusal
    return refuse({
      code: 'rate_limited',
      reason: `Too many sign-in emails were requested from this network or for this address. Retry in ${retryAfterSeconds} s, or sign in with a passkey.`,
      retryAfterSeconds,
    })
  }
  return ok(undefined)
}
