import { CHOICES, MINUTES_PER_DAY, type NeededTime } from '@holdfast/engine'
import { z } from 'zod'
import { NEEDED_TIME_ATTRIBUTES } from '../../kernel/booking-fields/stored-parts.ts'
import type { AttributesOf } from '../../kernel/entity.ts'
import { PROVIDER_KINDS, type ProviderKind } from '../providers/provider.ts'

/** The kinds of providers that a requirement can ask for; a team has no time of its own. */
export type RequiredKind = Exclude<ProviderKind, 'team' | 'unit'>

const requirementAttributes = z.object({
  /** Unique among the requirements of the event type. */
  name: z.string(),
  /** In order of priority. */
  providerIds: z.exactOptional(z.array(z.string())),
  specialty: z.exactOptional(z.string()),
  kind: z.exactOptional(z.enum(PROVIDER_KINDS).exclude(['team', 'unit'])),
  count: z.union([z.int(), z.literal('all')]),
  /** Absent: `balanced`. */
  choice: z.exactOptional(z.enum(CHOICES)),
  /** True if bookers may choose one of the candidates. */
  bookerMayChoose: z.exactOptional(z.boolean()),
  ...NEEDED_TIME_ATTRIBUTES,
})

/**
 * Whom or what a booking of an event type takes, and when: `count` different providers out of the candidates, who are
 * named by exactly one of `providerIds`, `specialty` and `kind`.
 */
export interface Requirement extends AttributesOf<typeof requirementAttributes> {}

/** Reports whether two requirements take the same in the same way. */
export const isSameRequirement = (a: Requirement, b: Requirement): boolean =>
  a.name === b.name &&
  a.providerIds?.join() === b.providerIds?.join() &&
  a.specialty === b.specialty &&
  a.kind === b.kind &&
  a.count === b.count &&
  a.choice === b.choice &&
  a.bookerMayChoose === b.bookerMayChoose &&
  isSameTime(a, b)

const isSameTime = (a: NeededTime, b: NeededTime): boolean =>
  a.bufferBeforeMinutes === b.bufferBeforeMinutes &&
  a.bufferAfterMinutes === b.bufferAfterMinutes &&
  a.spans?.length === b.spans?.length &&
  (a.spans ?? []).every((span, index) => {
    const other = b.spans?.[index]
    return (
      span.offsetMinutes === other?.offsetMinutes &&
      span.durationMinutes === other.durationMinutes &&
      span.day === other.day &&
      span.label === other.label
    )
  })

/** The stored requirements of an event type. */
export const requirementsSchema = z.array(requirementAttributes)

/** The representation of a requirement. Candidates that it does not name are null. */
export const requirementRepresentation = (requirement: Requirement) => ({
  name: requirement.name,
  providerIds: requirement.providerIds ?? null,
  specialty: requirement.specialty ?? null,
  kind: requirement.kind ?? null,
  count: requirement.count,
  choice: requirement.choice ?? ('balanced' as const),
  bookerMayChoose: requirement.bookerMayChoose ?? false,
  spans:
    requirement.spans?.map(({ day = 0, offsetMinutes, durationMinutes, label }) => ({
      day,
      offsetMinutes: offsetMinutes - day * MINUTES_PER_DAY,
      durationMinutes,
      label: label ?? null,
    })) ?? null,
  bufferBeforeMinutes: requirement.bufferBeforeMinutes ?? null,
  bufferAfterMinutes: requirement.bufferAfterMinutes ?? null,
})
