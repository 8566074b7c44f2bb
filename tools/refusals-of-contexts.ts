/**
 * The files of the refusals of contexts, as a pattern of `include` from the root. Each adds its own to a type of the kernel, which is whole
 * only with all of them: a program of some files of the server needs them, although nothing has to import them.
 */
export const REFUSALS_OF_CONTEXTS = 'packages/server/src/*/refusals.ts'
