import { test } from 'vitest'

/** Whether this is the deep run: `npm run test:deep`, or one file with `HOLDFAST_TEST_DEPTH=full`. */
export const IS_DEEP = process.env.HOLDFAST_TEST_DEPTH === 'full'

/** How often something is repeated: in the usual run, and in the deep run. */
export const repetitions = (usual: number, deep: number): number => (IS_DEEP ? deep : usual)

const SEED = Number(process.env.HOLDFAST_TEST_SEED ?? 0)

/**
 * One of every `oneIn` members of a list, in the list's order; the deep run has all. `HOLDFAST_TEST_SEED`, a whole number,
 * chooses which, so that a repeated file has the same ones. As many runs with one seed after another have all.
 */
export const drawnFrom = <Member>(all: readonly Member[], oneIn: number): readonly Member[] =>
  IS_DEEP ? all : all.filter((_, place) => place % oneIn === SEED % oneIn)

/** A test of the deep run alone, for a larger case of what the usual run tests in small. */
export function deepTest(
  name: string,
  run: () => Promise<void>,
  timeoutMilliseconds?: number,
): void {
  if (IS_DEEP) test(name, run, timeoutMilliseconds)
}
