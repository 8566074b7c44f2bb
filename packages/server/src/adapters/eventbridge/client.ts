import {
  createSignedPost,
  errorAnswer,
  NoAnswer,
  type PostAnswer,
  type SignedPostOptions,
} from '../aws/signed-post.ts'
import type { PutEventsEntry } from './entries.ts'

/** What became of one entry: it has an id, or an error. */
export interface PutEventsResult {
  readonly EventId?: string
  readonly ErrorCode?: string
  readonly ErrorMessage?: string
}

/** Why something was not taken; `isPassing`: the same may be taken a moment later. */
export interface BusRefusal {
  readonly code: string
  readonly message: string
  readonly isPassing: boolean
}

/** The answer to a call: one result for each entry, by index, or a refusal of all of them. */
export type PutEventsAnswer =
  | { readonly kind: 'results'; readonly results: readonly PutEventsResult[] }
  | { readonly kind: 'refused'; readonly refusal: BusRefusal }

/** EventBridge as far as it is used here. One call, one answer, no retries; it never rejects. */
export interface EventBridgeClient {
  putEvents(entries: readonly PutEventsEntry[]): Promise<PutEventsAnswer>
  close(): Promise<void>
}

/** How EventBridge is reached. */
export type EventBridgeClientOptions = Omit<SignedPostOptions, 'service' | 'contentType'>

/** EventBridge's endpoint in a region of AWS. */
export const eventBridgeEndpoint = (region: string): string =>
  `https://events.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`

const PROTOCOL = { service: 'events', contentType: 'application/x-amz-json-1.1' } as const

/** Refusals for load, and failures inside AWS: of a call, or of one entry of it. */
const PASSING = new Set([
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

/** The refusal of one entry; nothing where it was taken. */
export function refusalOf(result: PutEventsResult | undefined): BusRefusal | undefined {
  if (result?.EventId !== undefined && result.ErrorCode === undefined) return undefined
  const code = result?.ErrorCode ?? 'InvalidAnswer'
  return {
    code,
    message: result?.ErrorMessage ?? 'the answer has neither an id nor an error for the entry',
    isPassing: PASSING.has(code),
  }
}

function readAnswer(answer: PostAnswer, entryCount: number): PutEventsAnswer {
  if (answer.status !== 200) {
    const { code, message, outcome } = errorAnswer(answer)
    const isPassing = outcome === 'unknown' || PASSING.has(code)
    return { kind: 'refused', refusal: { code, message, isPassing } }
  }
  const results = resultsOf(answer.text)
  if (results?.length === entryCount) return { kind: 'results', results }
  const message = 'the answer is not one result for each entry'
  return { kind: 'refused', refusal: { code: 'InvalidAnswer', message, isPassing: true } }
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
        return readAnswer(await client.post('AWSEvents.PutEvents', body), entries.length)
      } catch (failure) {
        if (!(failure instanceof NoAnswer)) throw failure
        const { code, message } = failure
        return { kind: 'refused', refusal: { code, message, isPassing: true } }
      }
    },
    close: () => client.close(),
  }
}
