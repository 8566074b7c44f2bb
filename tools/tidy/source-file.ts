import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A text file of the repository; `path` is relative to its root, with `/`. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

/** A place that breaks a check: a line, counted from 1, and what is wrong with it. */
export interface Finding {
  readonly line: number
  readonly what: string
}

/** One rule on single files. */
export interface Check {
  readonly name: string
  /** Whether the file at `path` is looked at. */
  readonly applies: (path: string) => boolean
  readonly find: (file: SourceFile) => readonly Finding[]
}

/** What people write: what a command writes is as its generator makes it. */
export const isTypeScript = (path: string): boolean =>
  /\.tsx?$/.test(path) && !path.endsWith('.generated.ts')

/** Tests, suites that several tests share, and what lies in a `tests` folder. */
export const isTest = (path: string): boolean =>
  /(?:\.test|\.suite)\.tsx?$/.test(path) || /^packages\/[^/]+\/tests\//.test(path)

const BINARY = /\.(?:png|jpe?g|gif|ico|webp|woff2?|pdf|zip|gz|db|sqlite)$/

/** The path of every file that git tracks or would track: new files are checked before they are added. */
export function repositoryPaths(root: string): readonly string[] {
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  return listed.split('\0').filter((path) => path !== '' && existsSync(join(root, path)))
}

/** Every text file of `repositoryPaths`, read. */
export const repositoryFiles = (root: string): readonly SourceFile[] =>
  repositoryPaths(root)
    .filter((path) => !BINARY.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
