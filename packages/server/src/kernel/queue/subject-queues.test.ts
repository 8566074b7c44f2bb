import { expect, test } from 'vitest'
import { createSubjectQueues, type SubjectQueues, type WaitingTask } from './subject-queues.ts'

const OPTIONS = { most: 16, mostPerSubject: 8, mostWaiting: 100 }

const taskOf = (subject: string, number: number): WaitingTask => ({
  subject,
  key: { PK: 'QUEUE#deliveries#0', SK: `${1000 + number}#evn_${number}.${subject}` },
})

const addTo = (queues: SubjectQueues, subject: string, count: number): void => {
  for (let number = 1; number <= count; number += 1) queues.add(0, taskOf(subject, number))
}

const subjectsOf = (tasks: readonly WaitingTask[]) => tasks.map(({ subject }) => subject)

test('one subject may have a quarter of the free places, so that others find some', () => {
  const queues = createSubjectQueues(OPTIONS)
  addTo(queues, 'a', 20)
  expect(queues.take(100)).toHaveLength(4)
  // 12 places are free, then 9.
  addTo(queues, 'b', 20)
  expect(subjectsOf(queues.take(100))).toEqual(['b', 'b', 'b'])
  addTo(queues, 'c', 20)
  expect(subjectsOf(queues.take(100))).toEqual(['c', 'c'])
})

test('a subject without an open task gets the last place', () => {
  const queues = createSubjectQueues({ ...OPTIONS, most: 2 })
  addTo(queues, 'a', 5)
  expect(queues.take(100)).toHaveLength(1)
  addTo(queues, 'b', 5)
  const [last, ...more] = queues.take(100)
  expect([last?.subject, more]).toEqual(['b', []])
  addTo(queues, 'c', 5)
  expect(queues.take(100)).toEqual([])
  queues.end(taskOf('a', 1))
  expect(queues.take(100)).toHaveLength(1)
})

test('subjects take turns, also over several calls', () => {
  const queues = createSubjectQueues({ most: 100, mostPerSubject: 8, mostWaiting: 100 })
  for (const subject of ['a', 'b', 'c']) addTo(queues, subject, 3)
  expect(subjectsOf(queues.take(4))).toEqual(['a', 'b', 'c', 'a'])
  expect(subjectsOf(queues.take(2))).toEqual(['b', 'c'])
})

test('a task that waits or is open is not taken a second time', () => {
  const queues = createSubjectQueues(OPTIONS)
  queues.add(0, taskOf('a', 1))
  queues.add(0, taskOf('a', 1))
  expect(queues.take(100)).toEqual([taskOf('a', 1)])
  queues.add(0, taskOf('a', 1))
  expect(queues.take(100)).toEqual([])
  queues.end(taskOf('a', 1))
  queues.add(0, taskOf('a', 1))
  expect(queues.take(100)).toEqual([taskOf('a', 1)])
})

test('a task that is put back is the next of its subject', () => {
  const queues = createSubjectQueues(OPTIONS)
  addTo(queues, 'a', 2)
  const [first] = queues.take(1)
  if (first) queues.putBack(first)
  expect(queues.take(100)).toEqual([taskOf('a', 1), taskOf('a', 2)])
})

test('a queue that is nearly empty asks for what it does not remember, from the first such task on', () => {
  const queues = createSubjectQueues({ most: 100, mostPerSubject: 8, mostWaiting: 4 })
  addTo(queues, 'a', 10)
  expect(queues.leftParts()).toEqual([])
  for (const task of queues.take(100)) queues.end(task)
  const [part, ...more] = queues.leftParts()
  expect([part, more]).toEqual([{ subject: 'a', shard: 0, from: '1005#evn_5.a' }, []])
  if (part === undefined) throw new Error('nothing is left')
  // An earlier task comes while the part is read.
  addTo(queues, 'a', 4)
  queues.add(0, taskOf('a', 0))
  queues.addLeft(part, [taskOf('a', 5).key, taskOf('a', 6).key], '1007')
  for (const task of queues.take(100)) queues.end(task)
  expect(queues.leftParts()).toEqual([{ subject: 'a', shard: 0, from: '1000#evn_0.a' }])
})
