import type { FailureOutcome } from '../aws/signed-post.ts'
import type { CancellationReason, OperationName, Operations, WireItem } from './wire.ts'

/** A failed request. `code` is DynamoDB's error name without namespace, or a code of ours. */
export class DynamoDbFailure extends Error {
  override readonly name = 'DynamoDbFailure'
  readonly code: string
  readonly outcome: FailureOutcome
  /** For `TransactionCanceledException`: the reason of each write, by index. */
  readonly reasons: readonly CancellationReason[]
  /** For `ConditionalCheckFailedException`: the stored item. */
  readonly item: WireItem | undefined
  /** The id of the request, for AWS's support. Absent without an answer. */
  readonly requestId: string | undefined

  constructor(
    failure: {
      readonly code: string
      readonly message: string
      readonly outcome: FailureOutcome
      readonly reasons?: readonly CancellationReason[] | undefined
      readonly item?: WireItem | undefined
      readonly requestId?: string | undefined
    },
    options?: ErrorOptions,
  ) {
    super(`${failure.code}: ${failure.message}`, options)
    this.code = failure.code
    this.outcome = failure.outcome
    this.reasons = failure.reasons ?? []
    this.item = failure.item
    this.requestId = failure.requestId
  }
}

/**
 * Sends requests to DynamoDB, without retries. Every failure rejects with `DynamoDbFailure`, so that
 * clients are interchangeable.
 */
export interface Transport {
  send<Name extends OperationName>(
    operation: Name,
    input: Operations[Name]['input'],
  ): Promise<Operations[Name]['output']>
  close(): Promise<void>
}
