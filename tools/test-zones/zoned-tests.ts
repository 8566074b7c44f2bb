/**
 * Unit tests that run in each of `ZONES`; every other one runs once, in UTC, where a read of the
 * machine's time zone fails it (`setup.ts`). So no other test can depend on the zone, and running all
 * of them three times showed nothing that one run does not.
 *
 * A test belongs here if it reads the machine's zone on purpose. The ones that convert between
 * instants and wall times are here too, although none of them reads it: a mistake in that code is the
 * likeliest way to do so, and the watch does not see into native code.
 */
export const ZONED_TESTS: readonly string[] = [
  'packages/engine/src/time/**/*.test.ts',
  'packages/engine/src/availability/slots-dst.test.ts',
  'packages/engine/src/calendars/wall-times.prop.test.ts',
  'packages/web/src/shared/time/**/*.test.ts',
  'packages/web/src/dashboard/zoned.test.ts',
  'tools/test-zones/zones.test.ts',
]

/**
 * UTC, a zone behind it and one far ahead of it: code that reads the machine's zone gives another
 * answer in at least one of them.
 */
export const ZONES: Readonly<Record<string, string>> = {
  utc: 'UTC',
  'new-york': 'America/New_York',
  apia: 'Pacific/Apia',
}
