import { createHash } from 'node:crypto'
import { z } from '@hono/zod-openapi'
import { namesTag } from './entity-tag.ts'

/** The request header with the tag of a feed that the subscriber already has. */
export const IF_NONE_MATCH = z
  .string()
  .optional()
  .openapi({ description: 'The ETag of an earlier response.' })

const CACHING = { 'cache-control': 'private, no-cache' } as const

/** The response with a subscription feed (RFC 5545): 304 without a body if the subscriber has this one. */
export function feedAnswer(content: string, ifNoneMatch = '') {
  const etag = `"${createHash('sha256').update(content).digest('base64url')}"`
  return namesTag(ifNoneMatch, etag)
    ? ({ status: 304, body: null, headers: { ...CACHING, etag } } as const)
    : ({
        status: 200,
        body: content,
        headers: { ...CACHING, etag, 'content-type': 'text/calendar; charset=utf-8' },
      } as const)
}
