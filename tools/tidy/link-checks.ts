import { posix } from 'node:path'
import { markdownAnchors, markdownLinks } from './markdown.ts'
import type { Check, Finding, SourceFile } from './source-file.ts'

/** Checks that look at more than one file: what a file names must be there. */

const isMarkdown = (path: string): boolean => path.endsWith('.md')
const isElsewhere = (target: string): boolean => /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(target)

/** The files of the repository, as links can name them. */
export interface Tree {
  /** Whether a file or folder has this path; upper and lower case differ, on every system. */
  readonly has: (path: string) => boolean
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
  return { has: (path) => known.has(path), textOf: (path) => texts.get(path) }
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
