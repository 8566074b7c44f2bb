import { type DomainEvent, eventRepresentation } from '../../kernel/events/event.ts'
import type { EventsPage } from '../events/event-log.ts'

/** The options of an event stream. */
export interface EventStreamOptions {
  /** The stream starts after this position. */
  readonly position: number
  /** Reads the log after a position. */
  readonly read: (afterPosition: number) => Promise<EventsPage>
  /** Calls `wake` when the log may have new events. Returns a function that ends the subscription. */
  readonly subscribe: (wake: () => void) => () => void
  /** Called once when the stream has ended for any reason. */
  readonly onEnd: () => void
  /** Poll interval of the log without a wake-up. */
  readonly pollMilliseconds: number
  /** Interval of heartbeats on an idle stream, so that proxies keep the connection open. */
  readonly heartbeatMilliseconds: number
  /**
   * Set on hosts that buffer a response until it ends. The stream then ends after the first events, or after
   * this time without events, and the client reconnects with its position.
   */
  readonly collectedMilliseconds?: number | undefined
}

/** An open event stream. */
export interface EventStream {
  readonly body: ReadableStream<Uint8Array>
  /** Ends the stream. The client can reconnect with its last position. */
  end(): void
}

const RECONNECT_MILLISECONDS = 1_000
const encoder = new TextEncoder()

const eventText = (position: number, event: DomainEvent): string =>
  `id: ${position}\nevent: ${event.type}\ndata: ${JSON.stringify(eventRepresentation(event))}\n\n`

/** A message with only a position, from which a client can resume. */
const positionText = (position: number): string => `id: ${position}\n\n`

/**
 * Opens a stream of server-sent events (WHATWG HTML §9.2). Each event has its position as the id. The stream
 * starts with a message that has only the position, so that a client that disconnects before the first event
 * can resume. The log is read only as fast as the client reads the stream. If the log cannot be read, the
 * stream aborts and the client reconnects.
 */
export function openEventStream(options: EventStreamOptions): EventStream {
  let { position } = options
  let opening = `retry: ${RECONNECT_MILLISECONDS}\n${positionText(position)}`
  const { collectedMilliseconds = Number.POSITIVE_INFINITY } = options
  const isCollected = collectedMilliseconds < Number.POSITIVE_INFINITY
  const openedAt = performance.now()
  let hasSent = false
  const ended = new AbortController()
  let isWoken = false
  let stopWaiting = () => {}
  let controller: ReadableStreamDefaultController<Uint8Array>
  const wake = () => {
    isWoken = true
    stopWaiting()
  }
  const unsubscribe = options.subscribe(wake)
  const end = () => {
    if (ended.signal.aborted) return
    ended.abort()
    unsubscribe()
    stopWaiting()
    options.onEnd()
  }
  const wait = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      if (isWoken || ended.signal.aborted) return resolve()
      const timer = setTimeout(resolve, milliseconds)
      stopWaiting = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  /** Returns the next text to send. Undefined if the stream has ended. */
  const next = async (): Promise<string | undefined> => {
    if (opening !== '') {
      const text = opening
      opening = ''
      return text
    }
    const silentSince = performance.now()
    if (isCollected && hasSent) return undefined
    while (!ended.signal.aborted) {
      isWoken = false
      const { data, lastPosition } = await options.read(position)
      if (lastPosition > position) {
        position = lastPosition
        hasSent = true
        const texts = data.map((logged) => eventText(logged.position, logged.event))
        const isSent = data.at(-1)?.position === position
        return texts.join('') + (isSent ? '' : positionText(position))
      }
      if (performance.now() - openedAt >= collectedMilliseconds) break
      const silentMilliseconds = performance.now() - silentSince
      if (silentMilliseconds >= options.heartbeatMilliseconds) return ': still here\n\n'
      await wait(Math.min(options.pollMilliseconds, options.heartbeatMilliseconds))
    }
    return undefined
  }

  const body = new ReadableStream<Uint8Array>(
    {
      start(started) {
        controller = started
      },
      async pull() {
        try {
          const text = await next()
          if (ended.signal.aborted) return
          if (text !== undefined) return controller.enqueue(encoder.encode(text))
          end()
          controller.close()
        } catch (error) {
          if (!ended.signal.aborted) controller.error(error)
          end()
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  )
  return {
    body,
    end() {
      if (ended.signal.aborted) return
      end()
      controller.close()
    },
  }
}
