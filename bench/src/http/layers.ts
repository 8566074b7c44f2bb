import type { Profiler } from 'node:inspector'

/** The layers of the server, by the running file. */
const LAYERS: readonly (readonly [pattern: RegExp, layer: string])[] = [
  [/packages\/engine\//, 'engine: slots, claims, decisions'],
  // Before the next entry: each context has its routes in a folder of its own.
  [/packages\/server\/src\/(?:[a-z-]+\/http\/|composition\/direct-answers)/, 'HTTP adapter'],
  [/packages\/server\/src\/composition\//, 'layers around the store'],
  [
    /packages\/server\/src\/(?:kernel|identity|ledger|people|booking|stays|external-calendars|delivery|ops)\//,
    'use cases and item codecs',
  ],
  [/packages\/server\/src\/adapters\/sqlite\//, 'SQLite adapter'],
  [/packages\/server\/src\/adapters\/dynamodb\//, 'DynamoDB adapter'],
  [/packages\/server\/src\/adapters\/postgres\//, 'PostgreSQL adapter'],
  [/node_modules\/pg/, 'driver of PostgreSQL'],
  [/packages\/server\/src\/adapters\/system\//, 'ids, secrets, clock'],
  [/packages\/contracts\/|node_modules\/zod\//, 'validation (zod)'],
  [/node_modules\/(?:hono|@hono)\//, 'Hono and its Node server'],
  [/node_modules\/undici\//, 'undici'],
  [/node_modules\/(?:pino|sonic-boom|prom-client|quick-format-unescaped)/, 'logs and metrics'],
  [/^node:internal\/deps\/undici|^node:internal\/(?:webstreams|fetch)/, 'web streams, Headers'],
  [
    /^node:(?:_?http|net|internal\/(?:http|stream|streams|net|timers|child_process)|timers|events|stream|_stream)/,
    "Node's HTTP, sockets, timers",
  ],
]

const PSEUDO: Readonly<Record<string, string>> = {
  '(garbage collector)': 'garbage collection',
  '(program)': 'native code outside JavaScript',
  '(idle)': 'idle',
}

/** A share of the samples. */
export interface Share {
  readonly name: string
  readonly share: number
}

type Node = Profiler.ProfileNode

/** Whether a sample is idle time or the profiler itself. */
export const isNotCounted = ({ callFrame: { functionName, url } }: Node): boolean =>
  functionName === '(idle)' || url === 'node:inspector'

const isNative = (node: Node): boolean => node.callFrame.url === ''

/** The parent of each node of a profile, by its id. */
export function parentsIn({ nodes }: Profiler.Profile): ReadonlyMap<number, Node> {
  const parents = new Map<number, Node>()
  for (const node of nodes) for (const child of node.children ?? []) parents.set(child, node)
  return parents
}

/** The layer that the time of a node counts for. */
export function layerOf(node: Node, parents: ReadonlyMap<number, Node>): string {
  const pseudo = PSEUDO[node.callFrame.functionName]
  if (pseudo !== undefined) return pseudo
  // A native function, such as a SQLite statement, counts for its caller.
  for (let at: Node | undefined = node; at !== undefined; at = parents.get(at.id)) {
    const { url } = at.callFrame
    const layer = LAYERS.find(([pattern]) => pattern.test(url))?.[1]
    if (layer === undefined) continue
    const isSqlite = layer === 'SQLite adapter' && isNative(node)
    return isSqlite ? 'SQLite itself' : layer
  }
  return 'other'
}

/** Names a function by its location, and a native one by its caller. */
function place(node: Node, caller: Node | undefined): string {
  const { url, functionName, lineNumber } = node.callFrame
  const name = functionName || '(anonymous)'
  if (isNative(node))
    return caller === undefined ? name : `${name}, called by ${place(caller, undefined)}`
  return `${name} ${url.replace(/^.*\/(?=packages\/|node_modules\/)/, '')}:${lineNumber + 1}`
}

function shares(weights: ReadonlyMap<string, number>): readonly Share[] {
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  return [...weights]
    .map(([name, weight]) => ({ name, share: weight / total }))
    .sort((a, b) => b.share - a.share)
}

/** CPU shares by layer and by function, excluding idle time. */
export function readProfile(profile: Profiler.Profile): {
  readonly layers: readonly Share[]
  readonly functions: readonly Share[]
} {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]))
  const parents = parentsIn(profile)
  const layers = new Map<string, number>()
  const functions = new Map<string, number>()
  const add = (to: Map<string, number>, name: string, weight: number) =>
    to.set(name, (to.get(name) ?? 0) + weight)
  profile.samples?.forEach((id, index) => {
    const node = nodes.get(id)
    const weight = profile.timeDeltas?.[index] ?? 0
    if (node === undefined || isNotCounted(node)) return
    add(layers, layerOf(node, parents), weight)
    add(functions, place(node, parents.get(id)), weight)
  })
  return { layers: shares(layers), functions: shares(functions) }
}
