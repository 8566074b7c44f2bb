import type { Profiler } from 'node:inspector'
import { expect, test } from 'vitest'
import { readProfile } from './layers.ts'

interface Call {
  readonly name: string
  readonly url?: string
  /** Self time in samples of 1 ms. */
  readonly samples: number
  readonly calls?: readonly Call[]
}

/** Creates a profile from calls with their samples. */
function profileOf(root: Call): Profiler.Profile {
  const nodes: Profiler.ProfileNode[] = []
  const samples: number[] = []
  const add = ({ name, url = '', samples: count, calls = [] }: Call): number => {
    const id = nodes.length + 1
    const callFrame = { functionName: name, url, scriptId: '1', lineNumber: 9, columnNumber: 0 }
    const node: Profiler.ProfileNode = { id, callFrame, children: [] }
    nodes.push(node)
    for (let sample = 0; sample < count; sample += 1) samples.push(id)
    node.children = calls.map(add)
    return id
  }
  add(root)
  return { nodes, samples, timeDeltas: samples.map(() => 1000), startTime: 0, endTime: 1 }
}

const sqlite = 'file:///x/packages/server/src/adapters/sqlite/writer.ts'

test('time counts for the layer whose code ran, and for the caller of a native function', () => {
  const { layers } = readProfile(
    profileOf({
      name: '(root)',
      samples: 0,
      calls: [
        { name: '(idle)', samples: 100 },
        { name: 'post', url: 'node:inspector', samples: 50 },
        { name: '(garbage collector)', samples: 1 },
        {
          name: 'transact',
          url: sqlite,
          samples: 2,
          calls: [{ name: 'run', samples: 4 }],
        },
        {
          name: 'sealAnswer',
          url: 'file:///x/packages/server/src/kernel/http/idempotency.ts',
          samples: 0,
          calls: [{ name: 'createCipheriv', url: 'node:crypto', samples: 3 }],
        },
      ],
    }),
  )
  expect(layers).toEqual([
    { name: 'SQLite itself', share: 0.4 },
    { name: 'HTTP adapter', share: 0.3 },
    { name: 'SQLite adapter', share: 0.2 },
    { name: 'garbage collection', share: 0.1 },
  ])
})

test('functions are named by their location, native ones with their caller', () => {
  const { functions } = readProfile(
    profileOf({
      name: 'transact',
      url: sqlite,
      samples: 1,
      calls: [{ name: 'run', samples: 3 }],
    }),
  )
  expect(functions).toEqual([
    {
      name: 'run, called by transact packages/server/src/adapters/sqlite/writer.ts:10',
      share: 0.75,
    },
    { name: 'transact packages/server/src/adapters/sqlite/writer.ts:10', share: 0.25 },
  ])
})
