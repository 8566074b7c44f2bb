import type { ProblemCode } from '@holdfast/contracts'
import type { Result } from '@holdfast/engine'
import type { z } from '@hono/zod-openapi'
import type { AccountOperation } from '../access/policy.ts'
import type { Caller, Session } from '../caller.ts'
import type { Refusal } from '../refusals.ts'
import type { Answer, Json } from './answer.ts'
import type { Tag } from './openapi-tags.ts'

/**
 * The allowed callers of an endpoint:
 *
 * - `open`: anyone, for operations.
 * - `public`: anyone, with a rate limit per address.
 * - `account`: an account.
 * - `account-or-booker`: an account, or the booker with the manage token of the booking or group `{id}`
 *   or of the stay `{stayId}`.
 * - `operator`: the operator of the server, by its key.
 * - `signed-in`: a session; in development mode, anybody on this machine.
 * - `metrics`: the metrics token; in development mode, anybody on this machine.
 * - `booker`: a booker who signed in, with a rate limit per address.
 * - `sign-in`: anyone who signs in from a page of this server, with a strict rate limit per address.
 */
export type Access =
  | AccountAccess
  | 'open'
  | 'public'
  | 'operator'
  | 'metrics'
  | 'sign-in'
  | 'booker'

/** The callers that the policy decides about. */
export type AccountAccess = 'account' | 'account-or-booker' | 'signed-in'

/** The name of an operation. One of callers with an account has a rule in the policy. */
type Operation =
  | { readonly access: AccountAccess; readonly operationId: AccountOperation }
  | { readonly access: Exclude<Access, AccountAccess>; readonly operationId: string }

/** One success response of an endpoint in the OpenAPI document. */
export interface DeclaredAnswer {
  readonly description: string
  readonly schema?: z.ZodType
  readonly contentType?: string
  /** Whether a 202 response has no `Location`. */
  readonly isNowhere?: boolean
}

/** A validated request. */
export interface EndpointRequest<Params, Query, Body, Headers = unknown> {
  readonly caller: Caller
  /** Set if the caller signed in. */
  readonly session?: Session
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** The body of an endpoint that accepts a file. Otherwise empty. */
  readonly file: Uint8Array
  /** The media type of that file, in lower case and without parameters. Otherwise empty. */
  readonly mediaType: string
  readonly headers: Headers
}

/** A request body that is a file, with its maximum size. */
export interface FileBody {
  /** One or several. Texts are in UTF-8. */
  readonly mediaTypes: readonly string[]
  readonly bytes: number
  /** Whether it is no text. Default: false. */
  readonly isBinary?: boolean
}

/**
 * One call of the API: the schemas that validate and document its input, its work, and its response.
 * `perform` throws no error that a caller can cause.
 */
export type Endpoint<Params, Query, Body, Value, Headers = unknown> = Untagged<
  Params,
  Query,
  Body,
  Value,
  Headers
> & { readonly tag: Tag }

type Untagged<Params, Query, Body, Value, Headers> = Operation &
  EndpointParts<Params, Query, Body, Value, Headers>

interface EndpointParts<Params, Query, Body, Value, Headers> {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** The path in OpenAPI syntax: `/v1/providers/{id}`. */
  readonly path: string
  readonly summary: string
  readonly description?: string
  readonly params?: z.ZodType<Params>
  readonly query?: z.ZodType<Query>
  readonly body?: z.ZodType<Body>
  /** Accepts a file instead of JSON. */
  readonly file?: FileBody
  /** Additional request headers, by name. */
  readonly headers?: z.ZodType<Headers>
  /** Excluded from the OpenAPI document, because it is part of a page and not of the API. */
  readonly isHidden?: boolean
  /** Has a reserve when the server is overloaded, because it keeps a promise already made. */
  readonly isUrgent?: boolean
  /** Bookers of a suspended account can still use it, as every call that only reads. */
  readonly isOpenWhileSuspended?: boolean
  /** Whether a public call accepts the token of a booker who signed in. */
  readonly acceptsBookerToken?: boolean
  /** Supports `If-Match`, because the call changes one resource. */
  readonly honoursIfMatch?: boolean
  /** Whether null is invalid in the body of a POST, where its meaning as absent would cost money. Default: it is absent. */
  readonly refusesNulls?: boolean
  readonly answers: Readonly<Record<number, DeclaredAnswer>>
  /** The problems that are specific to this call. Those of its input and access are implied. */
  readonly problems?: readonly ProblemCode[]
  readonly perform: (
    request: EndpointRequest<Params, Query, Body, Headers>,
  ) => Promise<Result<Value, Refusal>>
  readonly answer: (value: Value, request: EndpointRequest<Params, Query, Body, Headers>) => Answer
  /** For a response that is too large to be stored under its idempotency key. Default: it is stored whole. */
  readonly replayForm?: ReplayForm<Value, EndpointRequest<Params, Query, Body, Headers>>
}

/** Stores what a response is made of instead of the response, which a repeated request gets anew. */
export interface ReplayForm<Value, Request> {
  /** What is stored: a JSON value with ids, and what cannot be read again. */
  readonly stored: (value: Value, request: Request) => Json
  /** Makes the response again, of what is stored and what can be read now. */
  readonly answer: (stored: unknown, request: Request) => Promise<Answer>
}

/** An endpoint whose types were checked at its definition. */
export type AnyEndpoint = Endpoint<unknown, unknown, unknown, unknown>

/** Whether an endpoint is for operations: it is never refused for overload. */
export const isOperational = ({ access }: AnyEndpoint): boolean =>
  access === 'open' || access === 'metrics'

/** Defines endpoints of one tag that only accounts call. */
export const accountEndpointOf =
  (tag: Tag) =>
  <Params, Query, Body, Value, Headers>(
    definition: { readonly operationId: AccountOperation } & EndpointParts<
      Params,
      Query,
      Body,
      Value,
      Headers
    >,
  ): AnyEndpoint =>
    endpointOf(tag)({ ...definition, access: 'account' })

/** Defines endpoints of one tag of the OpenAPI document. Checks the types of an endpoint against each other, then erases them. */
export const endpointOf =
  (tag: Tag) =>
  <Params, Query, Body, Value, Headers>(
    definition: Untagged<Params, Query, Body, Value, Headers>,
  ): AnyEndpoint =>
    ({ ...definition, tag }) as unknown as AnyEndpoint
