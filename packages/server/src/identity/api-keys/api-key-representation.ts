import { SCOPES } from '../../kernel/access/scopes.ts'
import { instantOrNull, timestamps } from '../../kernel/representations.ts'
import type { ListedApiKey } from './api-keys.ts'

/** The representation of an API key. It never contains the secret. */
export const apiKeyRepresentation = (apiKey: ListedApiKey) => ({
  id: apiKey.id,
  version: apiKey.version,
  name: apiKey.name,
  hint: apiKey.hint,
  scopes: [...(apiKey.scopes ?? SCOPES)],
  providerIds: apiKey.providerIds ? [...apiKey.providerIds] : null,
  expiresAt: instantOrNull(apiKey.expiresAtEpochSeconds),
  lastUsedAt: instantOrNull(apiKey.lastUsedAtEpochSeconds),
  ...timestamps(apiKey),
})
