import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buildAssets, hashedName } from './assets.ts'
import {
  BASE,
  type BrokenLink,
  brokenLinks,
  type DocumentPage,
  readDocuments,
} from './content/documents.ts'
import { errorPages } from './content/errors.ts'
import { homePage } from './content/home-page.ts'
import { llmsText } from './content/llms.ts'
import { isDecision, NAVIGATION_TITLES, navigationOf } from './content/navigation.ts'
import { searchEntries } from './content/search-entries.ts'
import type { OpenApi } from './reference/openapi.ts'
import { type GeneratedPage, referencePages } from './reference/reference-pages.ts'
import { escapeHtml } from './render/html.ts'
import { type Frame, type NavigationGroup, pageHtml } from './render/layout.ts'

/** What a build reads, and where it writes. */
export interface SiteInput {
  /** The folder of the repository. */
  readonly root: string
  /** The folder of this package. */
  readonly site: string
  /** The OpenAPI document of the server. */
  readonly openApi: OpenApi
}

/** The built site: its files by path. Images are copied from the repository. */
export interface BuiltSite {
  readonly files: ReadonlyMap<string, string>
  /** Images by path, each with its place in the repository. */
  readonly images: ReadonlyMap<string, string>
  /** Links that lead nowhere. The site is usable with them, so they stop no server; a test allows none. */
  readonly broken: readonly BrokenLink[]
}

const hrefOf = (name: string): string => (name === 'index' ? BASE : `${BASE}/${name}`)

const LONGEST_DESCRIPTION = 180

/** The first text of a document, which describes it to search engines and programs. */
function descriptionOf({ sections }: DocumentPage): string {
  const text = (sections.find((each) => each.text.trim() !== '')?.text ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const sentence = /^.{20,}?[.](?=\s|$)/.exec(text)?.[0] ?? text
  return sentence.length <= LONGEST_DESCRIPTION
    ? sentence
    : `${sentence.slice(0, LONGEST_DESCRIPTION).replace(/\s\S*$/, '')} …`
}

const asGenerated = (page: DocumentPage): GeneratedPage => ({
  ...page,
  title: page.title || page.name,
  description: descriptionOf(page),
  // Decisions are many and long: the search finds them by their headings.
  sections: isDecision(page.source)
    ? page.sections.slice(0, 1).map((section) => ({ ...section, text: '' }))
    : page.sections,
})

function decisionsPage(decisions: readonly GeneratedPage[]): GeneratedPage {
  const items = decisions.map(
    ({ name, title }) => `<li><a href="${hrefOf(name)}">${escapeHtml(title)}</a></li>`,
  )
  return {
    name: 'decisions',
    title: 'Decisions',
    description: 'Why Holdfast is built this way: the records of its decisions.',
    html: `<p class="lead">Why Holdfast is built this way. Each record says what was decided at its time, and what it costs.</p>\n<ul>${items.join('\n')}</ul>\n`,
    headings: [],
    sections: [{ id: '', heading: '', text: 'architecture decision records ADR' }],
  }
}

const notFoundPage: GeneratedPage = {
  name: '404',
  title: 'Page not found',
  description: 'This page does not exist.',
  html: '<p>The documentation has no page at this address. Search for it, or start at the <a href="/docs">first page</a>.</p>\n',
  headings: [],
  sections: [],
}

/** The name in the navigation: a long title without what follows its colon. */
const shortTitle = (title: string): string =>
  title.length > 32 ? (title.split(':')[0] ?? title) : title

function groupsOf(
  documents: readonly DocumentPage[],
  reference: readonly GeneratedPage[],
): readonly NavigationGroup[] {
  const bySource = new Map(documents.map((page) => [page.source, page]))
  const groups = navigationOf(documents.map(({ source }) => source)).map(
    ({ title, documents: sources }) => ({
      title,
      links: sources.flatMap((source) => {
        const page = bySource.get(source)
        if (page === undefined) return []
        const text = NAVIGATION_TITLES[source] ?? shortTitle(page.title)
        return [{ title: text, href: hrefOf(page.name) }]
      }),
    }),
  )
  const run = groups.findIndex(({ title }) => title === 'Run it')
  const calls = reference.map(({ name, title }) => ({ title, href: hrefOf(name) }))
  const errors = { title: 'Errors', href: `${BASE}/errors` }
  return [
    ...groups.slice(0, run),
    { title: 'API', links: [...calls.slice(0, 1), errors, ...calls.slice(1)] },
    ...groups
      .slice(run)
      .map((group) =>
        group.title === 'Inside'
          ? { ...group, links: [...group.links, { title: 'Decisions', href: `${BASE}/decisions` }] }
          : group,
      ),
  ]
}

/** Builds the whole site in memory. The same input gives the same bytes. */
export async function buildSite({ root, site, openApi }: SiteInput): Promise<BuiltSite> {
  const assets = await buildAssets(site)
  const { pages: documents, images, missing } = readDocuments(root)
  const written = documents.map(asGenerated)
  const decisions = written.filter((_, index) => isDecision(documents[index]?.source ?? ''))
  const reference = referencePages(openApi)
  const navigation = groupsOf(documents, reference)
  const pages = [
    homePage(navigation),
    ...written,
    decisionsPage(decisions),
    ...reference,
    ...errorPages(openApi),
    notFoundPage,
  ]
  const entries = JSON.stringify(
    searchEntries(pages.map((page) => ({ ...page, href: hrefOf(page.name) }))),
  )
  const searchIndex = hashedName('search.json', entries)
  const address = (file: string): string => `${BASE}/${file}`
  const frame: Frame = {
    version: openApi.info.version,
    navigation,
    files: {
      styles: address(assets.styles),
      theme: address(assets.theme),
      script: address(assets.script),
      searchIndex: address(searchIndex),
    },
  }
  const html = new Map(
    pages.map((page) => [
      page.name,
      pageHtml({ ...page, href: hrefOf(page.name), isWide: page.name === 'index' }, frame),
    ]),
  )
  const other = new Map([
    ...assets.files,
    [searchIndex, entries],
    ['llms.txt', llmsText(listedPages(navigation, pages))],
    ...documents.map(({ name, markdown }) => [`${name}.md`, markdown] as const),
  ])
  const named = new Set([...other.keys(), ...images.values()])
  return {
    files: new Map([...[...html].map(([name, text]) => [`${name}.html`, text] as const), ...other]),
    images: new Map([...images].map(([source, name]) => [name, source])),
    broken: [...missing, ...brokenLinks(html, named)],
  }
}

function listedPages(navigation: readonly NavigationGroup[], pages: readonly GeneratedPage[]) {
  const byHref = new Map(pages.map((page) => [hrefOf(page.name), page]))
  return navigation.map(({ title, links }) => ({
    title,
    pages: links.flatMap(({ href }) => {
      const page = byHref.get(href)
      return page === undefined ? [] : [{ title: page.title, href, description: page.description }]
    }),
  }))
}

/** Writes a built site into a folder. */
export async function writeSite(
  { files, images }: BuiltSite,
  root: string,
  folder: string,
): Promise<void> {
  const folders = new Set(
    [...files.keys(), ...images.keys()].map((path) => dirname(join(folder, path))),
  )
  await Promise.all([...folders].map((each) => mkdir(each, { recursive: true })))
  await Promise.all([
    ...[...files].map(([path, text]) => writeFile(join(folder, path), text)),
    ...[...images].map(([path, source]) => copyFile(join(root, source), join(folder, path))),
  ])
}
