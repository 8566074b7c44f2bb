import type { EventType } from '../api.ts'
import { type LeadTime, leadMinutesOf, leadTimeOf } from '../ui/lead-time.ts'

/** When time can be booked, in the form. */
export interface ReleaseDraft {
  readonly isOn: boolean
  readonly daysAhead: string
  /** `HH:MM`. */
  readonly at: string
  readonly keepsFreed: boolean
  readonly freedMinMinutes: string
  readonly freedMaxMinutes: string
  /** How long before a start each candidate is offered, by id. Absent or empty: at any time. */
  readonly keptBack: Readonly<Record<string, LeadTime>>
}

/** Whether dates open as always: at midnight, as far ahead as can be booked. */
const opensAsAlways = ({ release, maxAdvanceDays }: EventType): boolean =>
  release === null || (release.at === '00:00' && release.daysAhead === maxAdvanceDays)

/** The form of a new event type: dates open at midnight, or two weeks ahead at 8:00 once that is turned on. */
export const newRelease = (): ReleaseDraft => ({
  isOn: false,
  daysAhead: '14',
  at: '08:00',
  keepsFreed: false,
  freedMinMinutes: '20',
  freedMaxMinutes: '240',
  keptBack: {},
})

/** The form's values. */
export function releaseDraftOf(eventType: EventType): ReleaseDraft {
  const { release } = eventType
  const draft = newRelease()
  if (release === null) return draft
  const { daysAhead, at, keptBack, freedAfterMinutes: freed } = release
  return {
    ...draft,
    ...(!opensAsAlways(eventType) && { isOn: true, daysAhead: String(daysAhead), at }),
    keptBack: Object.fromEntries(
      keptBack.flatMap(({ providerIds, untilMinutesBefore }) =>
        providerIds.map((id) => [id, leadTimeOf(untilMinutesBefore)] as const),
      ),
    ),
    ...(freed && {
      keepsFreed: true,
      freedMinMinutes: String(freed.min),
      freedMaxMinutes: String(freed.max),
    }),
  }
}

/** When dates open; null if at midnight. */
export const openingOf = ({ isOn, daysAhead, at }: ReleaseDraft) =>
  isOn ? { daysAhead: Number(daysAhead), at } : null

/** The candidates who are kept back, those with the same time together. */
export function keptBackOf(keptBack: ReleaseDraft['keptBack']) {
  const timed = Object.entries(keptBack).flatMap(([id, time]) => {
    const minutes = leadMinutesOf(time)
    return minutes === null ? [] : [{ id, minutes }]
  })
  return [...Map.groupBy(timed, ({ minutes }) => minutes)].map(([untilMinutesBefore, same]) => ({
    providerIds: same.map(({ id }) => id),
    untilMinutesBefore,
  }))
}

/** The values as the API takes them; null if dates open at midnight and freed time is free at once. */
export function releaseOf(draft: ReleaseDraft) {
  const opening = openingOf(draft)
  const { keepsFreed, freedMinMinutes, freedMaxMinutes } = draft
  const keptBack = keptBackOf(draft.keptBack)
  if (opening === null && !keepsFreed && keptBack.length === 0) return null
  return {
    ...opening,
    ...(keptBack.length > 0 && { keptBack }),
    ...(keepsFreed && {
      freedAfterMinutes: { min: Number(freedMinMinutes), max: Number(freedMaxMinutes) },
    }),
  }
}
