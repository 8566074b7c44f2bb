import {
  type CandidateRule,
  durationOfSpans,
  endOf,
  MINUTES_PER_DAY,
  type NeededTime,
  ok,
  type Result,
  SPANS_END_MAX_MINUTES,
  type Span,
} from '@holdfast/engine'
import { type InputError, invalid, type Refusal } from '../../kernel/refusals.ts'

/** A span as input. */
export interface SpanInput {
  readonly day?: number | undefined
  readonly offsetMinutes: number
  readonly durationMinutes: number
  readonly label?: string | null | undefined
}

/** When a requirement needs its people, as input. Null is the same as absent. */
export interface NeededTimeInput {
  readonly spans?: readonly SpanInput[] | null | undefined
  readonly bufferBeforeMinutes?: number | null | undefined
  readonly bufferAfterMinutes?: number | null | undefined
}

/** The stored form of when a requirement needs its people. */
export const neededTimeFrom = ({
  spans,
  bufferBeforeMinutes,
  bufferAfterMinutes,
}: NeededTimeInput): NeededTime => ({
  ...(spans && {
    spans: spans.map(({ day = 0, offsetMinutes, durationMinutes, label }) => ({
      ...(day > 0 && { day }),
      offsetMinutes: day * MINUTES_PER_DAY + offsetMinutes,
      durationMinutes,
      ...(label != null && { label }),
    })),
  }),
  ...(bufferBeforeMinutes != null && { bufferBeforeMinutes }),
  ...(bufferAfterMinutes != null && { bufferAfterMinutes }),
})

/** What is wrong with the spans of requirements. */
export function spanErrors(requirements: readonly NeededTime[]): readonly InputError[] {
  const errors = requirements.flatMap(({ spans = [] }, index) => {
    let free = 0
    return spans.flatMap((span, position): readonly InputError[] => {
      const pointer = `/requirements/${index}/spans/${position}`
      const earliest = free
      free = Math.max(free, endOf(span))
      if (span.offsetMinutes < earliest) {
        const message = `must be at least ${placeOf(earliest, span)}, the end of the span before`
        return [{ pointer: `${pointer}/offsetMinutes`, message }]
      }
      if (endOf(span) <= SPANS_END_MAX_MINUTES) return []
      const message = `must end within ${SPANS_END_MAX_MINUTES} minutes of the start: this span ends after ${endOf(span)}`
      return [{ pointer: `${pointer}/durationMinutes`, message }]
    })
  })
  if (errors.length > 0) return errors
  const begins = requirements.map(({ spans: [first] = [] }) => first?.offsetMinutes ?? 0)
  const earliest = Math.min(...begins)
  if (earliest === 0) return []
  const pointer = `/requirements/${begins.indexOf(earliest)}/spans/0/offsetMinutes`
  const message = 'must be 0, on day 0, for the first of all spans: a booking starts with it'
  return [{ pointer, message }]
}

/** An end as the offset of a span on its day; on another day, with that day. */
function placeOf(offsetMinutes: number, { day = 0 }: Span): string {
  const ofDay = offsetMinutes - day * MINUTES_PER_DAY
  const last = Math.floor(offsetMinutes / MINUTES_PER_DAY)
  return ofDay < MINUTES_PER_DAY
    ? String(ofDay)
    : `${offsetMinutes - last * MINUTES_PER_DAY} on day ${last}`
}

/** An event type, as far as its options may not fit requirements with times of their own. */
interface SpannedEventType {
  readonly requirements?: readonly NeededTime[]
  readonly durationOptionsMinutes?: readonly number[]
  readonly candidateRules?: readonly CandidateRule[]
}

/** What is wrong with the options of an event type whose requirements have spans. */
export function spanOptionErrors({
  requirements = [],
  durationOptionsMinutes,
  candidateRules = [],
}: SpannedEventType): readonly InputError[] {
  if (durationOfSpans(requirements) === undefined) return []
  const errors: InputError[] = []
  if (durationOptionsMinutes !== undefined) {
    const message = 'is not possible with `spans`, which say how long a booking is'
    errors.push({ pointer: '/durationOptionsMinutes', message })
  }
  for (const [index, { durationMinutes }] of candidateRules.entries()) {
    if (durationMinutes === undefined) continue
    const message = 'is not possible with `spans`, which say how long a booking is'
    errors.push({ pointer: `/candidateRules/${index}/durationMinutes`, message })
  }
  return errors
}

/** An event type, or a change of one, as far as spans say how long a booking is. */
interface Lengths {
  readonly requirements?: readonly NeededTimeInput[] | null | undefined
  readonly durationMinutes?: number | undefined
}

/** The duration that follows from the spans of an event type. Empty without spans. Refused if the input has one itself. */
export function lengthOfSpans(
  input: Lengths,
  before: { readonly requirements?: readonly NeededTime[] } = {},
): Result<{ readonly durationMinutes?: number }, Refusal> {
  const { requirements = before.requirements } = input
  const durationMinutes = durationOfSpans((requirements ?? []).map(neededTimeFrom))
  if (durationMinutes === undefined) return ok({})
  return input.durationMinutes === undefined
    ? ok({ durationMinutes })
    : invalid('/durationMinutes', 'follows from `spans`: leave it out')
}
