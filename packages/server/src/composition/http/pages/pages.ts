import type { Answer } from '../../../kernel/http/answer.ts'
import { acceptedEncodings } from '../../../kernel/http/encodings.ts'
import { isReservedSlug } from '../../../kernel/reserved-slugs.ts'
import type { PageFile, PageFiles } from './page-files.ts'
import { type PageHead, withHead } from './page-head.ts'
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
  /** The page with the title of its subject, not compressed. */
  readonly titled?: (head: PageHead, url: string | undefined) => Answer
}

/**
 * Finds the page or file at a path. Undefined if there is none. A request that accepts HTML gets a 404 page for
 * an unknown path.
 */
export type Pages = (path: string, accepted: Accepted) => FoundPage | undefined

/** Allows only resources from this server, without inline scripts, inline styles and plug-ins. */
const policy = (frameAncestors: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors}`,
  ].join('; ')

const PERMISSIONS =
  'accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()'

const pageHeaders = (frameAncestors: string) => ({
  'cache-control': 'no-cache',
  'content-security-policy': policy(frameAncestors),
  'permissions-policy': PERMISSIONS,
  // Manage links must not leak to linked sites.
  'referrer-policy': frameAncestors === "'none'" ? 'no-referrer' : 'strict-origin',
})

const OWN = pageHeaders("'none'")
/** Any site can embed the page, because it uses no cookies and shows only public data. */
const FRAMED = pageHeaders('*')

/** A page for one reader, with a link that acts for them. */
const PRIVATE = { ...OWN, 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }

const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' } as const
/** Files whose content can change under the same name. */
const SHORT = { 'cache-control': 'public, max-age=300' } as const

const SLUG = '[a-z0-9]+(?:-[a-z0-9]+)*'

interface PageKind {
  readonly path: RegExp
  readonly page: string
  readonly headers: typeof OWN
  /** Returns the resource that the captured parts of the path refer to. */
  readonly subject?: (...parts: readonly string[]) => PageSubject
}

const eventType = (providerSlug = '', slug = ''): PageSubject => ({
  kind: 'event_type',
  providerSlug,
  slug,
})
const stays = (calendarId = ''): PageSubject => ({ kind: 'stays', calendarId })
const provider = (slug = ''): PageSubject => ({ kind: 'provider', slug })

/** The pages. The first match wins. */
const PAGES: readonly PageKind[] = [
  { path: /^\/$/, page: 'home.html', headers: OWN },
  { path: /^\/directory$/, page: 'directory.html', headers: OWN },
  { path: /^\/sign-in$/, page: 'sign-in.html', headers: OWN },
  { path: /^\/dashboard(?:\/.*)?$/, page: 'dashboard.html', headers: OWN },
  { path: /^\/manage\/bkg_[a-z0-9]+$/, page: 'manage.html', headers: OWN },
  { path: /^\/decide\/bkg_[a-z0-9]+$/, page: 'decide.html', headers: PRIVATE },
  { path: /^\/stays\/(cal_[a-z0-9]+)$/, page: 'stay.html', headers: OWN, subject: stays },
  { path: /^\/stays\/cal_[a-z0-9]+\/cev_[a-z0-9]+$/, page: 'guest-stay.html', headers: OWN },
  {
    path: new RegExp(`^/embed/(${SLUG})/(${SLUG})$`),
    page: 'booking.html',
    headers: FRAMED,
    subject: eventType,
  },
  { path: /^\/embed\/stays\/(cal_[a-z0-9]+)$/, page: 'stay.html', headers: FRAMED, subject: stays },
  { path: new RegExp(`^/(${SLUG})$`), page: 'provider.html', headers: OWN, subject: provider },
  {
    path: new RegExp(`^/(${SLUG})/(${SLUG})$`),
    page: 'booking.html',
    headers: OWN,
    subject: eventType,
  },
]

interface PlacedPage extends Omit<PageKind, 'subject'> {
  readonly subject?: PageSubject
}

function pageAt(path: string): PlacedPage | undefined {
  for (const { subject, ...kind } of PAGES) {
    const parts = kind.path.exec(path)?.slice(1)
    if (parts === undefined) continue
    const named = subject?.(...parts)
    const slug = named?.kind === 'provider' ? named.slug : parts[0]
    const isReserved = kind.headers === OWN && slug !== undefined && isReservedSlug(slug)
    if (named !== undefined && isReserved) return undefined
    return { ...kind, ...(named && { subject: named }) }
  }
  return undefined
}

/** Files that are served under their own name. */
const OPEN_FILES = /^(?:assets\/[\w.-]+|boot\.js|embed\.js|release-holds\.js|favicon\.svg)$/
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

/** Creates the lookup of pages from built files. */
export function createPages(files: PageFiles): Pages {
  return (path, { encoding, type }) => {
    const trimmed = path.length > 1 ? path.replace(/\/$/, '') : path
    const page = pageAt(trimmed)
    if (page !== undefined) {
      const file = files.get(page.page)
      if (file === undefined) return undefined
      const answer = send(file, encoding, page.headers)
      const { subject, headers } = page
      return subject === undefined
        ? { answer }
        : { answer, subject, titled: (head, url) => titledPage(file, head, url, headers) }
    }
    const name = path.slice(1)
    const file = OPEN_FILES.test(name) ? files.get(name) : undefined
    if (file !== undefined) {
      const headers = name === WORKER ? WORKER_HEADERS : SHORT
      return { answer: send(file, encoding, name.startsWith('assets/') ? IMMUTABLE : headers) }
    }
    const notFound = files.get(NOT_FOUND_PAGE)
    return notFound && type?.includes('text/html') && !PROGRAM_PATHS.test(path)
      ? { answer: { ...send(notFound, encoding, OWN), status: 404 } }
      : undefined
  }
}

function titledPage(
  { contentType, plain }: PageFile,
  head: PageHead,
  url: string | undefined,
  headers: Readonly<Record<string, string>>,
): Answer {
  const body = withHead(Buffer.from(plain).toString(), head, url)
  return { status: 200, body, headers: { ...headers, 'content-type': contentType } }
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
