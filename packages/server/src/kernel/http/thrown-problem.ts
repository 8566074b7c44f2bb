import type { ProblemDetails } from './problem.ts'

const RETRY_SECONDS = '1'

const memberOf = (thrown: unknown, name: 'code' | 'outcome' | 'isContended'): unknown =>
  typeof thrown === 'object' && thrown !== null && name in thrown
    ? (thrown as Readonly<Record<typeof name, unknown>>)[name]
    : undefined

function unavailableDetail(thrown: unknown): string {
  if (memberOf(thrown, 'outcome') !== 'not-applied') {
    return 'The storage did not respond. The request may or may not have taken effect.'
  }
  return memberOf(thrown, 'isContended') === true
    ? `Too many requests want the same resource at once. Nothing was changed. Retry in ${RETRY_SECONDS} s.`
    : 'The storage cannot process the request at the moment. Nothing was changed.'
}

/** Converts a thrown error to a problem. Recognizes errors by `code` and not by class. */
export function problemOfThrown(thrown: unknown): ProblemDetails {
  switch (memberOf(thrown, 'code')) {
    case 'store_unavailable':
      return {
        code: 'store_unavailable',
        detail: unavailableDetail(thrown),
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
