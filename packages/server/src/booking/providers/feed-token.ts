import { ok, type Result, refuse } from '@holdfast/engine'
import { type Caller, versionMismatch } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { commit } from '../../kernel/transaction.ts'
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
  return retryOnConflict(`provider ${providerId}`, async () => {
    const found = await getProvider(deps, caller, providerId)
    if (!found.ok) return found
    const before = found.value
    const stale = versionMismatch(caller, before.version)
    if (stale) return stale
    const { feedTokenHash: current, deletionBeganAtEpochSeconds: _, ...rest } = before
    if (current === undefined && feedTokenHash === undefined) return ok(before)
    const after: Provider = {
      ...rest,
      ...(feedTokenHash && { feedTokenHash }),
      version: before.version + 1,
      actor: caller.actor,
      updatedAtEpochSeconds: epochSeconds(deps.clock),
    }
    const writes = { provider: providerEntity.replace(before, after) }
    const committed = await commit(deps, caller, writes, answer(after))
    if (committed.kind === 'done') return ok(after)
    return committed.kind === 'refused' ? refuse(committed.refusal) : CONFLICT
  })
}
