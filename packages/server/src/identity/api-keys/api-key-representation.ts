import { timestamps } from '../../kernel/representations.ts'
import type { ApiKey } from './api-key.ts'

/** The representation of an API key. It never contains the secret. */
export const apiKeyRepresentation = (apiKey: ApiKey) => ({
  id: apiKey.id,
  version: apiKey.version,
  name: apiKey.name,
  hint: apiKey.hint,
  ...timestamps(apiKey),
})
