/**
 * Unit tests and tests of tools that need more than two seconds of CPU time each, as globs from the root of the repository:
 * `npm run check` leaves them out, `npm test` runs them. `npx vitest run --project tools --project 'unit*' --maxWorkers=1
 * --reporter=./tools/cpu-reporter.ts` lists such files.
 */
export const SLOW_TESTS: readonly string[] = [
  'packages/engine/src/calendars/recurrence-corpus.test.ts',
  'packages/engine/src/sessions/session.explore.test.ts',
  'packages/server/src/booking/bookings/plan-claims.explore.test.ts',
  'packages/server/src/ops/privacy/erasure-races.test.ts',
  'packages/server/src/ops/privacy/erasure.test.ts',
  'tools/client-package/build.test.ts',
  'tools/contract/redocly.test.ts',
  'tools/run-steps.test.ts',
]
