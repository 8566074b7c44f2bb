import { expect, test } from 'vitest'
import { timesOf } from './booking-times.ts'

const at = (time: string) => `2026-04-27T${time}:00Z`
const span = (from: string, to: string, label: string | null = null) => ({
  start: at(from),
  end: at(to),
  label,
})
const COLOR = {
  start: at('09:00'),
  end: at('10:50'),
  assignments: [
    {
      requirement: 'stylist',
      providerId: 'prv_1',
      providerName: 'Cleo',
      spans: [span('09:00', '09:45', 'Color'), span('10:20', '10:50', 'Cut')],
    },
    {
      requirement: 'assistant',
      providerId: 'prv_2',
      providerName: 'Dana',
      spans: [span('09:40', '10:00', 'Wash')],
    },
    { requirement: 'chair', providerId: 'prv_3', providerName: 'Chair 1' },
  ],
}

const of = (...ids: readonly string[]) => timesOf(COLOR, new Set(ids))

test('somebody who is needed in spans is taken in these alone', () => {
  expect(of('prv_1')).toEqual([span('09:00', '09:45', 'Color'), span('10:20', '10:50', 'Cut')])
})

test('spans of several people that overlap are one', () => {
  expect(of('prv_1', 'prv_2')).toEqual([span('09:00', '10:00'), span('10:20', '10:50', 'Cut')])
})

test('with somebody who is needed all the time, or nobody of those asked for, it is the whole booking', () => {
  expect(of('prv_1', 'prv_3')).toEqual([span('09:00', '10:50')])
  expect(of('prv_9')).toEqual([span('09:00', '10:50')])
})
