import { z } from 'zod'

/** Candidates who are kept back until some time before a start. */
export interface KeptBack {
  readonly providerIds: readonly string[]
  /** They are offered for starts that are at most so far ahead. */
  readonly untilMinutesBefore: number
}

/** The stored form of candidates who are kept back. */
export const keptBackSchema = z.array(
  z.object({ providerIds: z.array(z.string()), untilMinutesBefore: z.int() }),
)

/** For how many minutes before a start a candidate is offered. Undefined: at any time. */
export const keptBackMinutes = (
  rules: readonly KeptBack[] | undefined,
  providerId: string,
): number | undefined =>
  rules?.find(({ providerIds }) => providerIds.includes(providerId))?.untilMinutesBefore
