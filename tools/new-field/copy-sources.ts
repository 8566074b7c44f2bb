import { execFile } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { REFUSALS_OF_CONTEXTS } from '../refusals-of-contexts.ts'

/** Runs a program in a folder. */
export const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../..')
const TSC = join(ROOT, 'node_modules/.bin/tsc')

/** What a booking is made of, from the request to the store, and what tests of it need. */
const COPIED = [
  'packages/engine/package.json',
  'packages/engine/src',
  'packages/contracts/package.json',
  'packages/contracts/src',
  'packages/server/package.json',
  'packages/server/src',
  'packages/server/tests/support',
  'packages/server/tests/bookings',
  'tsconfig.base.json',
  'package.json',
]

/**
 * Copies the sources that bookings are made of into a temporary directory, with links to the installed packages. Imports of
 * `@holdfast/engine` and `@holdfast/contracts` lead to the copies. Returns the directory.
 */
export function copySources(): string {
  const copy = mkdtempSync(join(tmpdir(), 'holdfast-new-field-'))
  for (const path of COPIED) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    cpSync(join(ROOT, path), join(copy, path), { recursive: true })
  }
  const installed = join(ROOT, 'node_modules')
  mkdirSync(join(copy, 'node_modules/@holdfast'), { recursive: true })
  for (const name of readdirSync(installed)) {
    if (name !== '@holdfast') symlinkSync(join(installed, name), join(copy, 'node_modules', name))
  }
  for (const name of ['engine', 'contracts']) {
    symlinkSync(join(copy, 'packages', name), join(copy, 'node_modules/@holdfast', name))
  }
  symlinkSync(
    join(ROOT, 'packages/server/node_modules'),
    join(copy, 'packages/server/node_modules'),
  )
  return copy
}

/** A text to add to a file: before the first occurrence of another one. */
export interface Edit {
  readonly path: string
  readonly before: string
  readonly add: string
}

/** Adds texts to files of a copy. Throws if a place is not found. */
export function applyEdits(copy: string, edits: readonly Edit[]): void {
  for (const { path, before, add } of edits) {
    const text = readFileSync(join(copy, path), 'utf8')
    if (!text.includes(before)) throw new Error(`${path} has no ${JSON.stringify(before)}`)
    writeFileSync(
      join(copy, path),
      text.replace(before, () => add + before),
    )
  }
}

/** The files of a copy with type errors, each once, among `files` and all that they lead to. */
export async function filesWithErrors(
  copy: string,
  files: readonly string[],
): Promise<readonly string[]> {
  const config = {
    extends: './tsconfig.base.json',
    compilerOptions: { types: ['node'], incremental: true, tsBuildInfoFile: './types' },
    files,
    include: [REFUSALS_OF_CONTEXTS],
  }
  writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(config))
  const { stdout } = await run(TSC, ['-p', copy], { cwd: copy }).catch(
    (error: { readonly stdout: string }) => error,
  )
  return [...new Set([...stdout.matchAll(/^(\S+\.tsx?)\(/gm)].map(([, path = '']) => path))].sort()
}
