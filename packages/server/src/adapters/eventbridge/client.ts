import { awsEndpoint } from '../aws/endpoints.ts'
import {
  createSignedPost,
  errorResponse,
  NoResponse,
  type PostResponse,
  type SignedPostOptions,
} from '../aws/signed-post.ts'
import type { PutEventsEntry } from './entries.ts'

/** The result of one entry: an id or an error. */
export interface PutEventsResult {
  readonly EventId?: string
  readonly ErrorCode?: string
  readonly ErrorMessage?: string
}

/** Why entries were rejected. */
export interface BusRejection {
  readonly code: string
  readonly message: string
  /** Whether a retry may succeed. */
  readonly isTransient: boolean
}

/** The response to a call: one result per entry, by index, or a rejection of the whole call. */
export type PutEventsResponse =
  | { readonly kind: 'results'; readonly results: readonly PutEventsResult[] }
  | { readonly kind: 'rejected'; readonly rejection: BusRejection }

/** The used operation of EventBridge, without retries. */
export interface EventBridgeClient {
  /** Sends entries. Never rejects. */
  putEvents(entries: readonly PutEventsEntry[]): Promise<PutEventsResponse>
  close(): Promise<void>
}

/** How to connect to EventBridge. */
export type EventBridgeClientOptions = Omit<SignedPostOptions, 'service' | 'contentType'>

/** EventBridge's endpoint in a region of AWS. */
export const eventBridgeEndpoint = (region: string): string => awsEndpoint('events', region)

const PROTOCOL = { service: 'events', contentType: 'application/x-amz-json-1.1' } as const

/** Transient errors of a call or an entry: load, and failures inside AWS. */
const TRANSIENT = new Set([
  'InternalException',
  'InternalFailure',
  'InternalServerError',
  'LimitExceededException',
  'RequestLimitExceeded',
  'ServiceUnavailable',
  'ServiceUnavailableException',
  'ThrottledException',
  'Throttling',
  'ThrottlingException',
  'TooManyRequestsException',
])

/** The rejection of one entry. Undefined if it was accepted. */
export function rejectionOf(result: PutEventsResult | undefined): BusRejection | undefined {
  if (result?.EventId !== undefined && result.ErrorCode === undefined) return undefined
  const code = result?.ErrorCode ?? 'InvalidAnswer'
  return {
    code,
    message: result?.ErrorMessage ?? 'The response has neither an id nor an error for the entry.',
    isTransient: TRANSIENT.has(code),
  }
}

function readResponse(response: PostResponse, entryCount: number): PutEventsResponse {
  if (response.status !== 200) {
    const { code, message, outcome } = errorResponse(response)
    const isTransient = outcome === 'unknown' || TRANSIENT.has(code)
    return { kind: 'rejected', rejection: { code, message, isTransient } }
  }
  const results = resultsOf(response.text)
  if (results?.length === entryCount) return { kind: 'results', results }
  const message = 'The response does not have one result per entry.'
  return { kind: 'rejected', rejection: { code: 'InvalidAnswer', message, isTransient: true } }
}

function resultsOf(text: string): readonly PutEventsResult[] | undefined {
  try {
    return (JSON.parse(text) as { readonly Entries?: readonly PutEventsResult[] }).Entries
  } catch {
    return undefined
  }
}

/** Opens a client for EventBridge's JSON protocol. */
export function createEventBridgeClient(options: EventBridgeClientOptions): EventBridgeClient {
  const client = createSignedPost({ ...options, ...PROTOCOL })
  return {
    async putEvents(entries) {
      try {
        const body = JSON.stringify({ Entries: entries })
        return readResponse(await client.post('AWSEvents.PutEvents', body), entries.length)
      } catch (failure) {
        if (!(failure instanceof NoResponse)) throw failure
        const { code, message } = failure
        return { kind: 'rejected', rejection: { code, message, isTransient: true } }
      }
    },
    close: () => client.close(),
  }
}
