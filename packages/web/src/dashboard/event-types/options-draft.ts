import type { EventType } from '../api.ts'
import { type LeadTime, leadMinutesOf, leadTimeOf } from '../ui/lead-time.ts'
import { type AccessDraft, accessDraftsOf, accessOf } from './access-draft.ts'
import { type CountDraft, countDraftOf, countsOf, newCounts } from './count-draft.ts'
import { type LocationDraft, locationDraftOf, locationOf } from './location-draft.ts'
import { newPayment, type PaymentDraft, paymentDraftOf, paymentOf } from './payment-draft.ts'
import { newPrices, type PricesDraft, pricesDraftOf, pricesOf } from './prices-draft.ts'
import { type QuestionDraft, questionDrafts, questionOf } from './question-draft.ts'
import { newRelease, type ReleaseDraft, releaseDraftOf, releaseOf } from './release-draft.ts'

/** What bookers may change, in the form. Empty counts are no limit. */
export interface BookerPolicyDraft {
  readonly reapproveOnReschedule: boolean
  readonly cancelUntil: LeadTime
  readonly rescheduleUntil: LeadTime
  readonly maxReschedules: string
}

/** What an event type can do besides its times, in the form. */
export interface OptionsDraft {
  /** Durations to choose from besides the first, separated by commas: minutes, or hours and days such as `2h` and `3d`. */
  readonly moreDurations: string
  /** Whether only the start and the end have to be within the hours. */
  readonly isRental: boolean
  readonly locations: readonly LocationDraft[]
  readonly questions: readonly QuestionDraft[]
  readonly policy: BookerPolicyDraft
  /** Minutes before the start; null: as the account says. */
  readonly reminders: readonly number[] | null
  readonly redirectUrl: string
  readonly isHidden: boolean
  readonly hasColor: boolean
  /** `#rrggbb` if it is valid. */
  readonly color: string
  readonly payment: PaymentDraft
  readonly prices: PricesDraft
  readonly access: readonly AccessDraft[]
  readonly release: ReleaseDraft
  readonly counts: CountDraft
}

/** The color that shows when it is turned on. */
const FIRST_COLOR = '#1d5c4d'

/** The values of a new event type: none of it is used. */
export const newOptions = (): OptionsDraft => ({
  moreDurations: '',
  isRental: false,
  locations: [],
  questions: [],
  policy: {
    reapproveOnReschedule: false,
    cancelUntil: leadTimeOf(null),
    rescheduleUntil: leadTimeOf(null),
    maxReschedules: '',
  },
  reminders: null,
  redirectUrl: '',
  isHidden: false,
  hasColor: false,
  color: FIRST_COLOR,
  payment: newPayment(),
  prices: newPrices(),
  access: [],
  release: newRelease(),
  counts: newCounts(),
})

/** The form's values for an event type. */
export function optionsDraftOf(eventType: EventType): OptionsDraft {
  const { policy } = eventType
  return {
    moreDurations: (eventType.durationOptionsMinutes ?? []).slice(1).map(durationText).join(', '),
    isRental: eventType.hoursApplyTo === 'startAndEnd',
    locations: eventType.locations.map((each, index) => locationDraftOf(each, `saved ${index}`)),
    questions: questionDrafts(eventType.questions, eventType.payment?.currency ?? 'EUR'),
    policy: {
      reapproveOnReschedule: policy.reapproveOnReschedule,
      cancelUntil: leadTimeOf(policy.cancelUntilMinutes),
      rescheduleUntil: leadTimeOf(policy.rescheduleUntilMinutes),
      maxReschedules: String(policy.maxReschedules ?? ''),
    },
    reminders: eventType.reminderMinutes,
    redirectUrl: eventType.redirectUrl ?? '',
    isHidden: eventType.hidden,
    hasColor: eventType.color !== null,
    color: eventType.color ?? FIRST_COLOR,
    payment: paymentDraftOf(eventType.payment),
    prices: pricesDraftOf(eventType),
    access: accessDraftsOf(eventType),
    release: releaseDraftOf(eventType),
    counts: countDraftOf(eventType),
  }
}

/** The durations that an event type offers, in minutes: the default and the others. */
export const durationsOf = (durationMinutes: string, moreDurations: string): readonly number[] => [
  Number(durationMinutes),
  ...moreDurations
    .split(/[\s,;]+/)
    .filter((text) => text !== '')
    .map(minutesOfText),
]

const UNITS: Readonly<Record<string, number>> = { '': 1, h: 60, d: 1440 }

const minutesOfText = (text: string): number => {
  const [, count, unit = ''] = /^(\d+)([hd]?)$/.exec(text) ?? []
  return Number(count) * (UNITS[unit] ?? Number.NaN)
}

const durationText = (minutes: number): string =>
  minutes % 1440 === 0 ? `${minutes / 1440}d` : `${minutes}`

/** All options as the API takes them; what is not used removes what was saved. */
export function optionsOf(draft: DraftWithDuration) {
  const durations = durationsOf(draft.durationMinutes, draft.moreDurations)
  const { policy } = draft
  return {
    durationOptionsMinutes: durations.length === 1 ? null : [...durations],
    hoursApplyTo: draft.isRental ? ('startAndEnd' as const) : ('duration' as const),
    locations: draft.locations.map(locationOf),
    questions: draft.questions.map((each) => questionOf(each, draft.payment)),
    policy: {
      reapproveOnReschedule: policy.reapproveOnReschedule,
      cancelUntilMinutes: leadMinutesOf(policy.cancelUntil),
      rescheduleUntilMinutes: leadMinutesOf(policy.rescheduleUntil),
      maxReschedules: policy.maxReschedules.trim() === '' ? null : Number(policy.maxReschedules),
    },
    reminderMinutes: draft.reminders && [...draft.reminders],
    redirectUrl: draft.redirectUrl.trim() || null,
    hidden: draft.isHidden,
    color: draft.hasColor ? draft.color.trim() : null,
    payment: paymentOf(draft.payment, durations),
    ...pricesOf(draft.prices, draft.payment),
    access: accessOf(draft.access, draft.payment),
    release: releaseOf(draft.release),
    ...countsOf(draft.counts),
  }
}

type DraftWithDuration = OptionsDraft & { readonly durationMinutes: string }

type Options = ReturnType<typeof optionsOf>

/** The options that an event type uses. */
type UsedOptions = { [Name in keyof Options]?: NonNullable<Options[Name]> }

/** The options of a draft that differ from those of another. */
function differing(draft: DraftWithDuration, other: DraftWithDuration): Partial<Options> {
  const others = new Map(Object.entries(optionsOf(other)))
  const differs = ([name, value]: readonly [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(others.get(name))
  return Object.fromEntries(Object.entries(optionsOf(draft)).filter(differs))
}

/** The options of a draft that differ from those of a new event type, which are none. */
// Null is what a new event type has, so no null differs from it.
export const usedOptionsOf = (draft: DraftWithDuration): UsedOptions =>
  differing(draft, { ...newOptions(), durationMinutes: draft.durationMinutes }) as UsedOptions

/**
 * The options of a draft that were edited. Others are left out: the server would check them again, and refuse
 * a link whose calendar was disconnected since.
 */
export const editedOptionsOf = (draft: DraftWithDuration, saved: EventType): Partial<Options> =>
  differing(draft, {
    ...optionsDraftOf(saved),
    durationMinutes: String(saved.durationMinutes),
  })
