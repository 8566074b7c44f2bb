import { idempotencyKey } from './keys.ts'
import type { Item, Store, Write } from './ports/store.ts'

/** How long a key is remembered. */
export const IDEMPOTENCY_SECONDS = 24 * 60 * 60

/**
 * What a POST with an Idempotency-Key asks a use case to commit beside its work. `Value` is what
 * the use case answers with; `seal` turns it into the bytes of the answer that will be replayed.
 */
export interface IdempotencyIntent<Value> {
  /** Hash over the caller, the route and the key. */
  readonly scopeHash: string
  /** Hash over the request body. */
  readonly fingerprint: string
  readonly seal: (value: Value) => Uint8Array
}

/** A remembered answer. */
export interface IdempotencyRecord {
  readonly fingerprint: string
  readonly sealedAnswer: Uint8Array
}

/** The write that remembers an answer; it fails if the key was used in the last 24 hours. */
export function idempotencyWrite<Value>(
  intent: IdempotencyIntent<Value>,
  value: Value,
  nowEpochSeconds: number,
): Write {
  const expiresAtEpochSeconds = nowEpochSeconds + IDEMPOTENCY_SECONDS
  return {
    kind: 'put-if-absent',
    item: {
      ...idempotencyKey(intent.scopeHash),
      fingerprint: intent.fingerprint,
      answer: intent.seal(value),
      expiresAtEpochSeconds,
      ttl: expiresAtEpochSeconds,
    },
    orIfExpiredAtEpochSeconds: nowEpochSeconds,
  }
}

/** Reads an idempotency item. */
export const idempotencyRecord = (item: Item): IdempotencyRecord => ({
  fingerprint: item.fingerprint as string,
  sealedAnswer: item.answer as Uint8Array,
})

/** Looks a key up, consistently; a record older than 24 hours is as good as none. */
export async function findIdempotencyRecord(
  store: Store,
  scopeHash: string,
  nowEpochSeconds: number,
): Promise<IdempotencyRecord | undefined> {
  const item = await store.get(idempotencyKey(scopeHash), { consistent: true })
  if (item === undefined || (item.expiresAtEpochSeconds as number) <= nowEpochSeconds) {
    return undefined
  }
  return idempotencyRecord(item)
}
