import { expect, test } from 'vitest'
import { mapAtMost } from './map-at-most.ts'

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

test('results have the order of the values, whichever is done first', async () => {
  const waits = [3, 1, 2, 0]
  const mapped = await mapAtMost(waits, 3, async (turns) => {
    for (let i = 0; i < turns; i += 1) await turn()
    return turns * 10
  })
  expect(mapped).toEqual([30, 10, 20, 0])
  expect(await mapAtMost([], 3, async () => 1)).toEqual([])
})

test('no more calls run at once than allowed', async () => {
  let running = 0
  let most = 0
  await mapAtMost([1, 2, 3, 4, 5, 6, 7], 3, async () => {
    running += 1
    most = Math.max(most, running)
    await turn()
    running -= 1
  })
  expect(most).toBe(3)
})

test('after an error no further call starts, and those that run are awaited', async () => {
  const [started, done]: [number[], number[]] = [[], []]
  const mapping = mapAtMost([1, 2, 3, 4, 5], 2, async (value) => {
    started.push(value)
    await turn()
    if (value === 1) throw new Error('one')
    await turn()
    done.push(value)
  })
  await expect(mapping).rejects.toThrow('one')
  expect([started, done]).toEqual([[1, 2], [2]])
})
