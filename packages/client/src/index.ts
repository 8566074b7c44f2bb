export { type ClientOptions, createClient, type HoldfastClient } from './client.ts'
export {
  type FollowOptions,
  followEvents,
  type HoldfastEvent,
  type StreamedEvent,
} from './event-stream.ts'
export type { components, operations, paths } from './openapi.generated.ts'
export { eachItem, eachPage, type PageQuery } from './pages.ts'
export { HoldfastError, isProblem, type Problem, type ProblemCode, unwrap } from './problem.ts'
export type { RetryOptions } from './retry.ts'
export {
  type VerifyOptions,
  verifyWebhook,
  type WebhookEvent,
  type WebhookMessage,
  WebhookVerificationError,
} from './webhook.ts'
