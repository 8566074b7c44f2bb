/** One message as Lambda gives it to a function, as far as it is read here. */
export interface SqsRecord {
  readonly messageId: string
  /** Names this one receipt of the message; a later receipt has another. */
  readonly receiptHandle: string
  readonly body: string
  readonly attributes: {
    /** How often it was received, this time included: decimal digits. */
    readonly ApproximateReceiveCount: string
  }
  /** `arn:aws:sqs:<region>:<account>:<queue>`. */
  readonly eventSourceARN: string
}

/** The event with which Lambda calls a function for a batch of messages. */
export interface SqsBatch {
  readonly Records: readonly SqsRecord[]
}

/**
 * What a function with `ReportBatchItemFailures` answers: these messages come again, or go to the
 * queue's dead-letter queue; all others are removed from the queue.
 */
export interface SqsBatchResponse {
  readonly batchItemFailures: readonly { readonly itemIdentifier: string }[]
}
