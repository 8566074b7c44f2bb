import { isReservedSlug } from '../../../application/providers/providers.ts'
import type { Answer } from '../answer.ts'
import type { PageFile, PageFiles } from './page-files.ts'

/**
 * Answers a request for a page or a part of one; nothing where there is none. `acceptEncoding` is
 * that header of the request.
 */
export type Pages = (path: string, acceptEncoding: string | undefined) => Answer | undefined

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

/** Which page is at a path: the first that matches. */
const PAGES: readonly (readonly [path: RegExp, page: string, headers: typeof OWN])[] = [
  [/^\/$/, 'home.html', OWN],
  [/^\/directory$/, 'directory.html', OWN],
  [/^\/dashboard(?:\/.*)?$/, 'dashboard.html', OWN],
  [/^\/manage\/bkg_[a-z0-9]+$/, 'manage.html', OWN],
  [/^\/stays\/cal_[a-z0-9]+$/, 'stay.html', OWN],
  [new RegExp(`^/embed/${SLUG}/${SLUG}$`), 'booking.html', FRAMED],
  [/^\/embed\/stays\/cal_[a-z0-9]+$/, 'stay.html', FRAMED],
]

const PROVIDER = new RegExp(`^/(${SLUG})$`)
const EVENT_TYPE = new RegExp(`^/(${SLUG})/${SLUG}$`)

function pageAt(path: string): readonly [page: string, headers: typeof OWN] | undefined {
  const fixed = PAGES.find(([pattern]) => pattern.test(path))
  if (fixed) return [fixed[1], fixed[2]]
  const provider = PROVIDER.exec(path)?.[1]
  if (provider !== undefined) return isReservedSlug(provider) ? undefined : ['provider.html', OWN]
  const owner = EVENT_TYPE.exec(path)?.[1]
  return owner === undefined || isReservedSlug(owner) ? undefined : ['booking.html', OWN]
}

/** Files that are asked for by their own name. */
const OPEN_FILES = /^(?:assets\/[\w.-]+|embed\.js|favicon\.svg)$/

/** Makes the answers for pages out of built files. */
export function createPages(files: PageFiles): Pages {
  return (path, acceptEncoding) => {
    const trimmed = path.length > 1 ? path.replace(/\/$/, '') : path
    const page = pageAt(trimmed)
    if (page !== undefined) {
      const file = files.get(page[0])
      return file && send(file, acceptEncoding, page[1])
    }
    const name = path.slice(1)
    const file = OPEN_FILES.test(name) ? files.get(name) : undefined
    return file && send(file, acceptEncoding, name.startsWith('assets/') ? IMMUTABLE : SHORT)
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
