import type { ProblemDetails } from './problem.ts'

const RETRY_SECONDS = '1'

const codeOf = (thrown: unknown): unknown =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : undefined

/** The problem that something thrown becomes; it is recognised by its `code`, not by its class. */
export function problemOfThrown(thrown: unknown): ProblemDetails {
  switch (codeOf(thrown)) {
    case 'store_unavailable':
      return {
        code: 'store_unavailable',
        detail: 'The store did not answer; whether the request was done is not known.',
        headers: { 'retry-after': RETRY_SECONDS },
      }
    case 'invalid_cursor':
      return {
        code: 'validation_failed',
        detail: 'The cursor is not one of this list.',
        errors: [
          {
            pointer: '/query/cursor',
            message: 'must be the nextCursor of an answer to the same query',
          },
        ],
      }
    default:
      return { code: 'internal_error', detail: 'The server failed; nothing more is known.' }
  }
}
