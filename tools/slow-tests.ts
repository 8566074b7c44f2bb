/**
 * Unit tests and tests of tools that need more than a second of CPU time each, as globs from the root of the repository:
 * `npm run check` leaves them out, `npm test` runs them. `npx vitest run --project tools --project 'unit*' --maxWorkers=1
 * --reporter=./tools/cpu-reporter.ts` lists such files.
 */
export const SLOW_TESTS: readonly string[] = [
  'bench/src/growth/fill.test.ts',
  'bench/src/scale/day.test.ts',
  'packages/engine/src/availability/working-hours.prop.test.ts',
  'packages/engine/src/calendars/recurrence-corpus.test.ts',
  'packages/engine/src/calendars/wall-times.prop.test.ts',
  'packages/engine/src/invitations/content-line.test.ts',
  'packages/engine/src/sessions/session.explore.test.ts',
  'packages/engine/src/teams/fairness.test.ts',
  'packages/engine/src/teams/team-slots.prop.test.ts',
  'packages/prove/src/cells/play-cell.test.ts',
  'packages/prove/src/model/protocol.test.ts',
  'packages/server/src/adapters/rows/row-codec.prop.test.ts',
  'packages/server/src/booking/bookings/plan-claims.explore.test.ts',
  'packages/server/src/booking/waiting/wait-list-races.test.ts',
  'packages/server/src/composition/library.test.ts',
  'packages/server/src/ops/accounts/remove-accounts.test.ts',
  'packages/server/src/ops/doctor/repair-day.prop.test.ts',
  'packages/server/src/ops/privacy/erasure-races.test.ts',
  'packages/server/src/ops/privacy/erasure.test.ts',
  'packages/server/src/ops/privacy/retention.test.ts',
  'packages/server/src/payments/payment/advance-payment.test.ts',
  'tools/ci-run.test.ts',
  'tools/client-package/build.test.ts',
  'tools/client-types/generate.test.ts',
  'tools/contract/patterns.test.ts',
  'tools/contract/redocly.test.ts',
  'tools/new-field/new-field.test.ts',
  'tools/permissions-page/page.test.ts',
  'tools/run-steps.test.ts',
  'tools/test-zones/setup.test.ts',
  'tools/tz-table/system-files.test.ts',
  'tools/tz-table/tables.test.ts',
]
