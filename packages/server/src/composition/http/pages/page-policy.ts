/** The security headers of a page. */
export type PageHeaders = Readonly<
  Record<
    'cache-control' | 'content-security-policy' | 'permissions-policy' | 'referrer-policy',
    string
  >
> &
  Readonly<Partial<Record<'cross-origin-embedder-policy' | 'cross-origin-resource-policy', string>>>

const IMAGES = "img-src 'self' data:"

const NOT_FRAMED = "frame-ancestors 'none'"

/** Allows only resources from this server, without inline scripts, inline styles and plug-ins. */
const policy = (frameAncestors: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    IMAGES,
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors}`,
  ].join('; ')

const PERMISSIONS =
  'accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()'

const pageHeaders = (frameAncestors: string): PageHeaders => ({
  'cache-control': 'no-cache',
  'content-security-policy': policy(frameAncestors),
  'permissions-policy': PERMISSIONS,
  // Manage links must not leak to linked sites.
  'referrer-policy': frameAncestors === "'none'" ? 'no-referrer' : 'strict-origin',
})

/** The headers of a page that no other site can embed. */
export const OWN = pageHeaders("'none'")

/**
 * Any site can embed the page: it uses no cookies, so a site that frames it can act for nobody. The page of a booking
 * needs the token in its link, with which a site could act even without the page.
 *
 * A page with `Cross-Origin-Embedder-Policy: require-corp` shows only frames that allow it and have that policy
 * themselves. It forbids nothing here, since an embedded page loads all from this server.
 */
export const FRAMED: PageHeaders = {
  ...pageHeaders('*'),
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'cross-origin',
}

/** The headers of a page that only the sites with these origins can embed. */
export const framedBy = (headers: PageHeaders, origins: readonly string[]): PageHeaders => ({
  ...headers,
  'content-security-policy': headers['content-security-policy'].replace(
    NOT_FRAMED,
    () => `frame-ancestors ${origins.join(' ')}`,
  ),
})

/** The headers of a page for one reader, with a link that acts for them. */
export const PRIVATE = { ...OWN, 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }

/** In a host, a policy would read `*` as every host. */
const PLAIN_HOST = /^[a-z0-9.-]+$/

/**
 * The source expression that allows exactly one image. Undefined for an address that a policy cannot name:
 * one that is not https or whose host is not a plain name.
 */
export function imageSource(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, hostname, origin, pathname } = new URL(url)
  if (protocol !== 'https:' || !PLAIN_HOST.test(hostname)) return undefined
  // These separate directives and policies.
  return `${origin}${pathname.replaceAll(';', '%3B').replaceAll(',', '%2C')}`
}

/** The headers of a page that also shows images of other sites. */
export const withImage = (headers: PageHeaders, source: string): PageHeaders => ({
  ...headers,
  'content-security-policy': headers['content-security-policy'].replace(
    IMAGES,
    () => `${IMAGES} ${source}`,
  ),
})

/** The source expression of images of all sites. */
export const ANY_IMAGE = 'https:'

/** The dashboard previews any logo and any photo that its reader enters, and shows those of the account. */
export const DASHBOARD = withImage(OWN, ANY_IMAGE)
