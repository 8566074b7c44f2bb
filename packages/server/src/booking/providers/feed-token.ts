import { ok, type Result } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { decideOn } from '../../kernel/decide-on.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { changedNow } from '../../kernel/resource.ts'
import { answerOf, commit } from '../../kernel/transaction.ts'
import { type Provider, providerEntity } from './provider.ts'
import { getProvider } from './read-providers.ts'

/** The token of a new feed link. It is shown only this once. */
export interface IssuedProviderFeed {
  readonly provider: Provider
  readonly token: string
}

/** Creates a link to the feed of a provider's bookings. The previous link stops working. */
export async function issueProviderFeed(
  deps: Dependencies,
  caller: Caller,
  providerId: string,
): Promise<Result<IssuedProviderFeed, Refusal>> {
  const token = deps.secrets.newFeedToken()
  const feedTokenHash = deps.secrets.hash(token)
  const changed = await changeFeedToken(deps, caller, providerId, feedTokenHash, (provider) => ({
    provider,
    token,
  }))
  return changed.ok ? ok({ provider: changed.value, token }) : changed
}

/** Revokes the link to the feed of a provider's bookings. Without a link it changes nothing. */
export async function revokeProviderFeed(
  deps: Dependencies,
  caller: Caller,
  providerId: string,
): Promise<Result<undefined, Refusal>> {
  const changed = await changeFeedToken(deps, caller, providerId, undefined, () => undefined)
  return changed.ok ? ok(undefined) : changed
}

/** Replaces or removes the hash of the token. `answer` is stored for the idempotency key. */
async function changeFeedToken(
  deps: Dependencies,
  caller: Caller,
  providerId: string,
  feedTokenHash: Uint8Array | undefined,
  answer: (after: Provider) => unknown,
): Promise<Result<Provider, Refusal>> {
  const read = () => getProvider(deps, caller, providerId)
  return decideOn(caller, `provider ${providerId}`, read, async (before) => {
    const { feedTokenHash: current, deletionBeganAtEpochSeconds: _, ...rest } = before
    if (current === undefined && feedTokenHash === undefined) return ok(before)
    const after: Provider = {
      ...rest,
      ...(feedTokenHash && { feedTokenHash }),
      ...changedNow(deps, caller, before),
    }
    const writes = { provider: providerEntity.replace(before, after) }
    const committed = await commit(deps, caller, writes, answer(after))
    return answerOf(committed, after)
  })
}
