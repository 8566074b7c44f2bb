import type { EventType, Provider } from '../api.ts'
import { type Draft, draftOf } from '../event-types/draft.ts'
import { editedOptionsOf } from '../event-types/options-draft.ts'
import type { Weekday } from '../hours/hours.ts'
import { type PhotoDraft, photosBody, photosDraftOf } from './photos-editor.tsx'
import { type SecurityDraft, securityDepositOf, securityDraftOf } from './security-draft.ts'

/** The rules for stays in the form; numbers are strings until they are sent. */
export interface StayRulesDraft {
  readonly minNights: string
  readonly maxNights: string
  readonly minAdvanceDays: string
  readonly arrivalWeekdays: readonly Weekday[]
  readonly departureWeekdays: readonly Weekday[]
}

/** How many people can stay, in the form. */
export type OccupancyDraft = Readonly<Record<'base' | 'adults' | 'children' | 'total', string>>

/** Which units a stay can take: that of the event type, all of its property, or some. */
export const UNIT_SOURCES = ['one', 'all', 'some'] as const

/** Which units a stay can take, in the form. */
export interface PoolDraft {
  readonly source: (typeof UNIT_SOURCES)[number]
  /** In order of priority. */
  readonly unitIds: readonly string[]
  readonly choice: 'gap' | 'priority'
  readonly bookerMayChoose: boolean
}

/** Whether stays of an event type can take a unit. */
export const isOfType = (unit: Provider, type: EventType): boolean => {
  const [pool] = type.requirements ?? []
  if (pool === undefined) return type.providerId === unit.id
  return pool.providerIds?.includes(unit.id) ?? type.propertyId === unit.propertyId
}

/** An event type of nights in the form: what one of hours has, apart from its times, and the rules for stays. */
export interface StayTypeDraft extends Draft {
  readonly stay: StayRulesDraft
  readonly hasOccupancy: boolean
  readonly occupancy: OccupancyDraft
  readonly ratePlanIds: readonly string[]
  readonly photos: readonly PhotoDraft[]
  readonly security: SecurityDraft
  readonly propertyId: string | null
  readonly pool: PoolDraft
}

/** The form's initial values for an event type of nights. */
export function stayTypeDraftOf(type: EventType): StayTypeDraft {
  const { stay, occupancy } = type
  return {
    ...draftOf(type),
    stay: {
      minNights: String(stay?.minNights ?? 1),
      maxNights: String(stay?.maxNights ?? 366),
      minAdvanceDays: String(stay?.minAdvanceDays ?? 0),
      arrivalWeekdays: stay?.arrivalWeekdays ?? [],
      departureWeekdays: stay?.departureWeekdays ?? [],
    },
    hasOccupancy: occupancy !== null,
    occupancy: {
      base: String(occupancy?.base ?? 2),
      adults: String(occupancy?.adults ?? 2),
      children: String(occupancy?.children ?? 0),
      total: String(occupancy?.total ?? 2),
    },
    ratePlanIds: type.ratePlanIds,
    photos: photosDraftOf(type.photos),
    security: securityDraftOf(type),
    propertyId: type.propertyId,
    pool: poolDraftOf(type),
  }
}

function poolDraftOf({ providerId, requirements }: EventType): PoolDraft {
  const [pool] = requirements ?? []
  return {
    source: pool === undefined ? 'one' : pool.providerIds === null ? 'all' : 'some',
    unitIds: pool?.providerIds ?? [providerId],
    choice: pool?.choice === 'priority' ? 'priority' : 'gap',
    bookerMayChoose: pool?.bookerMayChoose ?? false,
  }
}

/** The name of the requirement of a new pool. */
const POOL_NAME = 'unit'

function requirementsOf(
  { source, unitIds, choice, bookerMayChoose }: PoolDraft,
  { requirements }: EventType,
) {
  if (source === 'one') return null
  const name = requirements?.[0]?.name ?? POOL_NAME
  const units = source === 'all' ? { kind: 'unit' as const } : { providerIds: [...unitIds] }
  return [{ name, ...units, count: 1, choice, bookerMayChoose }]
}

/** The request body that changes a saved event type of nights to a draft. */
export function stayTypeChangeOf(draft: StayTypeDraft, saved: EventType) {
  const { stay, occupancy } = draft
  return {
    title: draft.title.trim(),
    slug: draft.slug.trim(),
    description: draft.description.trim() || null,
    confirmation: draft.confirmation,
    holdMinutes: Number(draft.holdMinutes),
    approvalMinutes: Number(draft.approvalMinutes),
    maxAdvanceDays: Number(draft.maxAdvanceDays),
    stay: {
      minNights: Number(stay.minNights),
      maxNights: Number(stay.maxNights),
      minAdvanceDays: Number(stay.minAdvanceDays),
      arrivalWeekdays: [...stay.arrivalWeekdays],
      departureWeekdays: [...stay.departureWeekdays],
    },
    occupancy: draft.hasOccupancy
      ? {
          base: Number(occupancy.base),
          adults: Number(occupancy.adults),
          children: Number(occupancy.children),
          total: Number(occupancy.total),
        }
      : null,
    ratePlanIds: [...draft.ratePlanIds],
    photos: photosBody(draft.photos),
    securityDeposit: securityDepositOf(draft.security),
    requirements: requirementsOf(draft.pool, saved),
    ...editedOptionsOf(draft, saved),
  }
}
