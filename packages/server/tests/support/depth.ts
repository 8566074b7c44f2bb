/** Whether this is the deep run: `npm run test:deep`, or one file with `HOLDFAST_TEST_DEPTH=full`. */
export const IS_DEEP = process.env.HOLDFAST_TEST_DEPTH === 'full'

/** How often something is repeated: in the usual run, and in the deep run. */
export const repetitions = (usual: number, deep: number): number => (IS_DEEP ? deep : usual)
