import type { EventType } from '../api.ts'

type Requirement = NonNullable<EventType['requirements']>[number]

/** When a booking needs whoever serves a requirement. Null: as the booking. */
type NeededTime = Pick<Requirement, 'spans' | 'bufferBeforeMinutes' | 'bufferAfterMinutes'>

/** A span in the form; numbers are strings until they are sent. */
export interface SpanDraft {
  readonly key: string
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
  spans: (spans ?? []).map(({ offsetMinutes, durationMinutes, label }, index) => ({
    key: `saved ${index}`,
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
      offsetMinutes: Number(span.offsetMinutes),
      durationMinutes: Number(span.durationMinutes),
      ...(span.label.trim() !== '' && { label: span.label.trim() }),
    })),
  }),
  ...(bufferBeforeMinutes !== '' && { bufferBeforeMinutes: Number(bufferBeforeMinutes) }),
  ...(bufferAfterMinutes !== '' && { bufferAfterMinutes: Number(bufferAfterMinutes) }),
})

/** When the last of some spans ends, in minutes. */
export const endOfSpans = (spans: readonly SpanDraft[]): number =>
  Math.max(0, ...spans.map((span) => Number(span.offsetMinutes) + Number(span.durationMinutes)))

/** The spans with one more, which begins where the last one ends. */
export function withNextSpan(spans: readonly SpanDraft[]): readonly SpanDraft[] {
  const taken = new Set(spans.map(({ key }) => key))
  let number = spans.length + 1
  while (taken.has(`new ${number}`)) number += 1
  const offsetMinutes = String(endOfSpans(spans))
  return [...spans, { key: `new ${number}`, offsetMinutes, durationMinutes: '30', label: '' }]
}
