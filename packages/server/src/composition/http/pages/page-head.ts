import { plainLanguage, plainWords } from '../../../booking/http/plain-words.ts'
import { escapeHtml } from '../../../kernel/escape-html.ts'

/** The brand that a page shows. */
export interface PageBrand {
  readonly name: string
  /** `#rrggbb`, in lower case. */
  readonly color: string
  /** An https URL. */
  readonly logoUrl?: string
}

/** What a page shows of its subject until its scripts run. */
export interface FirstLook {
  readonly title: string
  /** Whose it is, above the title. */
  readonly by?: string | undefined
  readonly description?: string | undefined
  /** Whether nights are booked and not times. */
  readonly isOfNights?: boolean
}

/** Where photos of a page are: uploaded to this server, at addresses of other sites, or both. */
export interface PhotosFrom {
  readonly here: boolean
  readonly elsewhere: boolean
}

/** What a page says before any script runs, to browsers and to sites that link to it. */
export interface PageHead {
  /** Names the subject of the page. Absent: the page keeps its own title. */
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly firstLook?: FirstLook | undefined
  /** The address of the same page for browsers without scripts, from the page. Absent: there is none. */
  readonly plainPage?: string | undefined
  readonly brand?: PageBrand | undefined
  /** The language for visitors who chose none. */
  readonly locale?: string | undefined
  /** The origins of the sites that may show the page in a frame under its normal link. Absent: none. */
  readonly frameOrigins?: readonly string[] | undefined
  /** Where its photos are. An embedded page shows only those that are here. Absent: it has none. */
  readonly photosFrom?: PhotosFrom | undefined
  /** Absent: as the visitor's system. */
  readonly theme?: 'light' | 'dark' | undefined
}

/** What the site around an embedded page chose, as its address has it. */
export interface ChosenLook {
  readonly color: string | undefined
  readonly theme: string | undefined
}

const HEX_COLOR = /^[0-9a-f]{6}$/i

/**
 * The head of a page with the look that the site around it chose. `color` is six hexadecimal digits, of which the page's
 * style sheet makes readable colors, and `theme` is `light` or `dark`. Anything else changes nothing.
 */
export function withLook(head: PageHead, { color, theme }: ChosenLook): PageHead {
  const isColor = color !== undefined && HEX_COLOR.test(color)
  return {
    ...head,
    ...(isColor && { brand: { name: '', ...head.brand, color: `#${color.toLowerCase()}` } }),
    ...((theme === 'light' || theme === 'dark') && { theme }),
  }
}

/** Longer descriptions are cut off by the sites that show them. */
const MAX_DESCRIPTION = 300

/** The title of the built page, with the tags that depend on it. */
const PLACE = /<title>[^<]*<\/title>/
/** The tags that a built page has about itself. */
const OWN_TAGS = /\n *<meta (?:name="description"|property="og:[a-z]+") [^>]*>/g
const ROOT = '<div id="root">'
const NO_SCRIPT = /<noscript>.*?<\/noscript>/s
const LANGUAGE = '<html lang="en"'
/** The same, in whatever language the page is by then. */
const LANGUAGE_OF_PAGE = /<html lang="[a-z]+"/

/** The path of the style sheet of a brand's color. It is not in `/assets`, which another server may answer. */
export const brandStylePath = (color: string): string => `/brand-${color.slice(1)}.css`

/**
 * Writes into the HTML of a page: the title, description and Open Graph tags of its subject, in place of its
 * title; the color and language of its account; above its content the brand, unless the page is embedded
 * in a site that has its own; and the first look in place of the content, which the scripts of the page replace. `url` is the page's public address, if the server knows it.
 */
export function withHead(
  html: string,
  { title, description, firstLook, photosFrom, plainPage, brand, locale, theme }: PageHead,
  url: string | undefined,
  isEmbedded = false,
): string {
  const color = brand && `<link rel="stylesheet" href="${brandStylePath(brand.color)}" />`
  const tags = (own: string) =>
    [...(title === undefined ? [own] : titleTags(title, description, url)), color ?? []].flat()
  const header = brand && !isEmbedded ? brandHeader(brand) : ''
  const hasPhotos = photosFrom?.here || (photosFrom?.elsewhere && !isEmbedded)
  const look = firstLook ? firstLookOf(firstLook, hasPhotos) : ''
  return html
    .replace(OWN_TAGS, (own) => (title === undefined ? own : ''))
    .replace(PLACE, (own) => tags(own).join('\n    '))
    .replace(LANGUAGE, (own) =>
      locale === undefined
        ? own
        : `<html lang="${locale}"${locale === 'ar' ? ' dir="rtl"' : ''} data-locale="${locale}"`,
    )
    .replace(LANGUAGE_OF_PAGE, (own) =>
      theme === undefined ? own : `${own} data-theme="${theme}"`,
    )
    .replace(NO_SCRIPT, (own) =>
      plainPage === undefined || isEmbedded ? own : noScriptOf(plainPage, locale),
    )
    .replace(ROOT, (own) => `${header}${own}${look}`)
}

function titleTags(
  title: string,
  description: string | undefined,
  url: string | undefined,
): readonly string[] {
  const meta = (attribute: 'name' | 'property', name: string, content: string | undefined) =>
    content ? [`<meta ${attribute}="${name}" content="${escapeHtml(content)}" />`] : []
  const about = description?.slice(0, MAX_DESCRIPTION)
  return [
    `<title>${escapeHtml(title)}</title>`,
    ...meta('name', 'description', about),
    ...meta('property', 'og:type', 'website'),
    ...meta('property', 'og:title', title),
    ...meta('property', 'og:description', about),
    ...meta('property', 'og:url', url),
  ]
}

const firstLookOf = (
  { title, by, description, isOfNights }: FirstLook,
  hasPhotos = false,
): string => {
  const line = (tag: 'p' | 'h1', text: string | undefined) =>
    text ? `<${tag} dir="auto">${escapeHtml(text)}</${tag}>` : ''
  const photos = hasPhotos ? '<div class="photos"></div>' : ''
  const lines = line('p', by) + line('h1', title) + photos + line('p', description)
  const name = isOfNights ? 'first-look of-nights' : 'first-look'
  return `\n      <main class="${name}"><header>${lines}</header></main>`
}

/** Leads browsers without scripts to the page that needs none. */
const noScriptOf = (address: string, locale: string | undefined): string =>
  `<noscript><meta http-equiv="refresh" content="0; url=${escapeHtml(address)}" /><a href="${escapeHtml(address)}">${escapeHtml(plainWords(plainLanguage(locale, undefined)).text('plain.link'))}</a></noscript>`

const brandHeader = ({ name, logoUrl }: PageBrand): string => {
  const logo = logoUrl === undefined ? '' : `<img src="${escapeHtml(logoUrl)}" alt="" />`
  return `<header class="brand">${logo}<span dir="auto">${escapeHtml(name)}</span></header>\n    `
}
