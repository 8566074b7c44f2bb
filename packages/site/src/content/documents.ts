import { globSync, readFileSync, statSync } from 'node:fs'
import { join, posix, sep } from 'node:path'
import { type Rendered, renderMarkdown } from '../render/markdown.ts'
import { isDecision, OTHER_DOCUMENTS, pageNameOf } from './navigation.ts'

/** Where the site is served. */
export const BASE = '/docs'

/** A document of the repository as a page. */
export interface DocumentPage extends Rendered {
  /** The path of the document in the repository. */
  readonly source: string
  /** The name of the page, which follows `/docs/`. */
  readonly name: string
  readonly markdown: string
}

/** A link that leads nowhere: the page that has it, and its address. */
export interface BrokenLink {
  readonly page: string
  readonly href: string
}

/** All documents as pages, and the images in them. */
export interface Documents {
  readonly pages: readonly DocumentPage[]
  /** Paths of images in the repository, each with its name on the site. */
  readonly images: ReadonlyMap<string, string>
  /** Links to files that do not exist. */
  readonly missing: readonly BrokenLink[]
}

const IMAGE = /\.(?:svg|webp)$/

const filesOf = (root: string, pattern: string): readonly string[] =>
  globSync(pattern, { cwd: root })
    .map((path) => path.split(sep).join('/'))
    .sort()

/** The documents of the site, by their paths in the repository, in order. */
export const documentSources = (root: string): readonly string[] => [
  ...OTHER_DOCUMENTS,
  ...filesOf(root, 'docs/{*,adr/*}.md'),
  ...filesOf(root, 'examples/{README.md,*/README.md}'),
]

/**
 * The documents whose code a reader may run, by their paths in the repository, in order: those of the site, and the
 * read-mes of packages, examples and deployments. Decisions and the changelog tell what was so at their time.
 */
export const codeSources = (root: string): readonly string[] => {
  const readMes = filesOf(root, '{packages/*/README,deploy/**/*}.md')
  return [...new Set([...documentSources(root), ...readMes])].filter(
    (source) => !isDecision(source) && source !== 'CHANGELOG.md',
  )
}

/** Renders all documents of a repository. */
export function readDocuments(root: string): Documents {
  const sources = documentSources(root)
  const known = new Set(sources)
  const images = new Map<string, string>()
  const missing: BrokenLink[] = []
  const resolverOf = (source: string) => (target: string) => {
    if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(target)) return target
    const [path = '', fragment] = target.split('#', 2)
    const file = posix.join(posix.dirname(source), path).replace(/\/$/, '')
    const hash = fragment === undefined ? '' : `#${fragment}`
    const document = [file, `${file}/README.md`].find((each) => known.has(each))
    if (document !== undefined) return `${BASE}/${pageNameOf(document)}${hash}`
    if (file === 'docs/adr') return `${BASE}/decisions`
    // The link of the read-me to its own documents, and of a document to the interactive page.
    if (file === 'docs') return BASE
    if (statSync(join(root, file), { throwIfNoEntry: false }) === undefined) {
      missing.push({ page: source, href: target })
      return undefined
    }
    if (!IMAGE.test(file)) return undefined
    const name = `images/${file
      .replace(/^docs\//, '')
      .replaceAll('/', '-')
      .replace(/^screenshots-/, '')}`
    images.set(file, name)
    return `${BASE}/${name}`
  }
  const pages = sources.map((source): DocumentPage => {
    const markdown = readFileSync(join(root, source), 'utf8')
    const rendered = renderMarkdown(markdown, resolverOf(source))
    return { ...rendered, source, name: pageNameOf(source), markdown }
  })
  return { pages, images, missing }
}

/** The links within the site that lead to no page, file or heading. Keys of `pages` are names, values HTML. */
export function brokenLinks(
  pages: ReadonlyMap<string, string>,
  files: ReadonlySet<string>,
): readonly BrokenLink[] {
  const anchors = new Map(
    [...pages].map(([name, html]) => [
      name,
      new Set([...html.matchAll(/\bid="([^"]+)"/g)].map(([, id = '']) => id)),
    ]),
  )
  return [...pages].flatMap(([page, html]) =>
    [...html.matchAll(/\b(?:href|src)="([^"]+)"/g)]
      .map(([, href = '']) => href)
      .filter((href) => href.startsWith('#') || href === BASE || href.startsWith(`${BASE}/`))
      .filter((href) => {
        const [path = '', fragment] = href.split('#', 2)
        const name = path === '' ? page : path.slice(BASE.length + 1) || 'index'
        const ids = anchors.get(name)
        if (ids === undefined) return !files.has(name)
        return fragment !== undefined && !ids.has(decodeURIComponent(fragment))
      })
      .map((href) => ({ page, href })),
  )
}
