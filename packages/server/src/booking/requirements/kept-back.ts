import { z } from 'zod'
import type { AttributesOf } from '../../kernel/entity.ts'

const keptBackAttributes = z.object({
  providerIds: z.array(z.string()),
  /** They are offered for starts that are at most so far ahead. */
  untilMinutesBefore: z.int(),
})

/** Candidates who are kept back until some time before a start. */
export type KeptBack = AttributesOf<typeof keptBackAttributes>

/** The stored form of candidates who are kept back. */
export const keptBackSchema = z.array(keptBackAttributes)

/** For how many minutes before a start a candidate is offered. Undefined: at any time. */
export const keptBackMinutes = (
  rules: readonly KeptBack[] | undefined,
  providerId: string,
): number | undefined =>
  rules?.find(({ providerIds }) => providerIds.includes(providerId))?.untilMinutesBefore
