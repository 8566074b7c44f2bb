/** The statuses that `bad-input.test.ts` sees of every call: they come before any use case. */
export const REFUSED_ALIKE: readonly number[] = [400, 401, 412, 413, 415, 429, 500, 503]
