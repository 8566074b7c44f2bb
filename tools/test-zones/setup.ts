import { afterAll, afterEach } from 'vitest'
import { watchZoneReads } from './zone-reads.ts'

/** Loaded before each unit test file that runs in one zone only: fails what reads the machine's zone. */

const watch = watchZoneReads()

function failOnReads(): void {
  const reads = watch.drain()
  if (reads.length === 0) return
  throw new Error(
    "This read the machine's time zone. Pass the zone to the code; if the machine's zone is meant, " +
      `add the test file to ZONED_TESTS in tools/test-zones/zoned-tests.ts.\n${reads.join('\n')}`,
  )
}

afterEach(failOnReads)
afterAll(() => {
  watch.stop()
  // What was read outside the tests, for example when a module was loaded.
  failOnReads()
})
