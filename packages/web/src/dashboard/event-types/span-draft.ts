import type { EventType } from '../api.ts'

type Requirement = NonNullable<EventType['requirements']>[number]

/** When a booking needs whoever serves a requirement. Null: as the booking. */
type NeededTime = Pick<Requirement, 'spans' | 'bufferBeforeMinutes' | 'bufferAfterMinutes'>

/** A span in the form; numbers are strings until they are sent. */
export interface SpanDraft {
  readonly key: string
  /** From 1: the day of the booking on which it is. */
  readonly day: string
  /** From the beginning of its day: the first one begins at the start, the others at the same time of day. */
  readonly offsetMinutes: string
  readonly durationMinutes: string
  readonly label: string
}

/** When a requirement is needed, in the form. */
export interface TimeDraft {
  /** Empty: all the time. */
  readonly spans: readonly SpanDraft[]
  /** Empty: as the event type says. */
  readonly bufferBeforeMinutes: string
  readonly bufferAfterMinutes: string
}

/** The most spans of a requirement. */
export const MAX_SPANS = 4

/** The whole booking, with its buffers. */
export const ALL_THE_TIME: TimeDraft = {
  spans: [],
  bufferBeforeMinutes: '',
  bufferAfterMinutes: '',
}

const textOf = (minutes: number | null): string => (minutes === null ? '' : String(minutes))

/** The form's values for when a requirement is needed. */
export const timeDraftOf = ({
  spans,
  bufferBeforeMinutes,
  bufferAfterMinutes,
}: NeededTime): TimeDraft => ({
  spans: (spans ?? []).map(({ day, offsetMinutes, durationMinutes, label }, index) => ({
    key: `saved ${index}`,
    day: String(day + 1),
    offsetMinutes: String(offsetMinutes),
    durationMinutes: String(durationMinutes),
    label: label ?? '',
  })),
  bufferBeforeMinutes: textOf(bufferBeforeMinutes),
  bufferAfterMinutes: textOf(bufferAfterMinutes),
})

/** When a requirement is needed, as the API takes it: what is as in the booking is left out. */
export const timeOf = ({ spans, bufferBeforeMinutes, bufferAfterMinutes }: TimeDraft) => ({
  ...(spans.length > 0 && {
    spans: spans.map((span) => ({
      ...(Number(span.day) > 1 && { day: Number(span.day) - 1 }),
      offsetMinutes: Number(span.offsetMinutes),
      durationMinutes: Number(span.durationMinutes),
      ...(span.label.trim() !== '' && { label: span.label.trim() }),
    })),
  }),
  ...(bufferBeforeMinutes !== '' && { bufferBeforeMinutes: Number(bufferBeforeMinutes) }),
  ...(bufferAfterMinutes !== '' && { bufferAfterMinutes: Number(bufferAfterMinutes) }),
})

const DAY_MINUTES = 1440

/** The most days of a booking. */
export const MAX_DAYS = 14

/** When the last of some spans ends, in minutes; days have 24 hours. */
export const endOfSpans = (spans: readonly SpanDraft[]): number => Math.max(0, ...spans.map(endOf))

const endOf = ({ day, offsetMinutes, durationMinutes }: SpanDraft): number =>
  (Number(day) - 1) * DAY_MINUTES + Number(offsetMinutes) + Number(durationMinutes)

/** The spans with one more, which begins where the last one ends. */
export function withNextSpan(spans: readonly SpanDraft[]): readonly SpanDraft[] {
  const day = spans.at(-1)?.day ?? '1'
  const ofDay = spans.filter((span) => span.day === day)
  const offsetMinutes = String(endOfSpans(ofDay) - (ofDay[0] ? (Number(day) - 1) * DAY_MINUTES : 0))
  return [...spans, { key: newKey(spans), day, offsetMinutes, durationMinutes: '30', label: '' }]
}

/** The spans with the last one again at the same time of the next day. */
export const withNextDay = (spans: readonly SpanDraft[]): readonly SpanDraft[] =>
  spans.flatMap((span, index) => {
    if (index < spans.length - 1) return [span]
    const day = String(Math.min(MAX_DAYS, Number(span.day) + 1))
    return [span, { ...span, key: newKey(spans), day, label: '' }]
  })

function newKey(spans: readonly SpanDraft[]): string {
  const taken = new Set(spans.map(({ key }) => key))
  let number = spans.length + 1
  while (taken.has(`new ${number}`)) number += 1
  return `new ${number}`
}
