import { type Problem, UNEXPECTED_RESPONSE } from './problem.ts'

const isJson = (contentType: string): boolean =>
  /^application\/(?:[\w.+-]+\+)?json\b/i.test(contentType)

async function isProblem(response: Response): Promise<boolean> {
  if (!isJson(response.headers.get('content-type') ?? '')) return false
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  return typeof body === 'object' && body !== null && typeof Reflect.get(body, 'code') === 'string'
}

/**
 * Replaces an error response without a problem, such as the HTML page of a gateway, by a problem with the
 * code `unexpected_response` and the same status and headers. A web page with a status of success, as a
 * captive portal sends it, becomes such a problem with the status 502. Other responses are not changed, nor is 304,
 * which has no body.
 */
export async function withProblem(request: Request, response: Response): Promise<Response> {
  const contentType = response.headers.get('content-type') ?? ''
  const isPage = request.url.includes('/v1/') && /^text\/html\b/i.test(contentType)
  const isExpected = response.ok ? !isPage : await isProblem(response)
  if (isExpected || request.method === 'HEAD' || response.status === 304) return response
  const { statusText } = response
  const status = response.ok ? 502 : response.status
  const what = contentType === '' ? 'no content type' : `the content type ${contentType}`
  const problem: Omit<Problem, 'code'> & { readonly code: typeof UNEXPECTED_RESPONSE } = {
    type: 'about:blank',
    title: 'Unexpected response',
    status,
    detail: `The response has status ${response.status} and ${what}. It is probably from a gateway and not from the API.`,
    code: UNEXPECTED_RESPONSE,
    requestId: response.headers.get('x-request-id') ?? '',
  }
  const headers = new Headers(response.headers)
  headers.set('content-type', 'application/problem+json')
  headers.delete('content-length')
  headers.delete('content-encoding')
  return new Response(JSON.stringify(problem), { status, statusText, headers })
}
