import { SPANS_END_MAX_MINUTES } from '@holdfast/engine'
import { expect, test } from 'vitest'
import { lengthOfSpans, neededTimeFrom, spanErrors, spanOptionErrors } from './check-spans.ts'

const span = (offsetMinutes: number, durationMinutes: number) => ({
  offsetMinutes,
  durationMinutes,
})

test('spans follow each other without an overlap', () => {
  expect(spanErrors([{ spans: [span(0, 30), span(30, 15), span(60, 5)] }])).toEqual([])
  expect(spanErrors([{ spans: [span(0, 30), span(29, 15), span(40, 5)] }])).toEqual([
    {
      pointer: '/requirements/0/spans/1/offsetMinutes',
      message: 'must be at least 30, the end of the span before',
    },
    {
      pointer: '/requirements/0/spans/2/offsetMinutes',
      message: 'must be at least 44, the end of the span before',
    },
  ])
})

test('a span that lies within one before it does not free its end', () => {
  expect(spanErrors([{ spans: [span(0, 60), span(10, 10), span(30, 40)] }])).toMatchObject([
    { pointer: '/requirements/0/spans/1/offsetMinutes' },
    {
      pointer: '/requirements/0/spans/2/offsetMinutes',
      message: 'must be at least 60, the end of the span before',
    },
  ])
})

test('the last span ends in time', () => {
  const last = (durationMinutes: number) =>
    spanErrors([{ spans: [span(0, 10), span(10, durationMinutes)] }])
  expect(last(SPANS_END_MAX_MINUTES - 10)).toEqual([])
  expect(last(SPANS_END_MAX_MINUTES - 9)).toEqual([
    {
      pointer: '/requirements/0/spans/1/durationMinutes',
      message: `must end within ${SPANS_END_MAX_MINUTES} minutes of the start: this span ends after ${SPANS_END_MAX_MINUTES + 1}`,
    },
  ])
})

test('a booking starts with the first of all spans', () => {
  expect(spanErrors([{ spans: [span(20, 10)] }, { spans: [span(0, 10)] }])).toEqual([])
  expect(spanErrors([{ spans: [span(20, 10)] }, {}])).toEqual([])
  expect(spanErrors([{ spans: [span(20, 10)] }, { spans: [span(15, 10), span(25, 5)] }])).toEqual([
    {
      pointer: '/requirements/1/spans/0/offsetMinutes',
      message: 'must be 0, on day 0, for the first of all spans: a booking starts with it',
    },
  ])
})

test('durations to choose and durations of candidates do not fit spans', () => {
  const candidateRules = [
    { providerId: 'prv_1', amount: 100 },
    { providerId: 'prv_2', durationMinutes: 30 },
  ]
  const options = { durationOptionsMinutes: [30, 60], candidateRules }
  const says = 'is not possible with `spans`, which say how long a booking is'
  expect(spanOptionErrors({ requirements: [{ spans: [span(0, 30)] }], ...options })).toEqual([
    { pointer: '/durationOptionsMinutes', message: says },
    { pointer: '/candidateRules/1/durationMinutes', message: says },
  ])
  // A buffer alone leaves the length to the event type.
  expect(spanOptionErrors({ requirements: [{ bufferAfterMinutes: 5 }], ...options })).toEqual([])
  expect(spanOptionErrors({ requirements: [{}], ...options })).toEqual([])
  expect(spanOptionErrors({ requirements: [{ spans: [span(0, 30)] }] })).toEqual([])
})

test('the length of a booking follows from the spans, and cannot be given beside them', () => {
  const requirements = [{ spans: [span(0, 30)] }, { spans: [span(10, 80)] }]
  expect(lengthOfSpans({})).toEqual({ ok: true, value: {} })
  expect(lengthOfSpans({ durationMinutes: 60 })).toEqual({ ok: true, value: {} })
  expect(lengthOfSpans({ requirements })).toEqual({ ok: true, value: { durationMinutes: 90 } })
  const refused = {
    ok: false,
    refusal: {
      code: 'validation_failed',
      errors: [{ pointer: '/durationMinutes', message: 'follows from `spans`: leave it out' }],
    },
  }
  expect(lengthOfSpans({ requirements, durationMinutes: 90 })).toEqual(refused)
  expect(lengthOfSpans({ durationMinutes: 90 }, { requirements })).toEqual(refused)
  // A change that removes them ends the bond.
  expect(lengthOfSpans({ requirements: null, durationMinutes: 60 }, { requirements })).toEqual({
    ok: true,
    value: {},
  })
})

test('only what is given of a time is stored', () => {
  expect(
    neededTimeFrom({ spans: null, bufferBeforeMinutes: null, bufferAfterMinutes: undefined }),
  ).toEqual({})
  const labelled = { ...span(0, 30), label: 'Cut' }
  expect(
    neededTimeFrom({
      spans: [labelled, { ...span(30, 5), label: null }],
      bufferBeforeMinutes: 0,
      bufferAfterMinutes: 10,
    }),
  ).toEqual({ spans: [labelled, span(30, 5)], bufferBeforeMinutes: 0, bufferAfterMinutes: 10 })
})
