import { derivedItems } from '../../kernel/doctor/derived-items.ts'
import { accountEntity, accountSlugEntity, slugOfAccount } from '../accounts/account.ts'
import { apiKeyEntity, apiKeyHashEntity, hashOfApiKey } from '../api-keys/api-key.ts'
import { identityFinding } from '../findings.ts'
import { accountApiKeyKey, accountKey } from '../keys.ts'
import { slugRule } from '../reserved-slug.ts'

/** An account that is being deleted has no slug. */
const accountSlugRule = slugRule({
  kind: 'account_slug',
  entity: accountSlugEntity,
  owner: { kind: 'account', entity: accountEntity },
  slugOf: (account) => (account.status === 'deleting' ? undefined : slugOfAccount(account)),
  ownerKey: ({ accountId }) => accountKey(accountId),
})

/** Every listed API key gives access to its account, and no other secret does. */
const apiKeyRule = derivedItems({
  kind: 'api_key_hash',
  // The hash of a revoked key stays stored and gives no access.
  includes: ({ item }) => item.isRevoked !== true,
  owner: { kind: 'api_key', entity: apiKeyEntity },
  expected: (listed) => apiKeyHashEntity.encode(hashOfApiKey(listed)),
  ownerKey: ({ accountId, keyId }) =>
    typeof accountId === 'string' && typeof keyId === 'string'
      ? accountApiKeyKey(accountId, keyId)
      : undefined,
  finding: identityFinding,
  missing: { code: 'api_key_hash_missing', sentence: 'The listed API key gives no access.' },
  stale: {
    code: 'api_key_hash_stale',
    sentence: 'The secret gives access to an account, but no list contains its API key.',
    namesOwner: false,
  },
})

/** The rules of the doctor about several items of this context. */
export const IDENTITY_RULES = [accountSlugRule, apiKeyRule] as const
