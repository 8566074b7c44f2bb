import type { ProblemDetails } from './problem.ts'

const RETRY_SECONDS = '1'

const memberOf = (thrown: unknown, name: 'code' | 'outcome'): unknown =>
  typeof thrown === 'object' && thrown !== null && name in thrown
    ? (thrown as Readonly<Record<typeof name, unknown>>)[name]
    : undefined

/** Converts a thrown error to a problem. Recognizes errors by `code` and not by class. */
export function problemOfThrown(thrown: unknown): ProblemDetails {
  switch (memberOf(thrown, 'code')) {
    case 'store_unavailable':
      return {
        code: 'store_unavailable',
        detail:
          memberOf(thrown, 'outcome') === 'not-applied'
            ? 'The storage cannot process the request at the moment. Nothing was changed.'
            : 'The storage did not respond. The request may or may not have taken effect.',
        headers: { 'retry-after': RETRY_SECONDS },
      }
    case 'invalid_cursor':
      return {
        code: 'validation_failed',
        detail: 'The cursor does not belong to this list.',
        errors: [
          {
            pointer: '/query/cursor',
            message: 'must be the `nextCursor` of a response to the same query',
          },
        ],
      }
    default:
      return { code: 'internal_error', detail: 'The server failed unexpectedly.' }
  }
}
