import type { SentRequest } from './call.ts'
import type { HttpSettings } from './context.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

const originOf = (url: string): string | undefined =>
  URL.canParse(url) ? new URL(url).origin : undefined

/**
 * Whether a cookie can authenticate a request. Safe methods are always allowed: SameSite keeps the cookie
 * from other sites, and without CORS their pages cannot read the response. Other methods require the
 * server's own `Origin`. Browsers send `Origin` with every such request (Fetch §3.2), and pages cannot
 * change it.
 */
export function isOwnPage(
  settings: Pick<HttpSettings, 'publicUrl'>,
  request: Pick<SentRequest, 'method' | 'headers' | 'url'>,
): boolean {
  if (SAFE.has(request.method)) return true
  const origin = request.headers.get('origin')
  if (origin === null) return false
  return origin === originOf(request.url) || origin === originOf(settings.publicUrl ?? '')
}
