import { expect, test } from 'vitest'
import { takeTurn } from './keyed-mutex.ts'

/** Takes a turn and notes when it was reached. */
function asking(resource: string, reached: string[], name: string) {
  return takeTurn(resource).then((turn) => {
    reached.push(name)
    return turn
  })
}

test('turns of a resource come one after the other, in the order in which they were asked for', async () => {
  const reached: string[] = []
  const [a, b, c] = ['a', 'b', 'c'].map((name) => asking('prv_1', reached, name))
  const first = await a
  expect([first?.hasWaited, reached]).toEqual([false, ['a']])
  first?.end(false)
  const second = await b
  expect([second?.hasWaited, reached]).toEqual([true, ['a', 'b']])
  second?.end(false)
  ;(await c)?.end(false)
  expect(reached).toEqual(['a', 'b', 'c'])
})

test('who comes when nobody is left has not waited', async () => {
  ;(await takeTurn('prv_2')).end(false)
  const turn = await takeTurn('prv_2')
  expect(turn.hasWaited).toBe(false)
  turn.end(false)
})

test('resources do not wait for each other', async () => {
  const held = await takeTurn('prv_3')
  const other = await takeTurn('prv_4')
  expect(other.hasWaited).toBe(false)
  held.end(false)
  other.end(false)
})

test('a turn that fails lets all go that wait behind it', async () => {
  const reached: string[] = []
  const first = await takeTurn('prv_5')
  const waiting = ['b', 'c', 'd'].map((name) => asking('prv_5', reached, name))
  first.end(true)
  const turns = await Promise.all(waiting)
  expect(reached).toEqual(['b', 'c', 'd'])
  for (const turn of turns) turn.end(false)
  expect((await takeTurn('prv_5')).hasWaited).toBe(false)
})
