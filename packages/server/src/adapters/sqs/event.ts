/** The parts of an SQS record of Lambda that the handlers read. */
export interface SqsRecord {
  readonly messageId: string
  /** Identifies this receipt of the message. */
  readonly receiptHandle: string
  readonly body: string
  readonly attributes: {
    /** How often the message was received, including this time, in decimal digits. */
    readonly ApproximateReceiveCount: string
  }
  /** `arn:aws:sqs:<region>:<account>:<queue>`. */
  readonly eventSourceARN: string
}

/** The event that Lambda passes to a function for a batch of messages. */
export interface SqsBatch {
  readonly Records: readonly SqsRecord[]
}

/**
 * The response of a function with `ReportBatchItemFailures`. SQS delivers these messages again or moves
 * them to the dead-letter queue, and deletes all others.
 */
export interface SqsBatchResponse {
  readonly batchItemFailures: readonly { readonly itemIdentifier: string }[]
}
