import { openTestApp, type TestApp, type TestAppOptions } from '../http/support/app.ts'
import { createStaleStore, type StaleOptions, type StaleStore } from '../support/stale-store.ts'

/** A server whose store serves old reads. */
export interface StaleApp extends TestApp {
  /** Makes everything that was committed so far visible to every read. */
  settle(): void
}

/**
 * Opens a server on a stale store. Default: every read without `consistent` is as old as `settle` allows, so it
 * misses everything that the test wrote since.
 */
export async function openStaleApp(
  options: TestAppOptions = {},
  stale: StaleOptions = { mode: 'worst' },
): Promise<StaleApp> {
  let store: StaleStore | undefined
  const app = await openTestApp({
    ...options,
    between: (inner) => {
      store = createStaleStore(inner, stale)
      return store
    },
  })
  return { ...app, settle: () => store?.settle() }
}
