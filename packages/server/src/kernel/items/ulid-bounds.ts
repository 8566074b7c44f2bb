import { encodeTime } from 'ulid'

const TIME_CHARACTERS = 10

/** The smallest audit id of a millisecond: a ULID begins with its time, so ids rise with time. */
export const auditIdAt = (epochMilliseconds: number): string =>
  `aud_${encodeTime(epochMilliseconds, TIME_CHARACTERS).toLowerCase()}`
