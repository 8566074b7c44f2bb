import { isTimeZone } from '@holdfast/engine'

/** What is wrong with the parts of stored values, as sentences. */

/** Whether a time is a whole minute after 1970. */
export const isOnMinute = (epochSeconds: number): boolean =>
  epochSeconds >= 0 && epochSeconds % 60 === 0

/** Says which of some text members are empty. */
export const emptyMembers = (members: Readonly<Record<string, string | undefined>>) =>
  Object.entries(members)
    .filter(([, text]) => text === '')
    .map(([name]) => `${name} is empty.`)

const HASH_BYTES = 32

/** Says that a hash has a wrong length, if so. */
export const hashProblems = (name: string, hash: Uint8Array | undefined): readonly string[] =>
  hash === undefined || hash.length === HASH_BYTES
    ? []
    : [`${name} has ${hash.length} bytes instead of ${HASH_BYTES}.`]

/** Says that a time zone is unknown, if so. */
export const zoneProblems = (timeZone: string): readonly string[] =>
  isTimeZone(timeZone) ? [] : [`The time zone "${timeZone}" is unknown.`]
