import { awsEndpoint as endpointOf } from '../aws/endpoints.ts'
import {
  createSignedPost,
  errorResponse,
  NoResponse,
  type PostResponse,
  type SignedPostOptions,
} from '../aws/signed-post.ts'
import { DynamoDbFailure, type Transport } from './transport.ts'
import type { CancellationReason, OperationName, Operations, WireItem } from './wire.ts'

/** How the HTTP transport reaches DynamoDB. */
export type HttpTransportOptions = Omit<SignedPostOptions, 'service' | 'contentType'>

/** DynamoDB's endpoint in a region of AWS. */
export const awsEndpoint = (region: string): string => endpointOf('dynamodb', region)

const PROTOCOL = { service: 'dynamodb', contentType: 'application/x-amz-json-1.0' } as const
const API = 'DynamoDB_20120810.'

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const message = 'the response is not JSON'
    throw new DynamoDbFailure({ code: 'InvalidAnswer', message, outcome: 'unknown' }, { cause })
  }
}

function failureFrom(answer: PostResponse): DynamoDbFailure {
  const { code, message, outcome, requestId, body } = errorResponse(answer)
  const reasons = body.CancellationReasons as readonly CancellationReason[] | undefined
  return new DynamoDbFailure({
    code,
    message,
    outcome,
    requestId,
    reasons,
    item: body.Item as WireItem | undefined,
  })
}

function failureWithoutAnswer(failure: unknown): unknown {
  if (!(failure instanceof NoResponse)) return failure
  const { code, message, outcome, cause } = failure
  return new DynamoDbFailure({ code, message, outcome }, { cause })
}

/**
 * Creates a small client for DynamoDB's JSON protocol. It does not retry, except once with the server's
 * time after clock skew. `docs/adr/0003` explains why it replaces the SDK.
 */
export function createHttpTransport(options: HttpTransportOptions): Transport {
  const client = createSignedPost({ ...options, ...PROTOCOL })
  return {
    async send<Name extends OperationName>(operation: Name, input: Operations[Name]['input']) {
      let answer: PostResponse
      try {
        answer = await client.post(API + operation, JSON.stringify(input))
      } catch (failure) {
        throw failureWithoutAnswer(failure)
      }
      if (answer.status !== 200) throw failureFrom(answer)
      return parse(answer.text) as Operations[Name]['output']
    },
    close: () => client.close(),
  }
}
