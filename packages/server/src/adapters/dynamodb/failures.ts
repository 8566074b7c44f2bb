import { InvariantViolated } from '@holdfast/engine'
import { StoreUnavailable } from '../../kernel/ports/store.ts'
import { DynamoDbFailure } from './transport.ts'

/** Refusals that pass: load, or another transaction on the same item. */
const PASSING = new Set([
  'LimitExceededException',
  'ProvisionedThroughputExceeded',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingError',
  'ThrottlingException',
  'TransactionConflict',
  'TransactionConflictException',
])

/** Refusals that say nothing about what happened to the same request sent before. */
const DOUBTFUL = new Set([
  'InternalServerError',
  'TransactionInProgress',
  'TransactionInProgressException',
])

/** The code of a reason that means: the condition of that write did not hold. */
export const CONDITION_FAILED = 'ConditionalCheckFailed'

/**
 * What to do about a request that failed.
 *
 * - `condition`: a condition did not hold; that is an answer, not a failure.
 * - `repeat`: nothing was done and it may pass.
 * - `doubt`: it may have been done; repeat it, and trust no refusal of the repetition.
 * - `fatal`: it does not pass by itself: a bug or a wrong set-up.
 */
export type Verdict = 'condition' | 'repeat' | 'doubt' | 'fatal'

/** Judges a failure; anything that is not a `DynamoDbFailure` is fatal. */
export function judge(failure: unknown): Verdict {
  if (!(failure instanceof DynamoDbFailure)) return 'fatal'
  if (failure.outcome === 'unknown') return 'doubt'
  if (failure.outcome === 'not-sent') return 'repeat'
  if (failure.code === 'ConditionalCheckFailedException') return 'condition'
  const codes = failure.reasons.map((reason) => reason.Code)
  if (codes.includes(CONDITION_FAILED)) return 'condition'
  const blocking = codes.filter((code) => code !== 'None')
  if (blocking.length === 0) blocking.push(failure.code)
  if (blocking.some((code) => DOUBTFUL.has(code))) return 'doubt'
  return blocking.every((code) => PASSING.has(code)) ? 'repeat' : 'fatal'
}

/** Refusals that only a wrong request earns; every other lasting refusal is a wrong set-up. */
const MALFORMED = new Set([
  'IdempotentParameterMismatchException',
  'ItemCollectionSizeLimitExceededException',
  'SerializationException',
  'TransactionCanceledException',
  'ValidationException',
])

/**
 * The error for a failure that does not pass by itself: `InvariantViolated` where the request is
 * wrong, `StoreUnavailable` where the table, the permission or the credentials are missing.
 */
export function fatal(failure: unknown, outcome: 'not-applied' | 'unknown' = 'not-applied'): Error {
  if (!(failure instanceof DynamoDbFailure)) {
    return failure instanceof Error ? failure : new Error(String(failure))
  }
  if (!MALFORMED.has(failure.code)) return unavailable(failure, outcome)
  const reasons = failure.reasons.map((reason) => `${reason.Code} ${reason.Message ?? ''}`.trim())
  const detail = reasons.length > 0 ? ` [${reasons.join(', ')}]` : ''
  return new InvariantViolated(`DynamoDB refused a request: ${failure.message}${detail}`, {
    cause: failure,
  })
}

/** The error for a request that was repeated as often as is sensible. */
export const unavailable = (cause: unknown, outcome: 'not-applied' | 'unknown'): StoreUnavailable =>
  new StoreUnavailable(
    `DynamoDB cannot answer: ${cause instanceof Error ? cause.message : String(cause)}`,
    outcome,
    { cause },
  )
