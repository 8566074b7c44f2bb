import { expect, test } from 'vitest'
import { nightsByUnit, timesOf } from './booking-times.ts'

const at = (time: string) => `2026-04-27T${time}:00Z`
const span = (from: string, to: string, label: string | null = null) => ({
  start: at(from),
  end: at(to),
  label,
})
const OF_TIME = { providerId: 'prv_1', arrival: null, departure: null, earlierUnits: [] }
const COLOR = {
  ...OF_TIME,
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

const SPLIT = {
  start: '2026-04-27T13:00:00Z',
  end: '2026-05-03T09:00:00Z',
  assignments: [],
  providerId: 'prv_2',
  arrival: '2026-04-27',
  departure: '2026-05-03',
  earlierUnits: [
    { providerId: 'prv_1', providerName: 'Room 1', from: '2026-04-27', to: '2026-04-30' },
  ],
}

test('a stay that has changed units is in each of them for the nights that it has there', () => {
  const left = { start: '2026-04-27T13:00:00Z', end: '2026-04-30T09:00:00.000Z', label: null }
  const present = { start: '2026-04-30T13:00:00.000Z', end: '2026-05-03T09:00:00Z', label: null }
  expect(timesOf(SPLIT, new Set(['prv_1']))).toEqual([left])
  expect(timesOf(SPLIT, new Set(['prv_2', 'prv_1']))).toEqual([left, present])
  expect(nightsByUnit(SPLIT)).toEqual([
    ...SPLIT.earlierUnits,
    { providerId: 'prv_2', from: '2026-04-30', to: '2026-05-03' },
  ])
  expect(nightsByUnit(COLOR)).toEqual([])
})
