import type { GeneratedPage } from '../reference/reference-pages.ts'
import { codeBlock } from '../render/highlight.ts'
import { escapeHtml } from '../render/html.ts'
import type { NavigationGroup } from '../render/layout.ts'

const START = `npm ci && npm start
`

const card = (href: string, title: string, text: string): string =>
  `<li><a href="${href}"><strong>${escapeHtml(title)}</strong><span>${escapeHtml(text)}</span></a></li>`

const CARDS = [
  card('/docs/quick-start', 'Quick start', 'A server and a confirmed booking in a few minutes.'),
  card('/docs/concepts', 'Concepts', 'The ledger, the hold and time: what makes a booking safe.'),
  card('/docs/appointments', 'What can be booked', 'Appointments, teams, classes, groups, stays.'),
  card('/docs/embedding', 'Embedding', 'A booking page inside your own site.'),
  card('/docs/api', 'API reference', 'Every call, with samples in five languages.'),
  card('/docs/operations', 'Running it', 'One server, several, or AWS. Backups, keys, metrics.'),
]

/** The first page of the site: where to begin, and everything else. */
export const homePage = (groups: readonly NavigationGroup[]): GeneratedPage => ({
  name: 'index',
  title: 'Holdfast documentation',
  description:
    'Documentation of Holdfast, the open-source scheduling engine that cannot double-book.',
  html: `<p class="lead">Holdfast keeps the calendars of people, rooms and equipment. It offers their free times over HTTP and books them, so that no time is ever booked twice.</p>
${codeBlock(START, 'sh')}
<ul class="cards">${CARDS.join('\n')}</ul>
<h2 id="all-pages">All pages</h2>
<div class="all-pages">${groups
    .map(
      ({ title, links }) =>
        `<section><h3>${escapeHtml(title)}</h3><ul>${links.map(({ title: text, href }) => `<li><a href="${href}">${escapeHtml(text)}</a></li>`).join('')}</ul></section>`,
    )
    .join('\n')}</div>
`,
  headings: [],
  sections: [],
})
