import { expect, test } from 'vitest'
import { Counter } from './loads.ts'

test('units are counted by key and second', () => {
  const counter = new Counter('item', 'item', 2)
  counter.add(0, 0, 600)
  counter.add(1, 0, 600)
  counter.add(0, 1, 600)
  counter.close(2)
  expect(counter.load).toMatchObject({ units: 1800, peak: 600, secondsOver: 0, unitsOver: 0 })
})

test('units above the limit of a partition are recorded, with one count per second', () => {
  const counter = new Counter('item', 'item', 1)
  for (const units of [900, 200, 50]) counter.add(0, 61, units)
  counter.add(0, 62, 1000)
  counter.close(63)
  expect(counter.load).toMatchObject({ peak: 1150, secondsOver: 1, unitsOver: 150 })
  expect([...counter.load.peakOfMinute.slice(0, 3)]).toEqual([0, 1150, 0])
})
