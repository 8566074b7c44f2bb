import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { scanImports } from '../changed/scan-imports.ts'
import { type Cruise, cruise, type Import } from '../rules/cruise.ts'
import { CONTEXT_ARROWS } from '../rules/dependency-rules.ts'
import { arrowsOf, folderCircles, mermaidOf, withGraph } from './graph.ts'

const at = (path: string): string => `packages/server/src/${path}`
const between = (from: string, to: string): Import => ({ from: at(from), to: at(to) })

test('imports between contexts are counted, and those of tests and within a context are not', () => {
  const arrows = arrowsOf([
    between('booking/slots/slots.ts', 'kernel/caller.ts'),
    between('booking/http/routes.ts', 'kernel/http/answer.ts'),
    between('booking/slots/slots.ts', 'booking/keys.ts'),
    between('booking/slots/slots.test.ts', 'delivery/mails/mails.ts'),
    between('composition/app.ts', 'booking/keys.ts'),
    between('identity/accounts/accounts.ts', 'kernel/caller.ts'),
  ])
  expect(arrows).toEqual([
    { from: 'identity', to: 'kernel', importCount: 1 },
    { from: 'booking', to: 'kernel', importCount: 2 },
  ])
  expect(mermaidOf(arrows)).toBe(
    '```mermaid\nflowchart RL\n  identity -->|1| kernel\n  booking -->|2| kernel\n```',
  )
})

test('folders that import each other, directly or on a detour, form a circle', () => {
  const line = [between('a/x.ts', 'b/y.ts'), between('b/y.ts', 'c/z.ts')]
  expect(folderCircles(line)).toEqual([])
  expect(folderCircles([...line, between('c/other.ts', 'a/other.ts')])).toEqual([
    [at('a'), at('b'), at('c')],
  ])
  expect(folderCircles([...line, between('c/other.test.ts', 'a/other.ts')])).toEqual([])
})

test('a document without markers is refused', () => {
  expect(() => withGraph('# Guide', 'graph')).toThrow('The document has no')
})

describe('this repository', () => {
  // One look at all files for everything that is asked of them.
  let cruised: Cruise
  let imports: readonly Import[]
  beforeAll(async () => {
    cruised = await cruise(process.cwd())
    imports = cruised.imports
  }, 300_000)

  test('breaks no dependency rule', () => {
    expect(cruised.moduleCount).toBeGreaterThan(1_000)
    expect(cruised.violations).toEqual([])
  })

  test('has no import that npm run check -- --changed does not follow', () => {
    const followed = new Set(scanImports(process.cwd()).map(({ from, to }) => `${from} ${to}`))
    const sources = imports.filter(({ to }) => /^(?!.*node_modules).*\.tsx?$/.test(to))
    expect(sources.length).toBeGreaterThan(10_000)
    expect(sources.filter(({ from, to }) => !followed.has(`${from} ${to}`))).toEqual([])
  })

  test('has no arrow against the order of its contexts', () => {
    const against = arrowsOf(imports).filter(({ from, to }) => !CONTEXT_ARROWS[from]?.includes(to))
    expect(against).toEqual([])
  })

  test('has no circle of folders in the server', () => {
    expect(folderCircles(imports)).toEqual([])
  })

  test('shows the graph of its imports in the architecture guide', () => {
    const guide = readFileSync('docs/architecture.md', 'utf8')
    expect(guide).toBe(withGraph(guide, mermaidOf(arrowsOf(imports))))
  })
})
