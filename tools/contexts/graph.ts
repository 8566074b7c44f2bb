import type { Import } from '../rules/cruise.ts'
import { CONTEXT_ARROWS } from '../rules/dependency-rules.ts'

/** The imports between two contexts. */
export interface Arrow {
  readonly from: string
  readonly to: string
  readonly importCount: number
}

const SERVER = 'packages/server/src/'
const isTest = (path: string): boolean => /\.test\.ts$/.test(path)

const contextOf = (path: string): string | undefined => {
  const [context = ''] = path.startsWith(SERVER) ? path.slice(SERVER.length).split('/') : []
  return Object.hasOwn(CONTEXT_ARROWS, context) ? context : undefined
}

/** The arrows between contexts, in the order in which `CONTEXT_ARROWS` names them. Tests do not count. */
export function arrowsOf(imports: readonly Import[]): readonly Arrow[] {
  const counts = new Map<string, number>()
  for (const { from, to } of imports) {
    const [importer, imported] = [contextOf(from), contextOf(to)]
    if (isTest(from) || importer === undefined || imported === undefined) continue
    if (importer === imported) continue
    const name = `${importer} ${imported}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const contexts = Object.keys(CONTEXT_ARROWS)
  return contexts.flatMap((from) =>
    contexts.flatMap((to) => {
      const importCount = counts.get(`${from} ${to}`)
      return importCount === undefined ? [] : [{ from, to, importCount }]
    }),
  )
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))

/**
 * The folders of the server that form circles: each list is one circle, sorted. A folder is that of a
 * file itself, without the folders above it. Tests do not count.
 */
export function folderCircles(imports: readonly Import[]): readonly (readonly string[])[] {
  const imported = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    if (isTest(from) || !from.startsWith(SERVER) || !to.startsWith(SERVER)) continue
    const [importer, target] = [folderOf(from), folderOf(to)]
    if (importer === target) continue
    imported.set(importer, (imported.get(importer) ?? new Set()).add(target))
  }
  const reach = (start: string): ReadonlySet<string> => {
    const seen = new Set<string>()
    const open = [...(imported.get(start) ?? [])]
    for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
      if (seen.has(folder)) continue
      seen.add(folder)
      open.push(...(imported.get(folder) ?? []))
    }
    return seen
  }
  const reached = new Map([...imported.keys()].map((folder) => [folder, reach(folder)]))
  const circles = new Set<string>()
  for (const [folder, targets] of reached) {
    if (!targets.has(folder)) continue
    const circle = [...targets].filter((target) => reached.get(target)?.has(folder))
    circles.add([...new Set([folder, ...circle])].sort().join('\n'))
  }
  return [...circles].map((circle) => circle.split('\n'))
}

/** The graph as Mermaid, which the repository host draws: an arrow points at the imported context. */
export const mermaidOf = (arrows: readonly Arrow[]): string =>
  [
    '```mermaid',
    'flowchart RL',
    ...arrows.map(({ from, to, importCount }) => `  ${from} -->|${importCount}| ${to}`),
    '```',
  ].join('\n')

const BEGIN = '<!-- contexts: written by npm run docs:contexts -->'
const END = '<!-- end of contexts -->'

/** A document with the graph between its markers; throws if it has none. */
export function withGraph(document: string, graph: string): string {
  const [begin, end] = [document.indexOf(BEGIN), document.indexOf(END)]
  if (begin < 0 || end < begin) throw new Error(`The document has no "${BEGIN}" and "${END}".`)
  return `${document.slice(0, begin + BEGIN.length)}\n\n${graph}\n\n${document.slice(end)}`
}
