import { isReservedSlug } from '../../../booking/providers/providers.ts'
import type { Answer } from '../../../kernel/http/answer.ts'
import type { PageFile, PageFiles } from './page-files.ts'
import type { PageSubject } from './page-subject.ts'

/** The headers of a request by which an answer is chosen. */
export interface Accepted {
  readonly encoding: string | undefined
  readonly type: string | undefined
}

/** A page or a part of one. */
export interface FoundPage {
  readonly answer: Answer
  /** What its path names, which may not be there: the page then says so, and is to be answered with 404. */
  readonly subject?: PageSubject
}

/**
 * Finds what is at a path; nothing where there is none. Who takes HTML gets a page also for a path
 * that no page has, as 404.
 */
export type Pages = (path: string, accepted: Accepted) => FoundPage | undefined

/** Everything from this server and nothing else; no inline script, no inline style, no plug-in. */
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
  // A manage link must not be told to whoever the page links to.
  'referrer-policy': frameAncestors === "'none'" ? 'no-referrer' : 'strict-origin',
})

const OWN = pageHeaders("'none'")
/** Any site may show the embedded page: it has no cookie, and shows what is public. */
const FRAMED = pageHeaders('*')

const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' } as const
/** Files whose name stays when their content changes. */
const SHORT = { 'cache-control': 'public, max-age=300' } as const

const SLUG = '[a-z0-9]+(?:-[a-z0-9]+)*'

interface PageKind {
  readonly path: RegExp
  readonly page: string
  readonly headers: typeof OWN
  /** What the parts of the path name. */
  readonly subject?: (...parts: readonly string[]) => PageSubject
}

const eventType = (providerSlug = '', slug = ''): PageSubject => ({
  kind: 'event_type',
  providerSlug,
  slug,
})
const stays = (calendarId = ''): PageSubject => ({ kind: 'stays', calendarId })
const provider = (slug = ''): PageSubject => ({ kind: 'provider', slug })

/** Which page is at a path: the first that matches. */
const PAGES: readonly PageKind[] = [
  { path: /^\/$/, page: 'home.html', headers: OWN },
  { path: /^\/directory$/, page: 'directory.html', headers: OWN },
  { path: /^\/dashboard(?:\/.*)?$/, page: 'dashboard.html', headers: OWN },
  { path: /^\/manage\/bkg_[a-z0-9]+$/, page: 'manage.html', headers: OWN },
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

/** Files that are asked for by their own name. */
const OPEN_FILES = /^(?:assets\/[\w.-]+|embed\.js|favicon\.svg)$/

/** The page that says that there is nothing, for a path that no page has. */
const NOTHING = 'home.html'
/** Where programs call: they are told in JSON what is wrong, whatever they take. */
const CALLED = /^\/(?:v1|assets)(?:\/|$)/

/** Makes the answers for pages out of built files. */
export function createPages(files: PageFiles): Pages {
  return (path, { encoding, type }) => {
    const trimmed = path.length > 1 ? path.replace(/\/$/, '') : path
    const page = pageAt(trimmed)
    if (page !== undefined) {
      const file = files.get(page.page)
      const answer = file && send(file, encoding, page.headers)
      return answer && { answer, ...(page.subject && { subject: page.subject }) }
    }
    const name = path.slice(1)
    const file = OPEN_FILES.test(name) ? files.get(name) : undefined
    if (file !== undefined) {
      return { answer: send(file, encoding, name.startsWith('assets/') ? IMMUTABLE : SHORT) }
    }
    const nothing = files.get(NOTHING)
    return nothing && type?.includes('text/html') && !CALLED.test(path)
      ? { answer: { ...send(nothing, encoding, OWN), status: 404 } }
      : undefined
  }
}

function send(
  { contentType, plain, brotli, gzip }: PageFile,
  acceptEncoding: string | undefined,
  headers: Readonly<Record<string, string>>,
): Answer {
  const accepted = acceptedEncodings(acceptEncoding)
  const all = { ...headers, 'content-type': contentType, vary: 'accept-encoding' }
  const packed = (body: Uint8Array, encoding: string): Answer => ({
    status: 200,
    body,
    headers: { ...all, 'content-encoding': encoding },
  })
  if (brotli && accepted.has('br')) return packed(brotli, 'br')
  if (gzip && accepted.has('gzip')) return packed(gzip, 'gzip')
  return { status: 200, body: plain, headers: all }
}

/** The encodings that a browser takes; one with a weight of zero is none (RFC 9110 §12.5.3). */
const acceptedEncodings = (header = ''): ReadonlySet<string> =>
  new Set(
    header.split(',').flatMap((each) => {
      const [name = '', ...parameters] = each
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/)
      return parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)) ? [] : [name]
    }),
  )
