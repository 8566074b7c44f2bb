import type { Item } from '../ports/store.ts'

/** The problem of an item's version, if any. A version starts at 1, and every change adds 1. */
export const versionProblem = ({ version }: Item): string | undefined =>
  typeof version === 'number' && Number.isSafeInteger(version) && version >= 1
    ? undefined
    : `The version is ${JSON.stringify(version)}, not a whole number from 1 up.`
