import { fenceItem, isFence } from '../../kernel/events/outbox.ts'
import type { ItemKey } from '../../kernel/ports/store.ts'
import { createBackoff, type RetryPolicy } from '../aws/retry.ts'
import { unmarshall } from './codec.ts'
import { classifyFailure, limitOf, unavailable } from './failures.ts'
import { putIfAbsent } from './requests.ts'
import type { DynamoDbFailure, Transport } from './transport.ts'

/** What a fence needs. */
export interface FenceOptions {
  readonly transport: Transport
  readonly tableName: string
  readonly retry: RetryPolicy
}

/**
 * Puts a fence in the place of a transaction's outbox item. Answers `fenced` if the transaction can never
 * commit through that key any more: each of its copies requires that the key was never used. Answers
 * `committed` if the outbox item exists. Rejects with `StoreUnavailable` (unknown) if DynamoDB does not
 * answer. Repeating it is harmless.
 */
export async function fenceOff(
  { transport, tableName, retry }: FenceOptions,
  key: ItemKey,
  nowEpochSeconds: number,
): Promise<'fenced' | 'committed'> {
  const input = putIfAbsent(tableName, fenceItem(key, nowEpochSeconds))
  const backoff = createBackoff(retry)
  let lastFailure: unknown
  do {
    try {
      await transport.send('PutItem', input)
      return 'fenced'
    } catch (failure) {
      lastFailure = failure
      const kind = classifyFailure(failure)
      if (kind === 'fatal') break
      if (kind === 'condition') {
        const stored = (failure as DynamoDbFailure).item
        return stored !== undefined && isFence(unmarshall(stored)) ? 'fenced' : 'committed'
      }
    }
  } while (await backoff.next(limitOf(lastFailure)))
  throw unavailable(lastFailure, 'unknown')
}
