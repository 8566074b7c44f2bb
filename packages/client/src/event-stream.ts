import { type ClientOptions, credentialHeaders } from './client.ts'
import type { components } from './openapi.generated.ts'
import { pause } from './pause.ts'
import { HoldfastError, type Problem } from './problem.ts'

/** An event as webhooks get it, too. */
export type HoldfastEvent = components['schemas']['Event']

/** An event of the stream, with its place in the account's log. */
export interface StreamedEvent {
  /** Counts 1, 2, 3 … in the order of publication: where to go on after. */
  readonly position: number
  readonly event: HoldfastEvent
}

/** What to follow, and from where. */
export interface FollowOptions extends Pick<ClientOptions, 'baseUrl' | 'apiKey' | 'fetch'> {
  /** Goes on after this position; absent: with what happens from now on. */
  readonly after?: number
  /** Only events of this key, for example `booking.confirmed`. */
  readonly type?: HoldfastEvent['type']
  /** Ends it. */
  readonly signal?: AbortSignal
  /** Called with true when the stream is open, with false when it broke off and is opened again. */
  readonly onOpen?: (isOpen: boolean) => void
}

const FIRST_PAUSE_MILLISECONDS = 500
const LONGEST_PAUSE_MILLISECONDS = 30_000
// The server says something at least every 15 seconds; what is silent for three times that is dead.
const SILENCE_MILLISECONDS = 45_000

interface Frame {
  readonly id: string | undefined
  readonly data: string | undefined
}

/** One frame of server-sent events (WHATWG HTML §9.2.6): its id and its data, each if it has them. */
function readFrame(block: string): Frame {
  const data: string[] = []
  let id: string | undefined
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (name === 'id') id = value
    else if (name === 'data') data.push(value)
  }
  return { id, data: data.length > 0 ? data.join('\n') : undefined }
}

/** The frames of one connection, as they come; throws when it breaks off or falls silent. */
async function* framesOf(body: ReadableStream<Uint8Array>, silent: AbortController) {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
  const read = reader.getReader()
  let rest = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    while (true) {
      timer = setTimeout(() => silent.abort(), SILENCE_MILLISECONDS)
      const { done, value } = await read.read()
      clearTimeout(timer)
      if (done) return
      const blocks = (rest + value).split('\n\n')
      rest = blocks.pop() ?? ''
      yield* blocks.map(readFrame)
    }
  } finally {
    clearTimeout(timer)
    await read.cancel().catch(() => undefined)
  }
}

/**
 * Follows the account's log of events, and comes back by itself after whatever breaks off, with the
 * last position that it knows (`Last-Event-ID`), so that nothing is missed. Ends when the signal is
 * aborted; throws a `HoldfastError` when the caller may not read it (any 4xx but 429).
 */
export async function* followEvents(options: FollowOptions = {}): AsyncGenerator<StreamedEvent> {
  const { signal = new AbortController().signal } = options
  let position = options.after
  let failures = 0
  while (!signal.aborted) {
    const connection = new AbortController()
    const hangUp = () => connection.abort()
    signal.addEventListener('abort', hangUp, { once: true })
    try {
      const answer = await open(options, position, connection.signal)
      options.onOpen?.(true)
      failures = 0
      for await (const { id, data } of framesOf(answer, connection)) {
        if (id !== undefined) position = Number(id)
        if (data === undefined) continue
        yield { position: position ?? 0, event: JSON.parse(data) as HoldfastEvent }
      }
    } catch (error) {
      if (error instanceof HoldfastError && error.status !== 429) throw error
      // Any other failure is the connection's: it is opened again below.
    } finally {
      signal.removeEventListener('abort', hangUp)
      connection.abort()
    }
    if (signal.aborted) return
    options.onOpen?.(false)
    failures += 1
    const bound = Math.min(LONGEST_PAUSE_MILLISECONDS, FIRST_PAUSE_MILLISECONDS * 2 ** failures)
    await pause(Math.random() * bound, signal).catch(() => undefined)
  }
}

async function open(
  options: FollowOptions,
  position: number | undefined,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const query = options.type === undefined ? '' : `?type=${encodeURIComponent(options.type)}`
  const base = options.baseUrl?.replace(/\/+$/, '') ?? ''
  const request = new Request(`${base}/v1/events/stream${query}`, {
    headers: {
      accept: 'text/event-stream',
      ...credentialHeaders(options),
      ...(position === undefined ? {} : { 'last-event-id': String(position) }),
    },
    signal,
  })
  const answer = await (options.fetch ?? fetch)(request)
  if (answer.ok && answer.body !== null) return answer.body
  const isProblem = answer.headers.get('content-type')?.startsWith('application/problem+json')
  if (isProblem && answer.status < 500) throw new HoldfastError((await answer.json()) as Problem)
  throw new Error(`the server answered ${answer.status}`)
}
