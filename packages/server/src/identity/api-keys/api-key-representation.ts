import { timestamps } from '../../kernel/representations.ts'
import type { ApiKey } from './api-key.ts'

/**
 * How each resource of this context is represented: over HTTP and, unchanged, inside events. Plain JSON
 * values; an absent optional value is `null`, so every resource always has all of its members.
 */

/** An API key without its secret. */
export const apiKeyRepresentation = (apiKey: ApiKey) => ({
  id: apiKey.id,
  version: apiKey.version,
  name: apiKey.name,
  hint: apiKey.hint,
  ...timestamps(apiKey),
})
