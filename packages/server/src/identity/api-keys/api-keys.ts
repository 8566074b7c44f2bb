import { ok, type Result, refuse } from '@holdfast/engine'
import { type Caller, versionMismatch } from '../../kernel/caller.ts'
import { commit } from '../../kernel/commit.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { type Listed, listPage, type Page } from '../../kernel/paging.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { firstAccount } from '../accounts/accounts.ts'
import { accountApiKeyKey, accountApiKeysRange, apiKeyKey } from '../keys.ts'
import { type ApiKey, apiKeyFromItem, apiKeyItems } from './api-key.ts'

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

function issue(deps: Dependencies, accountId: string, name: string, secret: string): ApiKey {
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

const insertKey = (apiKey: ApiKey): readonly Write[] => {
  const { listed, byHash } = apiKeyItems(apiKey)
  return [
    { kind: 'put-if-absent', item: listed },
    { kind: 'put-if-absent', item: byHash },
  ]
}

/** Creates a key in the caller's account. */
export async function createApiKey(
  deps: Dependencies,
  caller: Caller<IssuedApiKey>,
  input: { readonly name: string },
): Promise<Result<IssuedApiKey, Refusal>> {
  const secret = deps.secrets.newApiKey()
  const apiKey = issue(deps, caller.accountId, input.name, secret)
  const issued = { apiKey, secret }
  const committed = await commit(deps, caller, insertKey(apiKey), issued)
  if (committed.kind === 'refused') return refuse(committed.refusal)
  if (committed.kind === 'failed')
    throw new Error('a new API key has the id or the secret of an existing one')
  return ok(issued)
}

/** Lists the keys of the caller's account. */
export function listApiKeys(
  deps: Dependencies,
  caller: Caller,
  page: Page,
): Promise<Listed<ApiKey>> {
  return listPage(deps.store, accountApiKeysRange(caller.accountId), page, apiKeyFromItem)
}

/**
 * Revokes a key of the caller's account. Refuses the account's last key as `last_api_key`: without a
 * key nobody could create another one.
 */
export async function revokeApiKey(
  deps: Dependencies,
  caller: Caller,
  keyId: string,
): Promise<Result<undefined, Refusal>> {
  const item = await deps.store.get(accountApiKeyKey(caller.accountId, keyId), { consistent: true })
  if (item === undefined) return notFound('api_key', keyId)
  const apiKey = apiKeyFromItem(item)
  const stale = versionMismatch(caller, apiKey.version)
  if (stale) return stale
  const firstTwo = await deps.store.query({
    ...accountApiKeysRange(caller.accountId),
    limit: 2,
    consistent: true,
  })
  const other = firstTwo.items.map(apiKeyFromItem).find((key) => key.id !== keyId)
  if (other === undefined) return refuse({ code: 'last_api_key' })
  const committed = await commit(
    deps,
    caller,
    [
      {
        kind: 'delete-if-version',
        key: accountApiKeyKey(caller.accountId, keyId),
        version: apiKey.version,
      },
      // The hash item stays, marked as revoked. Otherwise the next start would create the key again
      // if the settings name it as the bootstrap key.
      {
        kind: 'put-if-version',
        item: { ...apiKeyItems(apiKey).byHash, version: 2, isRevoked: true },
        version: 1,
      },
      // Two concurrent calls could each revoke the other's key and leave none.
      {
        kind: 'check-version',
        key: accountApiKeyKey(caller.accountId, other.id),
        version: other.version,
      },
    ],
    undefined,
  )
  if (committed.kind === 'refused') return refuse(committed.refusal)
  if (committed.kind === 'failed') return revokeApiKey(deps, caller, keyId)
  return ok(undefined)
}

/** Finds the account and key of a secret; undefined if the key is unknown or revoked. */
export async function authenticate(
  deps: Dependencies,
  secret: string,
): Promise<{ readonly accountId: string; readonly keyId: string } | undefined> {
  const item = await deps.store.get(apiKeyKey(hashedSecret(deps, secret)), { consistent: true })
  if (item === undefined || item.isRevoked === true) return undefined
  return { accountId: item.accountId as string, keyId: item.keyId as string }
}

/**
 * Gives the store's first account this key, unless the store knows it. A known key keeps its
 * account, and a revoked key stays revoked.
 */
export async function ensureApiKey(
  deps: Dependencies,
  secret: string,
): Promise<{ readonly accountId: string }> {
  const key = apiKeyKey(hashedSecret(deps, secret))
  const existing = await deps.store.get(key, { consistent: true })
  if (existing !== undefined) return { accountId: existing.accountId as string }
  const accountId = await firstAccount(deps)
  const outcome = await deps.store.transact(
    insertKey(issue(deps, accountId, 'bootstrap', secret)),
    deps.ids.next('event', deps.clock.nowEpochMilliseconds()),
  )
  // Another process may have started at the same moment and been first.
  return outcome.committed ? { accountId } : ensureApiKey(deps, secret)
}
