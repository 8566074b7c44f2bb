import { escapeHtml } from '../../../kernel/http/html.ts'

/** What a page says about its subject before any script runs, to browsers and to sites that link to it. */
export interface PageHead {
  readonly title: string
  readonly description?: string | undefined
}

/** Longer descriptions are cut off by the sites that show them. */
const MAX_DESCRIPTION = 300

/** The title of the built page, with the tags that depend on it. */
const PLACE = /<title>[^<]*<\/title>/

/**
 * Writes the title, description and Open Graph tags of a subject into the HTML of a page, in place of its
 * title. `url` is the page's public address, if the server knows it.
 */
export function withHead(
  html: string,
  { title, description }: PageHead,
  url: string | undefined,
): string {
  const meta = (attribute: 'name' | 'property', name: string, content: string | undefined) =>
    content ? [`<meta ${attribute}="${name}" content="${escapeHtml(content)}" />`] : []
  const about = description?.slice(0, MAX_DESCRIPTION)
  const tags = [
    `<title>${escapeHtml(title)}</title>`,
    ...meta('name', 'description', about),
    ...meta('property', 'og:type', 'website'),
    ...meta('property', 'og:title', title),
    ...meta('property', 'og:description', about),
    ...meta('property', 'og:url', url),
  ]
  return html.replace(PLACE, () => tags.join('\n    '))
}
