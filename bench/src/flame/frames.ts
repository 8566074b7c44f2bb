import type { Profiler } from 'node:inspector'
import { isNotCounted, layerOf, parentsIn } from '../http/layers.ts'

/** A function as it was called from the frames above it, with what it called. */
export interface Frame {
  readonly name: string
  readonly layer: string
  /** Microseconds in it and in what it called. */
  readonly total: number
  readonly calls: readonly Frame[]
}

interface Growing {
  readonly name: string
  readonly layer: string
  total: number
  readonly calls: Map<string, Growing>
}

/** Where a function is, without what differs between machines. */
const shortUrl = (url: string): string =>
  url
    .replace(/^.*\/(?=packages\/|node_modules\/|bench\/)|^file:.*\//, '')
    .replace(/^packages\/server\/src\//, '')

const nameOf = ({ callFrame: { functionName, url } }: Profiler.ProfileNode): string =>
  [functionName || '(anonymous)', shortUrl(url)].filter((part) => part !== '').join(' ')

const finished = ({ name, layer, total, calls }: Growing): Frame => ({
  name,
  layer,
  total,
  calls: [...calls.values()].map(finished).sort((a, b) => b.total - a.total),
})

/**
 * Reads the frames of a profile, the longest first, without idle time. Calls of one function from the same frame are one, and
 * so is a function that calls itself.
 */
export function framesOf(profile: Profiler.Profile): Frame {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]))
  const parents = parentsIn(profile)
  const all: Growing = { name: 'all', layer: 'other', total: 0, calls: new Map() }
  const pathOf = (node: Profiler.ProfileNode): readonly Profiler.ProfileNode[] => {
    const path: Profiler.ProfileNode[] = []
    for (let at: Profiler.ProfileNode | undefined = node; at; at = parents.get(at.id)) path.push(at)
    // Without the root.
    return path.reverse().slice(1)
  }
  profile.samples?.forEach((id, place) => {
    const node = nodes.get(id)
    const time = profile.timeDeltas?.[place] ?? 0
    if (node === undefined || isNotCounted(node)) return
    all.total += time
    let above = all
    for (const each of pathOf(node)) {
      const name = nameOf(each)
      if (name === above.name) continue
      let frame = above.calls.get(name)
      if (frame === undefined) {
        frame = { name, layer: layerOf(each, parents), total: 0, calls: new Map() }
        above.calls.set(name, frame)
      }
      frame.total += time
      above = frame
    }
  })
  return finished(all)
}
