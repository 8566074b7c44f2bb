import { z } from 'zod'
import { defineMappedEntity } from './entity.ts'
import { idempotencyKey, keyTail } from './keys.ts'
import type { Item, Store, Write } from './ports/store.ts'

/** How long the answer to a key is stored. */
export const IDEMPOTENCY_SECONDS = 24 * 60 * 60

/**
 * What a use case commits for a POST with an Idempotency-Key, beside its own writes. `seal` turns the
 * value of the use case into the bytes of the answer to replay.
 */
export interface IdempotencyIntent<Value> {
  /** Hash over the caller, the route and the key. */
  readonly scopeHash: string
  /** Hash over the request body. */
  readonly fingerprint: string
  readonly seal: (value: Value) => Uint8Array
  /** Called once the answer is committed with the work. Without it, the answer is stored after the work. */
  readonly onStored?: () => void
}

/** A stored answer to a request with an idempotency key. */
export interface IdempotencyRecord {
  readonly fingerprint: string
  readonly sealedAnswer: Uint8Array
}

interface StoredRecord extends IdempotencyRecord {
  readonly scopeHash: string
  readonly expiresAtEpochSeconds: number
}

/** The item of an answered idempotency key. */
const idempotencyEntity = defineMappedEntity<
  StoredRecord,
  {
    readonly fingerprint: string
    readonly answer: Uint8Array
    readonly expiresAtEpochSeconds: number
  }
>({
  name: 'idempotency record',
  key: ({ scopeHash }) => idempotencyKey(scopeHash),
  schema: z.object({
    fingerprint: z.string(),
    answer: z.instanceof(Uint8Array),
    expiresAtEpochSeconds: z.int(),
  }),
  toAttributes: ({ fingerprint, sealedAnswer, expiresAtEpochSeconds }) => ({
    fingerprint,
    answer: sealedAnswer,
    expiresAtEpochSeconds,
  }),
  fromAttributes: ({ fingerprint, answer, expiresAtEpochSeconds }, { PK }) => ({
    scopeHash: keyTail(PK),
    fingerprint,
    sealedAnswer: answer,
    expiresAtEpochSeconds,
  }),
  ttl: ({ expiresAtEpochSeconds }) => expiresAtEpochSeconds,
})

/** The write that stores an answer; fails if the key was used in the last 24 hours. */
export function idempotencyWrite<Value>(
  intent: IdempotencyIntent<Value>,
  value: Value,
  nowEpochSeconds: number,
): Write {
  const { scopeHash, fingerprint, seal } = intent
  return {
    kind: 'put-if-absent',
    item: idempotencyEntity.encode({
      scopeHash,
      fingerprint,
      sealedAnswer: seal(value),
      expiresAtEpochSeconds: nowEpochSeconds + IDEMPOTENCY_SECONDS,
    }),
    orIfExpiredAtEpochSeconds: nowEpochSeconds,
  }
}

/** Decodes an idempotency item. */
export const idempotencyRecord = (item: Item): IdempotencyRecord => idempotencyEntity.decode(item)

/** Reads the record of a key, consistently. Undefined if it is older than 24 hours, even if still stored. */
export async function findIdempotencyRecord(
  store: Store,
  scopeHash: string,
  nowEpochSeconds: number,
): Promise<IdempotencyRecord | undefined> {
  const record = await idempotencyEntity.read(store, idempotencyKey(scopeHash))
  return record && record.expiresAtEpochSeconds > nowEpochSeconds ? record : undefined
}
