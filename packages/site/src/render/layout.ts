import { escapeHtml } from './html.ts'
import type { Heading } from './markdown.ts'

/** An entry of the navigation. */
export interface NavigationLink {
  readonly title: string
  readonly href: string
}

/** A titled group of entries of the navigation. */
export interface NavigationGroup {
  readonly title: string
  readonly links: readonly NavigationLink[]
}

/** The addresses of the files that every page loads. */
export interface SiteFiles {
  readonly styles: string
  /** Runs before the page is shown, so that it never flashes in the other color scheme. */
  readonly theme: string
  readonly script: string
  /** The search index, loaded when the search is opened. */
  readonly searchIndex: string
}

/** One page, without what all pages share. */
export interface PageContent {
  readonly title: string
  readonly description: string
  /** The address of the page. */
  readonly href: string
  readonly html: string
  readonly headings: readonly Heading[]
  /** A page without headings of its own in the side column, such as the first page. */
  readonly isWide?: boolean
}

/** What all pages share. */
export interface Frame {
  readonly version: string
  readonly files: SiteFiles
  readonly navigation: readonly NavigationGroup[]
}

const LOGO =
  '<svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true"><rect width="32" height="32" rx="9" fill="currentColor"/><path d="M10 8v16M22 8v16M10 16h12" fill="none" class="logo-line" stroke-width="3.4" stroke-linecap="round"/></svg>'

const link = ({ title, href }: NavigationLink, current: string): string =>
  `<li><a href="${href}"${href === current ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a></li>`

/** The groups of the navigation. The one of the current page is open, or else the first. */
function sidebar(groups: readonly NavigationGroup[], current: string): string {
  const own = groups.findIndex(({ links }) => links.some(({ href }) => href === current))
  return groups
    .map(({ title, links }, index) => {
      const isOpen = index === Math.max(own, 0)
      const list = `<ul>${links.map((each) => link(each, current)).join('')}</ul>`
      return `<details${isOpen ? ' open' : ''}><summary>${escapeHtml(title)}</summary>${list}</details>`
    })
    .join('\n')
}

const contents = (headings: readonly Heading[]): string => {
  const shown = headings.filter(({ level }) => level === 2 || level === 3)
  if (shown.length < 2) return ''
  const items = shown.map(
    ({ id, text, level }) =>
      `<li class="level-${level}"><a href="#${escapeHtml(id)}">${escapeHtml(text)}</a></li>`,
  )
  return `<nav class="contents" aria-labelledby="contents-title"><p id="contents-title">On this page</p><ul>${items.join('')}</ul></nav>`
}

function neighbours(groups: readonly NavigationGroup[], current: string): string {
  const links = groups.flatMap((group) => group.links)
  const at = links.findIndex(({ href }) => href === current)
  if (at < 0) return ''
  const [before, after] = [links[at - 1], links[at + 1]]
  const towards = (to: NavigationLink | undefined, rel: string, label: string) =>
    to === undefined
      ? '<span></span>'
      : `<a rel="${rel}" href="${to.href}"><span>${label}</span>${escapeHtml(to.title)}</a>`
  return `<nav class="neighbours" aria-label="Previous and next page">${towards(before, 'prev', 'Previous')}${towards(after, 'next', 'Next')}</nav>`
}

/** A complete HTML page. It has no inline scripts or styles, as the policy of the server demands. */
export function pageHtml(page: PageContent, { version, files, navigation }: Frame): string {
  const side = page.isWide ? '' : contents(page.headings)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)} · Holdfast</title>
<meta name="description" content="${escapeHtml(page.description)}">
<link rel="icon" href="/favicon.svg">
<script src="${files.theme}"></script>
<link rel="stylesheet" href="${files.styles}">
<script type="module" src="${files.script}"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<a class="logo" href="/docs">${LOGO}<span>Holdfast <b>Docs</b></span></a>
<button type="button" class="search-button" data-search data-index="${files.searchIndex}" hidden><span>Search</span> <kbd>/</kbd></button>
<nav class="shortcuts" aria-label="Shortcuts"><a href="/docs/quick-start">Quick start</a><a href="/docs/api">API</a><a href="/docs/errors">Errors</a></nav>
<button type="button" class="theme-button" data-theme-switch hidden>Theme</button>
</header>
<div class="columns">
<div class="side">
<details class="menu" data-menu><summary>Menu</summary>
<nav class="navigation" aria-label="Documentation">
${sidebar(navigation, page.href)}
</nav></details>
</div>
<main id="main" tabindex="-1">
<article>
<h1>${escapeHtml(page.title)}</h1>
${page.html}</article>
${neighbours(navigation, page.href)}
<footer><p>Holdfast ${escapeHtml(version)} · MIT · <a href="/docs/llms.txt">llms.txt</a> · <a href="/openapi.json">openapi.json</a></p></footer>
</main>
${side}
</div>
</body>
</html>
`
}
