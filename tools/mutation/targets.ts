import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What a run mutates if no path is named. */
const DEFAULT_TARGET = 'packages/engine'

/** Test code: mutating it says nothing about the tests. */
const TEST_CODE = ['!packages/**/*.{test,suite}.ts', '!packages/*/tests/**']

/** The code that a run is about. */
export interface Targets {
  /** Globs of the files to mutate, those that start with `!` excluded. */
  readonly mutate: string[]
  /** The packages of these files, whose unit tests judge the mutants: `packages/engine`. */
  readonly packages: readonly string[]
}

/**
 * Reads the paths that name what to mutate: a package (its `src`), a folder below one, or a file,
 * relative to `root`. No path means the engine. Throws if a path does not exist or is not in a package.
 */
export function targetsOf(paths: readonly string[], root: string): Targets {
  const packages = new Set<string>()
  const mutate = (paths.length > 0 ? paths : [DEFAULT_TARGET]).map((path) => {
    const clean = path.replace(/^\.\//, '').replace(/\/(?:\*\*)?$/, '')
    const [, owner] = /^(packages\/[^/]+)(?:\/|$)/.exec(clean) ?? []
    if (owner === undefined || !existsSync(join(root, clean))) {
      throw new Error(`Unknown path: '${path}'. Name a package, or a folder or file of one.`)
    }
    packages.add(owner)
    if (clean === owner) return `${clean}/src/**/*.ts`
    return statSync(join(root, clean)).isDirectory() ? `${clean}/**/*.ts` : clean
  })
  return { mutate: [...mutate, ...TEST_CODE], packages: [...packages] }
}
