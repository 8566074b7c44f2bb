import { globSync, readFileSync } from 'node:fs'
import { dirname, posix } from 'node:path'
import { type Import, sourceFiles } from '../rules/cruise.ts'

/** What of a workspace's manifest matters here. */
interface Manifest {
  readonly name: string
  readonly exports?: Readonly<Record<string, unknown>>
}

/** `from '…'`, `import '…'` and `import('…')`, in comments and texts too. */
const SPECIFIER = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"\n]+)['"]/g

/** The files that the workspaces under `root` offer, by the name that others import them by. */
function offeredFiles(root: string): ReadonlyMap<string, string> {
  const offered = new Map<string, string>()
  for (const path of globSync('packages/*/package.json', { cwd: root })) {
    const { name, exports = {} } = JSON.parse(
      readFileSync(posix.join(root, path), 'utf8'),
    ) as Manifest
    for (const [door, target] of Object.entries(exports)) {
      if (typeof target === 'string')
        offered.set(posix.join(name, door), posix.join(dirname(path), target))
    }
  }
  return offered
}

/**
 * The imports of source files by source files under `root`, read from their text, which needs a tiny part of the time of
 * parsing them. May name more than there are, such as those in a comment, but not fewer.
 */
export function scanImports(root: string): readonly Import[] {
  const offered = offeredFiles(root)
  return sourceFiles(root).flatMap((from) => {
    const text = readFileSync(posix.join(root, from), 'utf8')
    return [...text.matchAll(SPECIFIER)].flatMap(([, name = '']) => {
      const to = name.startsWith('.') ? posix.join(dirname(from), name) : offered.get(name)
      return to === undefined ? [] : [{ from, to }]
    })
  })
}
