import type { ProblemCode } from '@holdfast/contracts'
import type { Result } from '@holdfast/engine'
import type { z } from '@hono/zod-openapi'
import type { Caller, Session } from '../caller.ts'
import type { Refusal } from '../refusals.ts'
import type { Answer } from './answer.ts'

/**
 * Who may call: anybody (`open`: operations; `public`: bookers, with a limit for each address), an
 * account, an account and the booker who has the manage token of the booking `{id}` or of the stay
 * `{stayId}`, whoever sits at this machine (`loopback`), or anybody who signs in from a page of this server (`sign-in`, with a
 * tight limit for each address).
 */
export type Access = 'open' | 'public' | 'account' | 'account-or-booker' | 'loopback' | 'sign-in'

/** What one success of an endpoint looks like in the OpenAPI document. */
export interface DeclaredAnswer {
  readonly description: string
  readonly schema?: z.ZodType
  readonly contentType?: string
  /** A 202 whose work has no place of its own to read. */
  readonly isNowhere?: boolean
}

/** A request that passed every check, as an endpoint gets it. */
export interface EndpointRequest<Params, Query, Body, Headers = unknown> {
  readonly caller: Caller
  /** Set where the caller is known by a sign-in. */
  readonly session?: Session
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** The body of an endpoint that takes a file; empty for every other. */
  readonly file: Uint8Array
  readonly headers: Headers
}

/** A request body that is a file, in UTF-8. */
export interface FileBody {
  readonly mediaType: string
  readonly bytes: number
}

/**
 * One call of the API: the schemas that check its input and document it, what it does, and how its
 * value is told. `perform` throws nothing that a caller can cause.
 */
export interface Endpoint<Params, Query, Body, Value, Headers = unknown> {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** With parameters as OpenAPI writes them: `/v1/providers/{id}`. */
  readonly path: string
  readonly operationId: string
  readonly tag: string
  readonly summary: string
  readonly description?: string
  readonly access: Access
  readonly params?: z.ZodType<Params>
  readonly query?: z.ZodType<Query>
  readonly body?: z.ZodType<Body>
  /** Takes a file instead of JSON: its media type, and the most bytes that it may have. */
  readonly file?: FileBody
  /** Request headers of its own, by their names. */
  readonly headers?: z.ZodType<Headers>
  /** Left out of the OpenAPI document: a part of a page, no call of the API. */
  readonly isHidden?: boolean
  /** Honours `If-Match`: the call changes one resource. */
  readonly honoursIfMatch?: boolean
  readonly answers: Readonly<Record<number, DeclaredAnswer>>
  /** The problems that only this call has; those of its inputs and access are implied. */
  readonly problems?: readonly ProblemCode[]
  readonly perform: (
    request: EndpointRequest<Params, Query, Body, Headers>,
  ) => Promise<Result<Value, Refusal>>
  readonly answer: (value: Value, request: EndpointRequest<Params, Query, Body, Headers>) => Answer
}

/** An endpoint whose types were checked where it was made. */
export type AnyEndpoint = Endpoint<unknown, unknown, unknown, unknown>

/** Checks an endpoint's types against each other, and forgets them. */
export const endpoint = <Params, Query, Body, Value, Headers>(
  definition: Endpoint<Params, Query, Body, Value, Headers>,
): AnyEndpoint => definition as unknown as AnyEndpoint
