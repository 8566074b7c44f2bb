import { z } from 'zod'
import type { InputError } from '../../kernel/refusals.ts'

/** What a kind of customer may book of an event type. */
export interface AccessRule {
  /** It is for people with one of these tags. Empty: for everybody. */
  readonly tags: readonly string[]
  /** How many days ahead they book. Absent: as the event type says. */
  readonly maxAdvanceDays?: number
}

/** A rule as input. */
export interface AccessRuleInput {
  readonly tags: readonly string[]
  readonly maxAdvanceDays?: number | null | undefined
}

/** The stored rules. */
export const accessSchema = z.array(
  z.object({ tags: z.array(z.string()), maxAdvanceDays: z.exactOptional(z.int()) }),
)

/** Rules as they are stored. */
export const accessOf = (inputs: readonly AccessRuleInput[]): readonly AccessRule[] =>
  inputs.map(({ tags, maxAdvanceDays }) => ({
    tags,
    ...(maxAdvanceDays != null && { maxAdvanceDays }),
  }))

/** Rules in the API and in events. */
export const accessRepresentation = (rules: readonly AccessRule[] = []) =>
  rules.map(({ tags, maxAdvanceDays = null }) => ({ tags, maxAdvanceDays }))

/** What is wrong with the rules of an event type for kinds of customers. */
export function accessErrors({
  access = [],
  waitlist,
}: {
  readonly access?: readonly AccessRule[]
  readonly waitlist?: unknown
}): readonly InputError[] {
  const errors: InputError[] = []
  if (access.length > 0 && waitlist) {
    const message = 'is not possible with `waitlist`: it offers times to everybody in line'
    errors.push({ pointer: '/access', message })
  }
  const everybody = access.findIndex(({ tags }) => tags.length === 0)
  if (everybody !== -1 && everybody < access.length - 1) {
    const message = 'is never reached: the entry before it without `tags` is for everybody'
    errors.push({ pointer: `/access/${everybody + 1}`, message })
  }
  return errors
}
