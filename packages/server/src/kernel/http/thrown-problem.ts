import type { ProblemDetails } from './problem.ts'

const RETRY_SECONDS = '1'

const memberOf = (thrown: unknown, name: 'code' | 'outcome'): unknown =>
  typeof thrown === 'object' && thrown !== null && name in thrown
    ? (thrown as Readonly<Record<typeof name, unknown>>)[name]
    : undefined

/** The problem that something thrown becomes; it is recognised by its `code`, not by its class. */
export function problemOfThrown(thrown: unknown): ProblemDetails {
  switch (memberOf(thrown, 'code')) {
    case 'store_unavailable':
      return {
        code: 'store_unavailable',
        detail:
          memberOf(thrown, 'outcome') === 'not-applied'
            ? 'The store could not do it now; nothing was changed.'
            : 'The store did not answer; whether the request was done is not known.',
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
