import { ok, type Result, refuse } from '@holdfast/engine'
import type { Grant, KnownKey } from '../../kernel/access/grant.ts'
import { orderedScopes, SCOPES, type Scope } from '../../kernel/access/scopes.ts'
import { type Caller, versionMismatch } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import { type Listed, listPage, type Page } from '../../kernel/paging.ts'
import { invalid, notFound, type Refusal } from '../../kernel/refusals.ts'
import { newResource } from '../../kernel/resource.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { commitOrConflict, transact } from '../../kernel/transaction.ts'
import { firstAccount } from '../accounts/accounts.ts'
import { checkDelegation, isRestricted } from '../delegation.ts'
import { accountApiKeyKey, accountApiKeysRange, apiKeyKey, apiKeyUseKey } from '../keys.ts'
import { checkKnownProviders, type RestrictingContext } from '../known-providers.ts'
import {
  type ApiKey,
  type ApiKeyHash,
  accessOf,
  apiKeyEntity,
  apiKeyHashEntity,
  apiKeyUseEntity,
  hashOfApiKey,
  type KeyAccess,
} from './api-key.ts'

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
  access: KeyAccess = {},
): ApiKey {
  return {
    ...newResource(deps, accountId, 'apiKey'),
    name,
    hint: secret.slice(-4),
    secretHash: hashedSecret(deps, secret),
    ...accessOf(access),
  }
}

/** The writes that store a new API key. */
export const insertWrites = (apiKey: ApiKey) => ({
  apiKey: apiKeyEntity.create(apiKey),
  hash: apiKeyHashEntity.create(hashOfApiKey(apiKey)),
})

/** What a new key is for, and what it may do. */
export interface ApiKeyInput {
  readonly name: string
  readonly scopes?: readonly Scope[] | undefined
  readonly providerIds?: readonly string[] | undefined
  readonly expiresAtEpochSeconds?: number | undefined
}

/** A key with its last use. */
export interface ListedApiKey extends ApiKey {
  /** To the hour. Absent: never used. */
  readonly lastUsedAtEpochSeconds?: number
}

/**
 * Creates a key in the caller's account. Without scopes, providers and end, it has those of the caller. Refuses
 * more than the caller has as `forbidden`, and providers that the account does not have. A key that a restricted
 * key makes ends with it.
 */
export async function createApiKey(
  context: RestrictingContext,
  caller: Caller<IssuedApiKey>,
  input: ApiKeyInput,
): Promise<Result<IssuedApiKey, Refusal>> {
  const { deps } = context
  const access = accessWithin(deps, caller, input)
  if (!access.ok) return access
  const known = await checkKnownProviders(context, caller.accountId, input.providerIds)
  if (!known.ok) return known
  return retryOnConflict(`a key of ${caller.accountId}`, async () => {
    const maker = await restrictedMaker(deps, caller)
    if (!maker.ok) return maker
    const secret = deps.secrets.newApiKey()
    const issuedKey = issueApiKey(deps, caller.accountId, input.name, secret, access.value)
    const apiKey = { ...issuedKey, ...(maker.value && { madeByKeyId: maker.value.id }) }
    const issued = { apiKey, secret }
    const writes = {
      ...insertWrites(apiKey),
      // A revocation that has listed the keys before this one begins again.
      maker:
        maker.value &&
        apiKeyEntity.replace(maker.value, { ...maker.value, version: maker.value.version + 1 }),
    }
    return commitOrConflict(deps, caller, writes, issued)
  })
}

/** The restricted key that makes another one. Refuses one that was revoked a moment ago. */
async function restrictedMaker(
  { store }: Dependencies,
  caller: Caller<IssuedApiKey>,
): Promise<Result<ApiKey | undefined, Refusal>> {
  const { accountId, actor } = caller
  if (actor.kind !== 'key' || actor.id === undefined || !isRestricted(caller)) return ok(undefined)
  const maker = await apiKeyEntity.read(store, accountApiKeyKey(accountId, actor.id))
  return maker === undefined ? refuse({ code: 'unauthenticated' }) : ok(maker)
}

/** What a new key may do, if that is not beyond its creator. */
function accessWithin(
  deps: Dependencies,
  caller: Pick<Caller, 'scopes' | 'providerIds' | 'expiresAtEpochSeconds'>,
  input: ApiKeyInput,
): Result<KeyAccess, Refusal> {
  const scopes = orderedScopes(input.scopes ?? caller.scopes ?? SCOPES)
  const providerIds = input.providerIds ?? caller.providerIds
  const expiresAtEpochSeconds = input.expiresAtEpochSeconds ?? caller.expiresAtEpochSeconds
  const rights = { scopes, providerIds, expiresAtEpochSeconds }
  const allowed = checkDelegation(caller, rights, 'A key')
  if (!allowed.ok) return allowed
  if (expiresAtEpochSeconds !== undefined && expiresAtEpochSeconds <= epochSeconds(deps.clock)) {
    return invalid('/expiresAt', 'must be in the future')
  }
  return ok({
    // A key with all scopes also gets those of later versions, like the keys of version 1.
    ...(scopes.length < SCOPES.length && { scopes }),
    ...(providerIds && { providerIds }),
    ...(expiresAtEpochSeconds !== undefined && { expiresAtEpochSeconds }),
  })
}

/** Lists the keys of the caller's account. */
export async function listApiKeys(
  deps: Dependencies,
  caller: Caller,
  page: Page,
): Promise<Listed<ListedApiKey>> {
  const { store } = deps
  const range = accountApiKeysRange(caller.accountId)
  const listed = await listPage(store, range, page, apiKeyEntity.decode)
  const keys = listed.data.map(({ accountId, id }) => apiKeyUseKey(accountId, id))
  const uses = await readItems(store, keys)
  const data = listed.data.map((apiKey, index) => {
    const item = uses[index]
    if (item === undefined) return apiKey
    const { lastUsedAtEpochSeconds } = apiKeyUseEntity.decode(item)
    return { ...apiKey, lastUsedAtEpochSeconds }
  })
  return { ...listed, data }
}

/**
 * Revokes a key of the caller's account, and before it the keys that were made with it while it was restricted.
 * Refuses the account's last key that can do everything for ever, as `last_api_key`: without it, nobody could create
 * another one.
 */
export function revokeApiKey(
  deps: Dependencies,
  caller: Caller,
  keyId: string,
): Promise<Result<undefined, Refusal>> {
  const { accountId } = caller
  return retryOnConflict(`API key ${keyId}`, async () => {
    const key = accountApiKeyKey(accountId, keyId)
    const apiKey = await apiKeyEntity.read(deps.store, key)
    if (apiKey === undefined) return notFound('api_key', keyId)
    const stale = versionMismatch(caller, apiKey.version)
    if (stale) return stale
    const keys = await keysOf(deps, accountId)
    const other = keys.find((each) => each.id !== keyId && isFull(each))
    if (isFull(apiKey) && other === undefined) return refuse({ code: 'last_api_key' })
    // The youngest first, so that a crash leaves no key without the one that it ends with.
    for (const made of madeWith(keys, keyId).toReversed()) {
      const outcome = await transact(deps, revocationWrites(made))
      if (outcome.kind !== 'done') return CONFLICT
    }
    const writes = {
      ...revocationWrites(apiKey),
      // Two concurrent calls could each revoke the other's key and leave none.
      other: isFull(apiKey) && other ? apiKeyEntity.check(other) : undefined,
    }
    return commitOrConflict(deps, caller, writes, undefined)
  })
}

function revocationWrites(apiKey: ApiKey) {
  const hash = hashOfApiKey(apiKey)
  return {
    apiKey: apiKeyEntity.remove(apiKey),
    // The hash stays, marked as revoked. Otherwise the next start would create the key again if the
    // settings name it as the bootstrap key.
    hash: apiKeyHashEntity.replace(hash, { ...hash, version: 2, isRevoked: true }),
    use: { kind: 'delete' as const, key: apiKeyUseKey(apiKey.accountId, apiKey.id) },
  }
}

/** The keys that end with a key: those that it made, those that these made, and so on; makers come first. */
function madeWith(keys: readonly ApiKey[], keyId: string): readonly ApiKey[] {
  const made = keys.filter(({ madeByKeyId }) => madeByKeyId === keyId)
  return [...made, ...made.flatMap(({ id }) => madeWith(keys, id))]
}

/** Whether a key can do everything for ever. */
const isFull = ({ scopes, providerIds, expiresAtEpochSeconds }: KeyAccess): boolean =>
  scopes === undefined && providerIds === undefined && expiresAtEpochSeconds === undefined

/** All keys of an account. */
async function keysOf({ store }: Dependencies, accountId: string): Promise<readonly ApiKey[]> {
  const { items } = await store.query({ ...accountApiKeysRange(accountId), consistent: true })
  return items.map(apiKeyEntity.decode)
}

/** What a key may do in its account. */
export const grantOfKey = ({ keyId, scopes = SCOPES, ...hash }: ApiKeyHash): Grant => ({
  actor: { kind: 'key', id: keyId },
  scopes,
  ...(hash.providerIds && { providerIds: hash.providerIds }),
  ...(hash.expiresAtEpochSeconds !== undefined && {
    expiresAtEpochSeconds: hash.expiresAtEpochSeconds,
  }),
})

/** Whether a key was neither revoked nor has ended. */
export const isValid = (
  { isRevoked, expiresAtEpochSeconds = Number.POSITIVE_INFINITY }: ApiKeyHash,
  nowEpochSeconds: number,
): boolean => isRevoked !== true && expiresAtEpochSeconds > nowEpochSeconds

/** Finds the account and key of a secret; undefined if the key is unknown, revoked or expired. */
export async function authenticate(
  deps: Dependencies,
  secret: string,
): Promise<KnownKey | undefined> {
  const hash = await apiKeyHashEntity.read(deps.store, apiKeyKey(hashedSecret(deps, secret)))
  if (hash === undefined || !isValid(hash, epochSeconds(deps.clock))) return undefined
  const { accountId, keyId, expiresAtEpochSeconds } = hash
  const end = expiresAtEpochSeconds === undefined ? {} : { expiresAtEpochSeconds }
  return { accountId, keyId, grant: grantOfKey(hash), ...end }
}

const SECONDS_PER_HOUR = 60 * 60
const RECORDED_MAX = 10_000

/**
 * Makes a function that records that a key was used in this hour: at most one write an hour and key, and in
 * one process one read.
 */
export function createKeyUseRecorder(
  deps: Dependencies,
): (key: Pick<KnownKey, 'accountId' | 'keyId'>) => Promise<void> {
  const recorded = new Map<string, number>()
  return async (key) => {
    const now = epochSeconds(deps.clock)
    const hour = now - (now % SECONDS_PER_HOUR)
    if (recorded.get(key.keyId) === hour) return
    await recordKeyUse(deps, key, hour)
    if (recorded.size >= RECORDED_MAX) recorded.clear()
    recorded.set(key.keyId, hour)
  }
}

async function recordKeyUse(
  deps: Dependencies,
  { accountId, keyId }: Pick<KnownKey, 'accountId' | 'keyId'>,
  lastUsedAtEpochSeconds: number,
): Promise<void> {
  // May be a moment old: the write then fails, because another server has recorded the hour.
  const before = await apiKeyUseEntity.read(deps.store, apiKeyUseKey(accountId, keyId), {
    consistent: false,
  })
  if (before && before.lastUsedAtEpochSeconds >= lastUsedAtEpochSeconds) return
  const use = { accountId, keyId, version: (before?.version ?? 0) + 1, lastUsedAtEpochSeconds }
  // A conflict means that another server recorded the same hour.
  await transact(deps, {
    use: apiKeyUseEntity.put(before, use),
  })
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
    const existing = await apiKeyHashEntity.read(deps.store, apiKeyKey(hashedSecret(deps, secret)))
    if (existing !== undefined) return { accountId: existing.accountId }
    const accountId = await firstAccount(deps)
    const apiKey = issueApiKey(deps, accountId, 'bootstrap', secret)
    const outcome = await transact(deps, insertWrites(apiKey))
    // Another process may have started at the same moment and been first.
    return outcome.kind === 'done' ? { accountId } : CONFLICT
  })
}
