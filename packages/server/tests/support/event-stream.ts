import { request } from 'undici'
import { Arrivals } from './arrivals.ts'

/** An event that a stream dispatched. */
export interface StreamedEvent {
  /** The last id that the stream had told by then. */
  readonly id: string
  readonly type: string
  readonly data: string
}

/** A reader of server-sent events on a real socket. */
export interface StreamReader {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly events: Arrivals<StreamedEvent>
  /** Everything that came, as it came. */
  readonly chunks: Arrivals<string>
  /** The last id, also where no event came with it: what a reader comes back with. */
  lastId(): string
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>
  /** Hangs up. */
  close(): void
}

/** Opens a stream and reads it as the standard says (WHATWG HTML §9.2.6), but for coming back. */
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
  // Whoever hangs up does not wait for the end, and a broken stream is looked at where it matters.
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
