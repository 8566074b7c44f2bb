import { ok, type Result } from '@holdfast/engine'
import { invalid, type Refusal } from '../../kernel/refusals.ts'

/** The most keys of metadata. */
export const METADATA_KEYS_MAX = 50

/** The account's own data of a booking. */
export type Metadata = Readonly<Record<string, string>>

/**
 * Merges metadata into that of a booking: null removes a key, others stay. At most 50 keys remain; keys and
 * values are already text of their length. Undefined if nothing remains.
 */
export function mergeMetadata(
  before: Metadata | undefined,
  change: Readonly<Record<string, string | null>>,
): Result<Metadata | undefined, Refusal> {
  const merged = new Map(Object.entries(before ?? {}))
  for (const [key, value] of Object.entries(change)) {
    if (value === null) merged.delete(key)
    else merged.set(key, value)
  }
  if (merged.size > METADATA_KEYS_MAX) {
    const message = `would have ${merged.size} keys; at most ${METADATA_KEYS_MAX} are possible`
    return invalid('/metadata', message)
  }
  return ok(merged.size === 0 ? undefined : Object.fromEntries(merged))
}
