import type { Profiler } from 'node:inspector'
import { expect, test } from 'vitest'
import { flameGraph } from './flame-graph.ts'
import { framesOf } from './frames.ts'

const WRITER = 'file:///x/packages/server/src/adapters/sqlite/writer.ts'
const NAMES: readonly (readonly [name: string, url: string, calls: readonly number[]])[] = [
  ['(root)', '', [2, 6]],
  ['turn', 'node:internal/timers', [3, 4]],
  ['transact', WRITER, [5]],
  ['transact', WRITER, []],
  ['run', '', []],
  ['(idle)', '', []],
]

/** A profile with these samples, of 1 ms each. */
const profileOf = (samples: readonly number[]): Profiler.Profile => ({
  nodes: NAMES.map(([functionName, url, children], place) => ({
    id: place + 1,
    callFrame: { functionName, url, scriptId: '1', lineNumber: 0, columnNumber: 0 },
    children: [...children],
  })),
  samples: [...samples],
  timeDeltas: samples.map(() => 1_000),
  startTime: 0,
  endTime: 1,
})

test('frames have the time of all that they called, without idle time, and equal calls are one', () => {
  const all = framesOf(profileOf([2, 3, 4, 4, 5, 6, 6, 6]))
  expect(all.total).toBe(5_000)
  const [turn] = all.calls
  expect(turn).toMatchObject({ name: 'turn node:internal/timers', total: 5_000 })
  expect(turn?.calls).toHaveLength(1)
  expect(turn?.calls[0]).toMatchObject({
    name: 'transact adapters/sqlite/writer.ts',
    layer: 'SQLite adapter',
    total: 4_000,
  })
  expect(turn?.calls[0]?.calls[0]).toMatchObject({
    name: 'run',
    layer: 'SQLite itself',
    total: 1_000,
  })
})

test('a frame is as wide as its share of the time, below its caller, and names share and file', () => {
  const image = flameGraph(framesOf(profileOf([2, 3, 3, 5])), { title: 'A & B', subtitle: '4 ms' })
  const rects = [
    ...image.matchAll(/<title>([^<]+)<\/title><rect [^>]*x="([\d.]+)" y="(\d+)" width="([\d.]+)"/g),
  ]
  const found = rects.map(([, title, , y, width]) => [title, Number(y), Number(width)])
  const [, [, turnY = 0, full = 0] = []] = found as [string, number, number][]
  expect(found[1]?.[0]).toBe('turn node:internal/timers: 100.0 %')
  expect(found[2]).toEqual(['transact adapters/sqlite/writer.ts: 75.0 %', turnY + 17, full * 0.75])
  expect(found[3]?.[0]).toBe('run: 25.0 %')
  expect(image).toContain('A &amp; B')
})

test('no frame names a folder of the machine', () => {
  const profile = profileOf([2, 3])
  const urls = ['file:///private/place/bench/src/http/agent.ts', 'file:///private/place/main.ts']
  profile.nodes.forEach((node, place) => {
    node.callFrame.url = urls[place % urls.length] as string
  })
  expect(flameGraph(framesOf(profile), { title: '', subtitle: '' })).not.toContain('/place/')
})
