import { expect, test } from 'vitest'
import { Gather, type Waiting } from './gather.ts'

interface Task extends Waiting {
  readonly name: string
}

/** A gatherer whose groups end on command, and what it has done. */
function gathering() {
  const groups: string[][] = []
  const refused: string[] = []
  const ends: (() => void)[] = []
  const gather = new Gather<Task>({
    tasks: 'letters',
    run: (group) => {
      groups.push(group.map(({ name }) => name))
      return new Promise((resolve) => ends.push(resolve))
    },
    sizeMax: 3,
    groupsFew: 2,
    groupsMax: 2,
    waitMilliseconds: 60_000,
    reject: ({ name }, { message }) => refused.push(`${name}: ${message}`),
  })
  const add = (...names: readonly string[]) => {
    for (const name of names) gather.add({ name, sinceMilliseconds: performance.now() })
  }
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  return { gather, groups, refused, ends, add, turn }
}

test('tasks of one turn share a group, up to its size', async () => {
  const { groups, add, turn } = gathering()
  add('a', 'b', 'c', 'd')
  await turn()
  expect(groups).toEqual([['a', 'b', 'c'], ['d']])
})

test('tasks gather while as many groups are under way as there may be', async () => {
  const { groups, ends, add, turn } = gathering()
  add('a')
  await turn()
  add('b')
  await turn()
  add('c')
  await turn()
  add('d')
  await turn()
  expect(groups).toEqual([['a'], ['b']])
  ends[0]?.()
  await turn()
  expect(groups).toEqual([['a'], ['b'], ['c', 'd']])
})

test('a task that cannot start in time is refused, with an error that says what waited', async () => {
  const { gather, groups, refused, ends, add, turn } = gathering()
  add('a')
  await turn()
  add('b')
  await turn()
  gather.add({ name: 'late', sinceMilliseconds: performance.now() - 60_001 })
  await turn()
  expect(refused).toEqual([
    'late: PostgreSQL or this process was busy: letters waited 60000 ms to be sent.',
  ])
  for (const end of ends) end()
  await gather.idle()
  expect(groups).toEqual([['a'], ['b']])
})
