import { expect, test } from 'vitest'
import { createLanes, type Lanes, type LaneTask } from './lanes.ts'

const OPTIONS = { most: 16, mostPerSubject: 8, mostWaiting: 100 }

const taskOf = (subject: string, number: number): LaneTask => ({
  subject,
  key: { PK: 'QUEUE#deliveries#0', SK: `${1000 + number}#evn_${number}.${subject}` },
})

const addTo = (lanes: Lanes, subject: string, count: number): void => {
  for (let number = 1; number <= count; number += 1) lanes.add(0, taskOf(subject, number))
}

const subjectsOf = (tasks: readonly LaneTask[]) => tasks.map(({ subject }) => subject)

test('one subject may have a quarter of the free places, so that others find some', () => {
  const lanes = createLanes(OPTIONS)
  addTo(lanes, 'a', 20)
  expect(lanes.take(100)).toHaveLength(4)
  // 12 places are free, then 9.
  addTo(lanes, 'b', 20)
  expect(subjectsOf(lanes.take(100))).toEqual(['b', 'b', 'b'])
  addTo(lanes, 'c', 20)
  expect(subjectsOf(lanes.take(100))).toEqual(['c', 'c'])
})

test('a subject without an open task gets the last place', () => {
  const lanes = createLanes({ ...OPTIONS, most: 2 })
  addTo(lanes, 'a', 5)
  expect(lanes.take(100)).toHaveLength(1)
  addTo(lanes, 'b', 5)
  const [last, ...more] = lanes.take(100)
  expect([last?.subject, more]).toEqual(['b', []])
  addTo(lanes, 'c', 5)
  expect(lanes.take(100)).toEqual([])
  lanes.end(taskOf('a', 1))
  expect(lanes.take(100)).toHaveLength(1)
})

test('subjects take turns, also over several calls', () => {
  const lanes = createLanes({ most: 100, mostPerSubject: 8, mostWaiting: 100 })
  for (const subject of ['a', 'b', 'c']) addTo(lanes, subject, 3)
  expect(subjectsOf(lanes.take(4))).toEqual(['a', 'b', 'c', 'a'])
  expect(subjectsOf(lanes.take(2))).toEqual(['b', 'c'])
})

test('a task that waits or is open is not taken a second time', () => {
  const lanes = createLanes(OPTIONS)
  lanes.add(0, taskOf('a', 1))
  lanes.add(0, taskOf('a', 1))
  expect(lanes.take(100)).toEqual([taskOf('a', 1)])
  lanes.add(0, taskOf('a', 1))
  expect(lanes.take(100)).toEqual([])
  lanes.end(taskOf('a', 1))
  lanes.add(0, taskOf('a', 1))
  expect(lanes.take(100)).toEqual([taskOf('a', 1)])
})

test('a task that is put back is the next of its subject', () => {
  const lanes = createLanes(OPTIONS)
  addTo(lanes, 'a', 2)
  const [first] = lanes.take(1)
  if (first) lanes.putBack(first)
  expect(lanes.take(100)).toEqual([taskOf('a', 1), taskOf('a', 2)])
})

test('a lane that is nearly empty asks for what it does not remember, from the first such task on', () => {
  const lanes = createLanes({ most: 100, mostPerSubject: 8, mostWaiting: 4 })
  addTo(lanes, 'a', 10)
  expect(lanes.leftParts()).toEqual([])
  for (const task of lanes.take(100)) lanes.end(task)
  const [part, ...more] = lanes.leftParts()
  expect([part, more]).toEqual([{ subject: 'a', shard: 0, from: '1005#evn_5.a' }, []])
  if (part === undefined) throw new Error('nothing is left')
  // An earlier task comes while the part is read.
  addTo(lanes, 'a', 4)
  lanes.add(0, taskOf('a', 0))
  lanes.addLeft(part, [taskOf('a', 5).key, taskOf('a', 6).key], '1007')
  for (const task of lanes.take(100)) lanes.end(task)
  expect(lanes.leftParts()).toEqual([{ subject: 'a', shard: 0, from: '1000#evn_0.a' }])
})
