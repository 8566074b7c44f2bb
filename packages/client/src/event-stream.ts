import { type ClientOptions, credentialHeaders } from './client.ts'
import type { components } from './openapi.generated.ts'
import { pause } from './pause.ts'
import { HoldfastError, type Problem } from './problem.ts'
import { withProblem } from './unexpected-response.ts'

/** An event, identical to the payload of a webhook. */
export type HoldfastEvent = components['schemas']['Event']

/** An event of the stream, with its position in the account's log. */
export interface StreamedEvent {
  /** Position in the log: 1, 2, 3 … in the order of publication. Pass it as `after` to resume. */
  readonly position: number
  readonly event: HoldfastEvent
}

/** Which events to follow and where to start. */
export interface StreamOptions {
  /** Streams events after this position. Default: only new events. */
  readonly after?: number
  /** Only events of this type, such as `booking.confirmed`. */
  readonly type?: HoldfastEvent['type']
  /** Ends the stream. */
  readonly signal?: AbortSignal
  /** Called with true when the stream opens, and with false before it reconnects. */
  readonly onOpen?: (isOpen: boolean) => void
}

/** The stream to follow and where to start. */
export interface FollowOptions
  extends StreamOptions,
    Pick<ClientOptions, 'baseUrl' | 'apiKey' | 'fetch'> {}

const FIRST_PAUSE_MILLISECONDS = 500
const LONGEST_PAUSE_MILLISECONDS = 30_000
// The server sends something at least every 15 seconds. After three times that, the connection is dead.
const SILENCE_MILLISECONDS = 45_000

interface Frame {
  readonly id: string | undefined
  readonly data: string | undefined
}

/** Parses one frame of server-sent events (WHATWG HTML §9.2.6) into its id and data. */
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

/** Yields the frames of one connection. Throws on a network error or a silence timeout. */
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
 * Follows the account's event log. Reconnects automatically and resumes after the last position
 * (`Last-Event-ID`), so no event is missed. Ends when the signal is aborted. Throws a `HoldfastError`
 * for any 4xx response except 429.
 */
export async function* followEvents(options: FollowOptions = {}): AsyncGenerator<StreamedEvent> {
  const { signal = new AbortController().signal } = options
  let position = options.after
  let failures = 0
  while (!signal.aborted) {
    const connection = new AbortController()
    const disconnect = () => connection.abort()
    signal.addEventListener('abort', disconnect, { once: true })
    try {
      const body = await open(options, position, connection.signal)
      options.onOpen?.(true)
      failures = 0
      for await (const { id, data } of framesOf(body, connection)) {
        if (id !== undefined) position = Number(id)
        if (data === undefined) continue
        yield { position: position ?? 0, event: JSON.parse(data) as HoldfastEvent }
      }
    } catch (error) {
      if (error instanceof HoldfastError && error.status !== 429) throw error
      // Any other error is a connection failure: reconnect below.
    } finally {
      signal.removeEventListener('abort', disconnect)
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
  const response = await withProblem(request, await (options.fetch ?? fetch)(request))
  if (response.ok && response.body !== null) return response.body
  if (response.status < 500 && !response.ok) {
    throw new HoldfastError((await response.json()) as Problem)
  }
  throw new Error(`unexpected response with status ${response.status}`)
}
