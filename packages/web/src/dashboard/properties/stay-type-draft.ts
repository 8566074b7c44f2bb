import type { EventType } from '../api.ts'
import { type Draft, draftOf } from '../event-types/draft.ts'
import { editedOptionsOf } from '../event-types/options-draft.ts'
import type { Weekday } from '../hours/hours.ts'

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

/** An event type of nights in the form: what one of hours has, apart from its times, and the rules for stays. */
export interface StayTypeDraft extends Draft {
  readonly stay: StayRulesDraft
  readonly hasOccupancy: boolean
  readonly occupancy: OccupancyDraft
  readonly ratePlanIds: readonly string[]
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
  }
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
    ...editedOptionsOf(draft, saved),
  }
}
