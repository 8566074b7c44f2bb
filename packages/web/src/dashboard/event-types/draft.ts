import type { EventType } from '../api.ts'
import {
  changedDatesAlone,
  type DateChanges,
  type HoursDraft,
  hoursDraftOf,
  newHours,
  rulesOf,
} from '../hours/hours.ts'
import {
  editedOptionsOf,
  newOptions,
  type OptionsDraft,
  optionsDraftOf,
  usedOptionsOf,
} from './options-draft.ts'
import {
  hasSpans,
  type RequirementDraft,
  requirementDrafts,
  requirementOf,
} from './requirement-draft.ts'

/** Where the hours of an event type come from: its own, a schedule, or the schedules of its providers. */
export type HoursSource = 'own' | 'schedule' | 'provider'

/** The values in the form; numbers are strings until they are sent. */
export interface Draft extends HoursDraft, OptionsDraft {
  readonly providerId: string
  readonly title: string
  readonly slug: string
  readonly description: string
  readonly durationMinutes: string
  readonly slotStepMinutes: string
  readonly bufferBeforeMinutes: string
  readonly bufferAfterMinutes: string
  readonly minNoticeMinutes: string
  readonly maxAdvanceDays: string
  readonly confirmation: EventType['confirmation']
  readonly holdMinutes: string
  readonly approvalMinutes: string
  readonly hoursSource: HoursSource
  /** Empty until a schedule is chosen. */
  readonly scheduleId: string
  /** The time zone of its own hours. Empty: the provider's. */
  readonly timeZone: string
  readonly requirements: readonly RequirementDraft[]
}

/** The defaults of a new event type: 30 minutes, weekdays from 9:00 to 17:00. */
export const newDraft = (providerId: string): Draft => ({
  providerId,
  title: '',
  slug: '',
  description: '',
  durationMinutes: '30',
  slotStepMinutes: '30',
  bufferBeforeMinutes: '0',
  bufferAfterMinutes: '0',
  minNoticeMinutes: '0',
  maxAdvanceDays: '365',
  confirmation: 'hold',
  holdMinutes: '5',
  approvalMinutes: '1440',
  hoursSource: 'own',
  scheduleId: '',
  timeZone: '',
  requirements: [],
  ...newOptions(),
  ...newHours(),
})

function hoursSourceOf({ availabilityRules, scheduleId }: EventType): HoursSource {
  if (availabilityRules !== null) return 'own'
  return scheduleId === null ? 'provider' : 'schedule'
}

/** The form's initial values for an event type. */
export function draftOf(eventType: EventType): Draft {
  const { availabilityRules, dateOverrides } = eventType
  return {
    providerId: eventType.providerId,
    title: eventType.title,
    slug: eventType.slug,
    description: eventType.description ?? '',
    durationMinutes: String(eventType.durationMinutes),
    slotStepMinutes: String(eventType.slotStepMinutes),
    bufferBeforeMinutes: String(eventType.bufferBeforeMinutes),
    bufferAfterMinutes: String(eventType.bufferAfterMinutes),
    minNoticeMinutes: String(eventType.minNoticeMinutes),
    maxAdvanceDays: String(eventType.maxAdvanceDays),
    confirmation: eventType.confirmation,
    holdMinutes: String(eventType.holdMinutes),
    approvalMinutes: String(eventType.approvalMinutes),
    hoursSource: hoursSourceOf(eventType),
    scheduleId: eventType.scheduleId ?? '',
    timeZone: eventType.timeZone ?? '',
    requirements: requirementDrafts(eventType.requirements ?? []),
    ...optionsDraftOf(eventType),
    // The defaults show until the event type gets hours of its own.
    ...(availabilityRules === null
      ? newHours()
      : hoursDraftOf({ availabilityRules, dateOverrides })),
  }
}

function hoursOf({ hoursSource, scheduleId, timeZone, ...hours }: Draft) {
  switch (hoursSource) {
    case 'own':
      return { ...rulesOf(hours), ...(timeZone && { timeZone }) }
    case 'schedule':
      return { scheduleId }
    case 'provider':
      return {}
  }
}

/** The values that every request sends. The server validates them. */
function basicsOf(draft: Draft) {
  const description = draft.description.trim()
  return {
    title: draft.title.trim(),
    slug: draft.slug.trim(),
    ...(description && { description }),
    ...(!hasSpans(draft.requirements) && { durationMinutes: Number(draft.durationMinutes) }),
    slotStepMinutes: Number(draft.slotStepMinutes),
    bufferBeforeMinutes: Number(draft.bufferBeforeMinutes),
    bufferAfterMinutes: Number(draft.bufferAfterMinutes),
    minNoticeMinutes: Number(draft.minNoticeMinutes),
    maxAdvanceDays: Number(draft.maxAdvanceDays),
    confirmation: draft.confirmation,
    holdMinutes: Number(draft.holdMinutes),
    approvalMinutes: Number(draft.approvalMinutes),
    ...hoursOf(draft),
    ...(draft.requirements.length > 0 && { requirements: draft.requirements.map(requirementOf) }),
  }
}

/** The request body for a new event type. */
export const bodyOf = (draft: Draft) => ({
  ...basicsOf(draft),
  ...usedOptionsOf(withOneDuration(draft)),
})

/** A draft without durations to choose from, if its spans say how long a booking is. */
const withOneDuration = (draft: Draft): Draft =>
  hasSpans(draft.requirements) ? { ...draft, moreDurations: '', isRental: false } : draft

/** The request body that changes a saved event type to a draft: what the draft does not have is removed. */
export const changeOf = (draft: Draft, saved: EventType) => ({
  description: null,
  availabilityRules: null,
  timeZone: null,
  scheduleId: null,
  requirements: null,
  ...basicsOf(draft),
  ...editedOptionsOf(withOneDuration(draft), saved),
})

/** The dates that a draft changes, if it changes nothing else of a saved event type; otherwise undefined. */
export const changedDatesOf = (draft: Draft, saved: EventType): DateChanges | undefined =>
  draft.hoursSource === 'own'
    ? changedDatesAlone(draftOf(saved), draft, (each) => changeOf(each, saved))
    : undefined
