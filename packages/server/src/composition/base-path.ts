import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import { compressAnswer } from '../kernel/http/compress-answer.ts'

/** A path, with its query, as if the server were at the root. One that is not below the base path stays the same. */
export function pathBelow(basePath: string, path: string): string {
  if (basePath === '' || !path.startsWith(basePath)) return path
  const rest = path.slice(basePath.length)
  if (rest === '' || rest.startsWith('?')) return `/${rest}`
  return rest.startsWith('/') ? rest : path
}

/** The request with a path as if the server were at the root. */
export function requestBelow(basePath: string, request: Request): Request {
  const url = new URL(request.url)
  const pathname = pathBelow(basePath, url.pathname)
  if (pathname === url.pathname) return request
  url.pathname = pathname
  return new Request(url, request)
}

/** Links of a page to the server itself. */
const OWN_LINK = /\b(href|src|action|data-index)="\/(?!\/)/g
const isOwnPath = (path: string): boolean => path.startsWith('/') && !path.startsWith('//')

const DECOMPRESS = {
  br: promisify(brotliDecompress),
  gzip: promisify(gunzip),
} as const

async function textOf(response: Response): Promise<string> {
  const encoding = response.headers.get('content-encoding')
  if (encoding !== 'br' && encoding !== 'gzip') return response.text()
  return (await DECOMPRESS[encoding](await response.arrayBuffer())).toString()
}

/** A page whose links to the server begin with the base path. */
async function withOwnLinks(
  response: Response,
  basePath: string,
  acceptEncoding: string | undefined,
): Promise<Response> {
  const body = (await textOf(response)).replaceAll(OWN_LINK, `$1="${basePath}/`)
  const headers = new Headers(response.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  const answer = { status: response.status, body, headers: { 'content-type': 'text/html' } }
  const compressed = await compressAnswer(answer, acceptEncoding)
  const encoding = compressed.headers['content-encoding']
  if (encoding !== undefined) headers.set('content-encoding', encoding)
  // The cast: of a text, the compressed body is a text or bytes.
  return new Response(compressed.body as string | Uint8Array<ArrayBuffer>, {
    status: response.status,
    headers,
  })
}

const isPage = (contentType: string | null | undefined): boolean =>
  contentType?.startsWith('text/html') === true

/** Whether `responseBelow` changes an answer with these headers. */
export const isChangedBelow = (
  basePath: string,
  headers: Readonly<Record<string, string>>,
): boolean => basePath !== '' && (headers.location !== undefined || isPage(headers['content-type']))

/** A response of a server that browsers reach below a path: links in pages and `Location` begin with it. */
export async function responseBelow(
  basePath: string,
  response: Response,
  acceptEncoding: string | undefined,
): Promise<Response> {
  if (basePath === '') return response
  const location = response.headers.get('location')
  if (location !== null && isOwnPath(location)) {
    response.headers.set('location', `${basePath}${location}`)
  }
  const { body, headers } = response
  if (body === null || !isPage(headers.get('content-type'))) return response
  return withOwnLinks(response, basePath, acceptEncoding)
}

/**
 * Answers for a server that browsers reach below a path. Requests may come with the path or, from a proxy that removes it,
 * without. Links in pages and `Location` begin with the path. Scripts derive it from their own address.
 */
export function underBasePath<Env extends readonly unknown[]>(
  basePath: string,
  fetch: (request: Request, ...env: Env) => Response | Promise<Response>,
): typeof fetch {
  if (basePath === '') return fetch
  return async (request, ...env) => {
    const response = await fetch(requestBelow(basePath, request), ...env)
    const acceptEncoding = request.headers.get('accept-encoding') ?? undefined
    return responseBelow(basePath, response, acceptEncoding)
  }
}
