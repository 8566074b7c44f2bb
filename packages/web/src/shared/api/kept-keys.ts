const IDEMPOTENCY_KEY = 'idempotency-key'

/** How long the key of a request without an answer is kept. Somebody who sends it again later means a new one. */
const KEPT_MS = 10 * 60_000

/** Whether the request may have taken effect, or still may: then its repetition needs the same key. */
async function isOpen(response: Response): Promise<boolean> {
  if (response.status >= 500 || response.status === 429) return true
  if (response.status !== 409) return false
  const problem: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  return (
    typeof problem === 'object' &&
    problem !== null &&
    Reflect.get(problem, 'code') === 'request_in_progress'
  )
}

interface Kept {
  readonly key: string
  readonly endsMs: number
}

/** Whether the body is a file. The same file is the same photo or import again, with any key. */
const isFile = ({ headers }: Request): boolean =>
  !(headers.get('content-type') ?? 'application/json').startsWith('application/json')

/** What is the same in two requests of which the second repeats the first. */
const contentOf = async (request: Request): Promise<string> =>
  JSON.stringify([request.url, request.headers.get('authorization'), await request.clone().text()])

/**
 * Wraps a fetch function so that a POST which got no answer has the same idempotency key when the reader sends it again:
 * the server has perhaps done it, and answers as it did then.
 */
export function keepingKeys(
  send: (request: Request) => Promise<Response>,
): (request: Request) => Promise<Response> {
  const unanswered = new Map<string, Kept>()
  return async (request) => {
    const key = request.headers.get(IDEMPOTENCY_KEY)
    if (request.method !== 'POST' || key === null || isFile(request)) return await send(request)
    const content = await contentOf(request)
    const kept = unanswered.get(content)
    const used =
      kept !== undefined && kept.endsMs > Date.now() ? kept : { key, endsMs: Date.now() + KEPT_MS }
    const headers = new Headers(request.headers)
    headers.set(IDEMPOTENCY_KEY, used.key)
    unanswered.set(content, used)
    const response = await send(new Request(request, { headers }))
    if (!(await isOpen(response))) unanswered.delete(content)
    return response
  }
}
