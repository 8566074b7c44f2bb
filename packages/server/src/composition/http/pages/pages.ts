import { brandStyleSheet } from '../../../identity/accounts/brand-colors.ts'
import type { Answer } from '../../../kernel/http/answer.ts'
import { acceptedEncodings } from '../../../kernel/http/encodings.ts'
import type { PageFile, PageFiles } from './page-files.ts'
import { type PageHead, withHead } from './page-head.ts'
import { type PlacedPage, pagesAt } from './page-paths.ts'
import { ANY_IMAGE, framedBy, imageSource, OWN, withImage } from './page-policy.ts'
import type { PageSubject } from './page-subject.ts'

/** The request headers that select a response. */
export interface Accepted {
  readonly encoding: string | undefined
  readonly type: string | undefined
}

/** A page or a file of one. */
export interface FoundPage {
  readonly answer: Answer
  /** The resource in its path. If it does not exist, the page says so and the response is 404. */
  readonly subject?: PageSubject
  /** The page with the title of its subject and the brand of its account. It may not be compressed. */
  readonly withHeadOf?: (head: PageHead, url: string | undefined) => Answer
  /** True if the page is shown inside other sites, which choose its look. */
  readonly isEmbedded?: boolean
}

/**
 * Finds the pages or the file at a path: one, or several of which the first is meant whose subject exists, else
 * the last. Empty if there is none. A request that accepts HTML gets a 404 page for an unknown path.
 */
export type Pages = (path: string, accepted: Accepted) => readonly FoundPage[]

const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' } as const
/** Files whose content can change under the same name. */
const SHORT = { 'cache-control': 'public, max-age=300' } as const

/** Files that are served under their own name. */
const OPEN_FILES = /^(?:assets\/[\w.-]+|boot\.js|embed\.js|release-holds\.js|favicon\.svg)$/
/** The one script that other sites load, also those with `Cross-Origin-Embedder-Policy: require-corp`. */
const EMBED = 'embed.js'
const EMBED_HEADERS = { ...SHORT, 'cross-origin-resource-policy': 'cross-origin' } as const
/** The one script with a policy of its own: a worker asks the server. */
const WORKER = 'release-holds.js'
const WORKER_HEADERS = {
  'cache-control': 'no-cache',
  'content-security-policy': "default-src 'none'; connect-src 'self'",
} as const

/** The page for unknown paths. */
const NOT_FOUND_PAGE = 'home.html'
/** Paths that always return errors as JSON. */
const PROGRAM_PATHS = /^\/(?:v1|assets)(?:\/|$)/

/** The style sheet of a brand's color. */
const BRAND_STYLE = /^\/brand-([0-9a-f]{6})\.css$/
/** It depends on the colors of the pages, which a release may change. */
const FOR_A_DAY = { 'cache-control': 'public, max-age=86400' } as const

/** Creates the lookup of pages from built files. */
export function createPages(files: PageFiles): Pages {
  const found = ({ file: name, headers, isEmbedded, subject }: PlacedPage, encoding?: string) => {
    const file = files.get(name)
    if (file === undefined) return []
    const answer = send(file, encoding, headers)
    if (subject === undefined) return [{ answer }]
    const withHeadOf = (head: PageHead, url: string | undefined) =>
      isEmpty(head) ? answer : completePage(file, head, url, { headers, isEmbedded })
    return [{ answer, subject, withHeadOf, isEmbedded }]
  }
  return (path, { encoding, type }) => {
    const trimmed = path.length > 1 ? path.replace(/\/$/, '') : path
    const pages = pagesAt(trimmed).flatMap((placed) => found(placed, encoding))
    if (pages.length > 0) return pages
    const color = BRAND_STYLE.exec(path)?.[1]
    if (color !== undefined) return [{ answer: styleAnswer(`#${color}`) }]
    const name = path.slice(1)
    const file = OPEN_FILES.test(name) ? files.get(name) : undefined
    if (file !== undefined) {
      return [{ answer: send(file, encoding, headersOf(name)) }]
    }
    const notFound = files.get(NOT_FOUND_PAGE)
    return notFound && type?.includes('text/html') && !PROGRAM_PATHS.test(path)
      ? [{ answer: { ...send(notFound, encoding, OWN), status: 404 } }]
      : []
  }
}

function headersOf(name: string): Readonly<Record<string, string>> {
  if (name.startsWith('assets/')) return IMMUTABLE
  if (name === WORKER) return WORKER_HEADERS
  return name === EMBED ? EMBED_HEADERS : SHORT
}

const styleAnswer = (color: string): Answer => ({
  status: 200,
  body: brandStyleSheet(color),
  headers: { ...FOR_A_DAY, 'content-type': 'text/css; charset=utf-8' },
})

/** Whether a page has nothing to say beyond what it was built with. */
const isEmpty = ({ title, brand, locale, theme, frameOrigins = [] }: PageHead): boolean =>
  title === undefined &&
  brand === undefined &&
  locale === undefined &&
  theme === undefined &&
  frameOrigins.length === 0

function completePage(
  { contentType, plain }: PageFile,
  head: PageHead,
  url: string | undefined,
  { headers, isEmbedded }: Pick<PlacedPage, 'headers' | 'isEmbedded'>,
): Answer {
  const { brand, frameOrigins = [], photosFrom } = head
  // A site that embeds the page shows its own name and logo.
  const logo = isEmbedded || brand?.logoUrl === undefined ? undefined : imageSource(brand.logoUrl)
  const { logoUrl: _, ...plainBrand } = brand ?? { name: '', color: '' }
  const shown = brand && (logo === undefined ? plainBrand : brand)
  const body = withHead(Buffer.from(plain).toString(), { ...head, brand: shown }, url, isEmbedded)
  // Pages with more power than a link gives, such as the page to pay on, stay out of frames.
  const framed = headers === OWN && frameOrigins.length > 0 ? framedBy(OWN, frameOrigins) : headers
  const images = photosFrom?.elsewhere && !isEmbedded ? ANY_IMAGE : logo
  const allowed = images === undefined ? framed : withImage(framed, images)
  return { status: 200, body, headers: { ...allowed, 'content-type': contentType } }
}

function send(
  { contentType, plain, brotli, gzip }: PageFile,
  acceptEncoding: string | undefined,
  headers: Readonly<Record<string, string>>,
): Answer {
  const accepted = acceptedEncodings(acceptEncoding)
  const all = { ...headers, 'content-type': contentType, vary: 'accept-encoding' }
  const compressed = (body: Uint8Array, encoding: string): Answer => ({
    status: 200,
    body,
    headers: { ...all, 'content-encoding': encoding },
  })
  if (brotli && accepted.has('br')) return compressed(brotli, 'br')
  if (gzip && accepted.has('gzip')) return compressed(gzip, 'gzip')
  return { status: 200, body: plain, headers: all }
}
