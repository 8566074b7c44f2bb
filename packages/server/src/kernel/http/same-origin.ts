import type { HttpSettings } from './context.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

const originOf = (url: string): string | undefined =>
  URL.canParse(url) ? new URL(url).origin : undefined

/**
 * Whether a request may be let in by a cookie: one that changes nothing always (SameSite keeps the
 * cookie from other sites, and without CORS their pages could not read the answer), any other only
 * with an `Origin` that is the server's own. A browser sends `Origin` with every such request
 * (Fetch §3.2), and no page can write it.
 */
export function isOwnPage(
  settings: Pick<HttpSettings, 'publicUrl'>,
  request: Pick<Request, 'method' | 'headers' | 'url'>,
): boolean {
  if (SAFE.has(request.method)) return true
  const origin = request.headers.get('origin')
  if (origin === null) return false
  return origin === originOf(request.url) || origin === originOf(settings.publicUrl ?? '')
}
