import type { FailureOutcome } from '../aws/signed-post.ts'
import type { CancellationReason, OperationName, Operations, WireItem } from './wire.ts'

/** A request to DynamoDB that failed; `code` is its error name without a namespace, or our own. */
export class DynamoDbFailure extends Error {
  override readonly name = 'DynamoDbFailure'
  readonly code: string
  readonly outcome: FailureOutcome
  /** `TransactionCanceledException`: one reason for each write, by index. */
  readonly reasons: readonly CancellationReason[]
  /** `ConditionalCheckFailedException`: the item that stood in the way. */
  readonly item: WireItem | undefined

  constructor(
    failure: {
      readonly code: string
      readonly message: string
      readonly outcome: FailureOutcome
      readonly reasons?: readonly CancellationReason[] | undefined
      readonly item?: WireItem | undefined
    },
    options?: ErrorOptions,
  ) {
    super(`${failure.code}: ${failure.message}`, options)
    this.code = failure.code
    this.outcome = failure.outcome
    this.reasons = failure.reasons ?? []
    this.item = failure.item
  }
}

/**
 * The way to DynamoDB: one request, one answer, no retries. Everything that goes wrong rejects with
 * `DynamoDbFailure`, so that another client can take its place.
 */
export interface Transport {
  send<Name extends OperationName>(
    operation: Name,
    input: Operations[Name]['input'],
  ): Promise<Operations[Name]['output']>
  close(): Promise<void>
}
