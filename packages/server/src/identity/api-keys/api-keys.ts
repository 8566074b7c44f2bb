import { invariant, ok, type Result, refuse } from '@holdfast/engine'
import { type Caller, versionMismatch } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { type Listed, listPage, type Page } from '../../kernel/paging.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { commit, transact } from '../../kernel/transaction.ts'
import { firstAccount } from '../accounts/accounts.ts'
import { accountApiKeyKey, accountApiKeysRange, apiKeyKey } from '../keys.ts'
import { type ApiKey, apiKeyEntity, apiKeyHashEntity, hashOfApiKey } from './api-key.ts'

/** A new key and its secret, which is shown only once. */
export interface IssuedApiKey {
  readonly apiKey: ApiKey
  readonly secret: string
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

// A lookup table, because every request with a key runs this.
function hex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += HEX[byte]
  return text
}

/** The stored form of a secret: its SHA-256 in hex. */
export const hashedSecret = (deps: Pick<Dependencies, 'secrets'>, secret: string): string =>
  hex(deps.secrets.hash(secret))

/** A new API key of an account. It is valid once its `insertWrites` are committed. */
export function issueApiKey(
  deps: Dependencies,
  accountId: string,
  name: string,
  secret: string,
): ApiKey {
  const now = epochSeconds(deps.clock)
  return {
    id: deps.ids.next('apiKey', deps.clock.nowEpochMilliseconds()),
    accountId,
    version: 1,
    name,
    hint: secret.slice(-4),
    secretHash: hashedSecret(deps, secret),
    createdAtEpochSeconds: now,
    updatedAtEpochSeconds: now,
  }
}

/** The writes that store a new API key. */
export const insertWrites = (apiKey: ApiKey) => ({
  apiKey: apiKeyEntity.create(apiKey),
  hash: apiKeyHashEntity.create(hashOfApiKey(apiKey)),
})

/** Creates a key in the caller's account. */
export async function createApiKey(
  deps: Dependencies,
  caller: Caller<IssuedApiKey>,
  input: { readonly name: string },
): Promise<Result<IssuedApiKey, Refusal>> {
  const secret = deps.secrets.newApiKey()
  const apiKey = issueApiKey(deps, caller.accountId, input.name, secret)
  const issued = { apiKey, secret }
  const committed = await commit(deps, caller, insertWrites(apiKey), issued)
  if (committed.kind === 'refused') return refuse(committed.refusal)
  invariant(committed.kind === 'done', 'a new API key has the id or secret of an existing one')
  return ok(issued)
}

/** Lists the keys of the caller's account. */
export function listApiKeys(
  deps: Dependencies,
  caller: Caller,
  page: Page,
): Promise<Listed<ApiKey>> {
  return listPage(deps.store, accountApiKeysRange(caller.accountId), page, apiKeyEntity.decode)
}

/**
 * Revokes a key of the caller's account. Refuses the account's last key as `last_api_key`: without a
 * key nobody could create another one.
 */
export function revokeApiKey(
  deps: Dependencies,
  caller: Caller,
  keyId: string,
): Promise<Result<undefined, Refusal>> {
  const { accountId } = caller
  return retryOnConflict(`API key ${keyId}`, async () => {
    const key = accountApiKeyKey(accountId, keyId)
    const apiKey = await apiKeyEntity.read(deps.store, key, { consistent: true })
    if (apiKey === undefined) return notFound('api_key', keyId)
    const stale = versionMismatch(caller, apiKey.version)
    if (stale) return stale
    const firstTwo = await deps.store.query({
      ...accountApiKeysRange(accountId),
      limit: 2,
      consistent: true,
    })
    const other = firstTwo.items.map(apiKeyEntity.decode).find(({ id }) => id !== keyId)
    if (other === undefined) return refuse({ code: 'last_api_key' })
    const hash = hashOfApiKey(apiKey)
    const writes = {
      apiKey: apiKeyEntity.remove(apiKey),
      // The hash stays, marked as revoked. Otherwise the next start would create the key again if the
      // settings name it as the bootstrap key.
      hash: apiKeyHashEntity.replace(hash, { ...hash, version: 2, isRevoked: true }),
      // Two concurrent calls could each revoke the other's key and leave none.
      other: apiKeyEntity.check(other),
    }
    const committed = await commit(deps, caller, writes, undefined)
    if (committed.kind === 'refused') return refuse(committed.refusal)
    return committed.kind === 'done' ? ok(undefined) : CONFLICT
  })
}

/** Finds the account and key of a secret; undefined if the key is unknown or revoked. */
export async function authenticate(
  deps: Dependencies,
  secret: string,
): Promise<{ readonly accountId: string; readonly keyId: string } | undefined> {
  const key = apiKeyKey(hashedSecret(deps, secret))
  const hash = await apiKeyHashEntity.read(deps.store, key, { consistent: true })
  if (hash === undefined || hash.isRevoked === true) return undefined
  return { accountId: hash.accountId, keyId: hash.keyId }
}

/**
 * Gives the store's first account this key, unless the store knows it. A known key keeps its
 * account, and a revoked key stays revoked.
 */
export function ensureApiKey(
  deps: Dependencies,
  secret: string,
): Promise<{ readonly accountId: string }> {
  return retryOnConflict('the bootstrap API key', async () => {
    const key = apiKeyKey(hashedSecret(deps, secret))
    const existing = await apiKeyHashEntity.read(deps.store, key, { consistent: true })
    if (existing !== undefined) return { accountId: existing.accountId }
    const accountId = await firstAccount(deps)
    const apiKey = issueApiKey(deps, accountId, 'bootstrap', secret)
    const outcome = await transact(deps, insertWrites(apiKey))
    // Another process may have started at the same moment and been first.
    return outcome.kind === 'done' ? { accountId } : CONFLICT
  })
}
