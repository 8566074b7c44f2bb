import { test } from 'vitest'

/** Whether this is the deep run: `npm run test:deep`, or one file with `HOLDFAST_TEST_DEPTH=full`. */
export const IS_DEEP = process.env.HOLDFAST_TEST_DEPTH === 'full'

/** How often something is repeated: in the usual run, and in the deep run. */
export const repetitions = (usual: number, deep: number): number => (IS_DEEP ? deep : usual)

/** A test of the deep run alone, for a larger case of what the usual run tests in small. */
export function deepTest(
  name: string,
  run: () => Promise<void>,
  timeoutMilliseconds?: number,
): void {
  if (IS_DEEP) test(name, run, timeoutMilliseconds)
}
