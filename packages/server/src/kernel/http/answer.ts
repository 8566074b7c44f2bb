import type { Listed } from '../paging.ts'

/** A plain JSON value, as the views of the application give them. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [name: string]: Json | undefined }

/** Everything of an answer that depends on what was asked; the rest is added at the very end. */
export interface Answer {
  readonly status: number
  /** The body as it is sent; null: none. */
  readonly body: string | Uint8Array | ReadableStream<Uint8Array> | null
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
}

const JSON_TYPE = { 'content-type': 'application/json' } as const

/** An answer whose body is JSON that was written already. */
export const jsonText = (body: string | Uint8Array, status = 200): Answer => ({
  status,
  body,
  headers: JSON_TYPE,
})

/** An answer with any JSON value. */
export const json = (value: Json, status = 200): Answer => jsonText(JSON.stringify(value), status)

/** The strong entity tag of a version (RFC 9110 §8.8.3). */
export const entityTag = (version: number): string => `"${version}"`

/** A single resource, with its version as the ETag. */
export const resource = (
  view: { readonly version: number } & { readonly [name: string]: Json },
  status = 200,
): Answer => ({
  status,
  body: JSON.stringify(view),
  headers: { ...JSON_TYPE, etag: entityTag(view.version) },
})

/** A resource that was created, and where it can be read. */
export function created(
  view: { readonly version: number } & { readonly [name: string]: Json },
  location: string,
  status: 201 | 202 = 201,
): Answer {
  const answer = resource(view, status)
  return { ...answer, headers: { ...answer.headers, location } }
}

/** One page of a list. */
export const page = <Resource>(
  listed: Listed<Resource>,
  view: (resource: Resource) => Json,
): Answer => json({ data: listed.data.map(view), nextCursor: listed.cursor ?? null })

/** Nothing more to say: 204. */
export const noContent = (): Answer => ({ status: 204, body: null, headers: {} })
