import { execFileSync } from 'node:child_process'

const linesOf = (root: string, ...args: readonly string[]): readonly string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '')

/** The files that differ from a commit, in the order of their paths, relative to the root. */
export interface Changes {
  /** Files that exist: changed, new, or not yet known to Git. */
  readonly present: readonly string[]
  /** Files that the commit has and the working folder has not. */
  readonly deleted: readonly string[]
}

/**
 * The files under `root` that differ from `base`, any name of a commit. Files that Git ignores do not
 * count. Throws if Git does not know the commit, with Git's words.
 */
export function changesSince(root: string, base: string): Changes {
  const differing = linesOf(root, 'diff', '--name-status', '--no-renames', base, '--').map(
    (line) => {
      const [status = '', path = ''] = line.split('\t')
      return { status, path }
    },
  )
  const unknown = linesOf(root, 'ls-files', '--others', '--exclude-standard')
  return {
    present: [
      ...new Set([
        ...differing.filter(({ status }) => status !== 'D').map(({ path }) => path),
        ...unknown,
      ]),
    ].sort(),
    deleted: differing.filter(({ status }) => status === 'D').map(({ path }) => path),
  }
}

/**
 * The commit that `--changed` compares with if none is named: the last one while something is not
 * committed, otherwise the one before it.
 */
export function defaultBase(root: string): string {
  const { present, deleted } = changesSince(root, 'HEAD')
  return present.length + deleted.length > 0 ? 'HEAD' : 'HEAD~1'
}
