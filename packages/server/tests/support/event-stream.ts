import { request } from 'undici'
import { Arrivals } from './arrivals.ts'

/** An event that a stream dispatched. */
export interface StreamedEvent {
  /** The stream's last event id at that time. */
  readonly id: string
  readonly type: string
  readonly data: string
}

/** A reader of server-sent events on a real socket. */
export interface StreamReader {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly events: Arrivals<StreamedEvent>
  /** The raw text of the stream. */
  readonly chunks: Arrivals<string>
  /** The last id, even without an event: where a reader resumes. */
  lastId(): string
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>
  /** Closes the connection. */
  close(): void
}

/** Opens a stream and parses it by the standard (WHATWG HTML §9.2.6), without reconnecting. */
export async function readStream(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<StreamReader> {
  const hangUp = new AbortController()
  const answer = await request(url, { headers, signal: hangUp.signal })
  const events = new Arrivals<StreamedEvent>()
  const chunks = new Arrivals<string>()
  let lastId = ''
  const dispatch = (block: string) => {
    const data: string[] = []
    let type = 'message'
    for (const line of block.split('\n')) {
      const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
      if (name === 'id') lastId = value
      else if (name === 'event') type = value
      else if (name === 'data') data.push(value)
    }
    if (data.length > 0) events.add({ id: lastId, type, data: data.join('\n') })
  }
  const read = async () => {
    let rest = ''
    for await (const chunk of answer.body.setEncoding('utf8') as AsyncIterable<string>) {
      const blocks = (rest + chunk).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) dispatch(block)
      chunks.add(chunk)
    }
  }
  const ended = read()
  // After `close` nobody waits for the end, and tests of a broken stream await it themselves.
  ended.catch(() => undefined)
  return {
    status: answer.statusCode,
    headers: answer.headers,
    events,
    chunks,
    lastId: () => lastId,
    ended,
    close: () => hangUp.abort(),
  }
}
