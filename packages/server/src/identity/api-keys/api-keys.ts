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

/** A key with the secret that is shown once. */
export interface IssuedApiKey {
  readonly apiKey: ApiKey
  readonly secret: string
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

// By table, since every request with a key comes through here.
function hex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += HEX[byte]
  return text
}

/** What is stored of a secret: its SHA-256 in hex. */
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

const putBoth = (apiKey: ApiKey): readonly Write[] => {
  const { listed, byHash } = apiKeyItems(apiKey)
  return [
    { kind: 'put-if-absent', item: listed },
    { kind: 'put-if-absent', item: byHash },
  ]
}

/** Creates a key of the caller's account. */
export async function createApiKey(
  deps: Dependencies,
  caller: Caller<IssuedApiKey>,
  input: { readonly name: string },
): Promise<Result<IssuedApiKey, Refusal>> {
  const secret = deps.secrets.newApiKey()
  const apiKey = issue(deps, caller.accountId, input.name, secret)
  const issued = { apiKey, secret }
  const committed = await commit(deps, caller, putBoth(apiKey), issued)
  if (committed.kind === 'refused') return refuse(committed.refusal)
  if (committed.kind === 'failed') throw new Error('a new API key met an existing one')
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

/** Revokes a key. The last key of an account stays: without it nobody could ever make another. */
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
  const others = await deps.store.query({
    ...accountApiKeysRange(caller.accountId),
    limit: 2,
    consistent: true,
  })
  const other = others.items.map(apiKeyFromItem).find((key) => key.id !== keyId)
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
      // The hash stays, revoked: a key that the settings name as well must not come back with them.
      {
        kind: 'put-if-version',
        item: { ...apiKeyItems(apiKey).byHash, version: 2, isRevoked: true },
        version: 1,
      },
      // Two keys that revoke each other at once: each needs the other to be there still.
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

/** Finds the account that a secret belongs to. */
export async function authenticate(
  deps: Dependencies,
  secret: string,
): Promise<{ readonly accountId: string; readonly keyId: string } | undefined> {
  const item = await deps.store.get(apiKeyKey(hashedSecret(deps, secret)), { consistent: true })
  if (item === undefined || item.isRevoked === true) return undefined
  return { accountId: item.accountId as string, keyId: item.keyId as string }
}

/**
 * Makes sure that this key opens the first account of the store; a key that is known already keeps
 * the account that it has, and one that was revoked stays revoked.
 */
export async function ensureApiKey(
  deps: Dependencies,
  secret: string,
): Promise<{ readonly accountId: string }> {
  const key = apiKeyKey(hashedSecret(deps, secret))
  const known = await deps.store.get(key, { consistent: true })
  if (known !== undefined) return { accountId: known.accountId as string }
  const accountId = await firstAccount(deps)
  const outcome = await deps.store.transact(
    putBoth(issue(deps, accountId, 'bootstrap', secret)),
    deps.ids.next('event', deps.clock.nowEpochMilliseconds()),
  )
  // Another process that started at the same moment may have been first.
  return outcome.committed ? { accountId } : ensureApiKey(deps, secret)
}
