import { posix } from 'node:path'
import { markdownAnchors, markdownCodeSpans, markdownLinks } from './markdown.ts'
import type { Check, Finding, SourceFile } from './source-file.ts'

/** Checks that look at more than one file: what a file names must be there. */

const isMarkdown = (path: string): boolean => path.endsWith('.md')
const isElsewhere = (target: string): boolean => /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(target)

/** The files of the repository, as links can name them. */
export interface Tree {
  /** Whether a file or folder has this path; upper and lower case differ, on every system. */
  readonly has: (path: string) => boolean
  /** Whether the path of a file begins so. */
  readonly hasPathsFrom: (beginning: string) => boolean
  /** The text of a file; undefined for a folder, a binary file and what is not there. */
  readonly textOf: (path: string) => string | undefined
}

/** Builds a tree from every path of the repository, and the texts that were read. */
export function treeOf(paths: readonly string[], files: readonly SourceFile[]): Tree {
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  const known = new Set<string>(['.'])
  for (const path of paths) {
    for (let place = path; place !== '.'; place = posix.dirname(place)) known.add(place)
  }
  return {
    has: (path) => known.has(path),
    hasPathsFrom: (beginning) => paths.some((path) => path.startsWith(beginning)),
    textOf: (path) => texts.get(path),
  }
}

/** Why a link leads nowhere; undefined where it leads to something, or to another site. */
function whyBroken(target: string, file: SourceFile, tree: Tree): string | undefined {
  if (isElsewhere(target)) return undefined
  const [place = '', fragment] = decodeURI(target).split('#', 2)
  if (place.startsWith('/')) return 'write the path relative to this file'
  const path =
    place === '' ? file.path : posix.join(posix.dirname(file.path), place).replace(/\/$/, '')
  if (!tree.has(path)) return 'no such file or folder'
  if (fragment === undefined) return undefined
  const text = path === file.path ? file.text : (tree.textOf(path) ?? '')
  return markdownAnchors(text).has(fragment) ? undefined : `${path} has no heading for it`
}

/** Builds the check that every link and image of a Markdown file leads to a file, folder or heading. */
export const linksLeadSomewhere = (tree: Tree): Check => ({
  name: 'links-lead-somewhere',
  applies: isMarkdown,
  find: (file) => {
    const { links, undefinedLabels } = markdownLinks(file.text)
    const broken = links.flatMap(({ line, target }): readonly Finding[] => {
      const why = whyBroken(target, file, tree)
      return why === undefined ? [] : [{ line, what: `${target}: ${why}` }]
    })
    return [
      ...broken,
      ...undefinedLabels.map(({ line, label }) => ({ line, what: `[${label}] is not defined` })),
    ]
  },
})

/** A path from the root, as code spans and the commands in them name it. */
const NAMED_PATH = /^(?:packages|examples|docs|tools|bench|scripts|\.ci|\.github)\/[\w./-]*\w$/
/** Changelog and decision records name what was there at the time. */
const isHistory = (path: string): boolean => /^(?:CHANGELOG\.md$|docs\/adr\/)/.test(path)
/** Built folders are in no commit. */
const isBuilt = (path: string): boolean => /(?:^|\/)dist$/.test(path)

/** Builds the check that every path in a code span exists, or is the beginning of one that does. */
export const namedPathsExist = (tree: Tree): Check => ({
  name: 'named-paths-exist',
  applies: (path) => isMarkdown(path) && !isHistory(path),
  find: ({ text }) =>
    markdownCodeSpans(text).flatMap(({ line, code }) =>
      code
        .split(/\s+/)
        .filter((word) => NAMED_PATH.test(word) && !isBuilt(word) && !tree.hasPathsFrom(word))
        .map((word) => ({ line, what: `${word}: no such file or folder` })),
    ),
})
