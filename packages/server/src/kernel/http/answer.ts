import type { ProblemCode } from '@holdfast/contracts'
import type { Listed } from '../paging.ts'

/** A plain JSON value, as representations return it. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [name: string]: Json | undefined }

/** The parts of a response that depend on the request. Common headers are added later. */
export interface Answer {
  readonly status: number
  /** The code of the problem that the body describes. */
  readonly problem?: ProblemCode
  /** The body. Null if there is none. */
  readonly body: string | Uint8Array | ReadableStream<Uint8Array> | null
  /** Header names are in lowercase. */
  readonly headers: Readonly<Record<string, string>>
}

const JSON_TYPE = { 'content-type': 'application/json' } as const

/** A response with a serialized JSON body. */
export const jsonText = (body: string | Uint8Array, status = 200): Answer => ({
  status,
  body,
  headers: JSON_TYPE,
})

/** A response with a JSON value. */
export const json = (value: Json, status = 200): Answer => jsonText(JSON.stringify(value), status)

/**
 * Lets caches that many callers share keep a response for a second. Only for responses that are the same for
 * every caller. Browsers do not keep it, and no cache may send it once the second is over, not even in place
 * of an error.
 */
export const sharedForASecond = (answer: Answer): Answer => ({
  ...answer,
  headers: {
    ...answer.headers,
    'cache-control': 'public, max-age=0, s-maxage=1, stale-if-error=0',
  },
})

/** The strong entity tag of a version (RFC 9110 §8.8.3). */
export const entityTag = (version: number): string => `"${version}"`

/** A response with one resource, and its version as the ETag. */
export const resource = (
  view: { readonly version: number } & { readonly [name: string]: Json },
  status = 200,
): Answer => ({
  status,
  body: JSON.stringify(view),
  headers: { ...JSON_TYPE, etag: entityTag(view.version) },
})

/** A response with a created resource, and its URL in `Location`. */
export function created(
  view: { readonly version: number } & { readonly [name: string]: Json },
  location: string,
  status: 201 | 202 = 201,
): Answer {
  const answer = resource(view, status)
  return { ...answer, headers: { ...answer.headers, location } }
}

/** A response with one page of a list. */
export const page = <Resource>(
  listed: Listed<Resource>,
  view: (resource: Resource) => Json,
): Answer => json({ data: listed.data.map(view), nextCursor: listed.cursor ?? null })

/** A 204 response without a body. */
export const noContent = (): Answer => ({ status: 204, body: null, headers: {} })
