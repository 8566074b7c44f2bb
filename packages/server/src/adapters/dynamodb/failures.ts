import { InvariantViolated } from '@holdfast/engine'
import { StoreUnavailable } from '../../kernel/ports/store.ts'
import type { RetryLimit } from '../aws/retry.ts'
import { DynamoDbFailure } from './transport.ts'

/** Transient rejections: load, or another transaction on the same item. */
const TRANSIENT = new Set([
  'LimitExceededException',
  'ProvisionedThroughputExceeded',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingError',
  'ThrottlingException',
  'TransactionConflict',
  'TransactionConflictException',
])

/** Rejections that leave the outcome of an earlier attempt unknown. */
const OUTCOME_UNKNOWN = new Set([
  'InternalServerError',
  'TransactionInProgress',
  'TransactionInProgressException',
])

/** Whether another transaction, or a write beside it, was on one of the items at that moment. */
export const isContention = (failure: unknown): boolean =>
  failure instanceof DynamoDbFailure &&
  (failure.code === 'TransactionConflictException' ||
    failure.reasons.some(({ Code }) => Code === 'TransactionConflict'))

/** DynamoDB answered, and may answer otherwise soon: retried to the deadline. It does not answer: some times. */
export const limitOf = (failure: unknown): RetryLimit =>
  failure instanceof DynamoDbFailure && failure.outcome === 'refused' ? 'deadline' : 'retries'

/** The cancellation reason of a write whose condition did not hold. */
export const CONDITION_FAILED = 'ConditionalCheckFailed'

/**
 * How to handle a failed request.
 *
 * - `condition`: a condition did not hold. This is a result, not a failure.
 * - `retry`: nothing was applied, and a retry may succeed.
 * - `unknown`: the request may have been applied. Retry it, but do not trust a rejection of the retry.
 * - `fatal`: a retry will not help: a bug or a configuration error.
 */
export type FailureClass = 'condition' | 'retry' | 'unknown' | 'fatal'

/** Classifies a failure. Anything that is not a `DynamoDbFailure` is fatal. */
export function classifyFailure(failure: unknown): FailureClass {
  if (!(failure instanceof DynamoDbFailure)) return 'fatal'
  if (failure.outcome === 'unknown') return 'unknown'
  if (failure.outcome === 'not-sent') return 'retry'
  if (failure.code === 'ConditionalCheckFailedException') return 'condition'
  const codes = failure.reasons.map((reason) => reason.Code)
  if (codes.includes(CONDITION_FAILED)) return 'condition'
  const blocking = codes.filter((code) => code !== 'None')
  if (blocking.length === 0) blocking.push(failure.code)
  if (blocking.some((code) => OUTCOME_UNKNOWN.has(code))) return 'unknown'
  return blocking.every((code) => TRANSIENT.has(code)) ? 'retry' : 'fatal'
}

/** Rejections of malformed requests. Every other permanent rejection is a configuration error. */
const MALFORMED = new Set([
  'IdempotentParameterMismatchException',
  'ItemCollectionSizeLimitExceededException',
  'SerializationException',
  'TransactionCanceledException',
  'ValidationException',
])

/**
 * The error for a fatal failure: `InvariantViolated` if the request is malformed, `StoreUnavailable` if
 * the table, the permission or the credentials are missing.
 */
export function fatal(failure: unknown, outcome: 'not-applied' | 'unknown' = 'not-applied'): Error {
  if (!(failure instanceof DynamoDbFailure)) {
    return failure instanceof Error ? failure : new Error(String(failure))
  }
  if (!MALFORMED.has(failure.code)) return unavailable(failure, outcome)
  const reasons = failure.reasons.map((reason) => `${reason.Code} ${reason.Message ?? ''}`.trim())
  const detail = reasons.length > 0 ? ` [${reasons.join(', ')}]` : ''
  return new InvariantViolated(`DynamoDB rejected a request: ${failure.message}${detail}`, {
    cause: failure,
  })
}

/** The error for a request whose retries are exhausted. */
export const unavailable = (cause: unknown, outcome: 'not-applied' | 'unknown'): StoreUnavailable =>
  new StoreUnavailable(
    `DynamoDB is unavailable: ${cause instanceof Error ? cause.message : String(cause)}`,
    outcome,
    { cause, isContended: isContention(cause) },
  )
