export type {
  Call,
  CallOptions,
  IdempotencyOption,
  IfMatchOption,
  ListCall,
  ListPage,
  NoTokenOption,
  TokenOption,
  WithResponse,
} from './call.ts'
export { type ClientOptions, createClient, type HoldfastClient } from './client.ts'
export { ConnectionError, isConnectionError } from './connection-error.ts'
export {
  type FollowOptions,
  followEvents,
  type HoldfastEvent,
  type StreamedEvent,
  type StreamOptions,
} from './event-stream.ts'
export type { components, operations, paths } from './openapi.generated.ts'
export { eachItem, eachPage, type PageQuery } from './pages.ts'
export { HoldfastError, isProblem, type Problem, type ProblemCode, unwrap } from './problem.ts'
export type { HoldfastOptions } from './resource.ts'
export { Holdfast } from './resources.generated.ts'
export type { RetryOptions } from './retry.ts'
export type * from './schemas.generated.ts'
export {
  type VerifyOptions,
  verifyWebhook,
  type WebhookEvent,
  type WebhookMessage,
  WebhookVerificationError,
} from './webhook.ts'
