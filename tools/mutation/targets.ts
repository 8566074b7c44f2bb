import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What a run mutates if no path is named. */
const DEFAULT_TARGET = 'packages/engine'

/** Test code: mutating it says nothing about the tests. */
const TEST_CODE = ['!packages/**/*.{test,suite}.ts', '!packages/*/tests/**']

/** Routes: their tests are the suites over HTTP in `tests/http`, not those beside them. */
const ROUTES = '!packages/*/src/*/http/**'

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

/** One folder, judged by the tests in it alone. */
export interface FolderRun {
  /** Globs, as in `Targets`. */
  readonly mutate: string[]
  readonly packages: readonly string[]
  /** Glob of the tests that judge. */
  readonly tests: string
  /** How many mutants of it are judged; all if undefined. */
  readonly sampleSize?: number
}

/**
 * Reads the paths as `targetsOf` does, each as a run of its own: only tests of the same folder judge its mutants. Routes are
 * left out. A sample is spread evenly over the folders; the first ones get one more if it does not divide.
 */
export function folderRuns(
  paths: readonly string[],
  root: string,
  sampleSize: number | undefined,
): readonly FolderRun[] {
  return paths.map((path, place) => {
    const { mutate, packages } = targetsOf([path], root)
    const tests = (mutate[0] ?? '').replace(/(?:\/\*\*)?\/[^/]+$/, '/**/*.test.ts')
    const share =
      sampleSize === undefined
        ? undefined
        : Math.floor((sampleSize + paths.length - 1 - place) / paths.length)
    return {
      mutate: [...mutate, ROUTES],
      packages,
      tests,
      ...(share !== undefined && { sampleSize: share }),
    }
  })
}
