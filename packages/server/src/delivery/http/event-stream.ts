import { type DomainEvent, eventRepresentation } from '../../kernel/events/event.ts'
import type { EventsPage } from '../events/event-log.ts'

/** What a stream of events goes by. */
export interface EventStreamOptions {
  /** The position to go on after. */
  readonly position: number
  /** Reads the log after a position. */
  readonly read: (afterPosition: number) => Promise<EventsPage>
  /** Has `wake` called when the log may have grown; answers how to end that. */
  readonly subscribe: (wake: () => void) => () => void
  /** Called once, when the stream has ended, whoever ended it. */
  readonly onEnd: () => void
  /** How long the log is left alone while nothing wakes the stream. */
  readonly pollMilliseconds: number
  /** A stream that has nothing to say says so this often, so that no proxy takes it for dead. */
  readonly heartbeatMilliseconds: number
  /**
   * Set where an answer is collected before its reader gets any of it: the stream then ends with the
   * first events, or after this long without any, and its reader comes back with its position.
   */
  readonly collectedMilliseconds?: number | undefined
}

/** A stream that was opened. */
export interface EventStream {
  readonly body: ReadableStream<Uint8Array>
  /** Ends it; its reader sees an end, and may come back with the last position that it got. */
  end(): void
}

const RECONNECT_MILLISECONDS = 1_000
const encoder = new TextEncoder()

const eventText = (position: number, event: DomainEvent): string =>
  `id: ${position}\nevent: ${event.type}\ndata: ${JSON.stringify(eventRepresentation(event))}\n\n`

/** Tells a position without an event: a reader that comes back goes on from there. */
const positionText = (position: number): string => `id: ${position}\n\n`

/**
 * Opens a stream of server-sent events (WHATWG HTML §9.2): each event with its position as the id. It
 * begins with the position alone, so that also a reader that is cut off before the first event comes
 * back to where it was. The log is read only as fast as the reader takes it. When it cannot be read,
 * the stream breaks off, and the reader comes back by itself.
 */
export function openEventStream(options: EventStreamOptions): EventStream {
  let { position } = options
  let opening = `retry: ${RECONNECT_MILLISECONDS}\n${positionText(position)}`
  const { collectedMilliseconds = Number.POSITIVE_INFINITY } = options
  const isCollected = collectedMilliseconds < Number.POSITIVE_INFINITY
  const openedAt = performance.now()
  let hasTold = false
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

  /** The next text to send; nothing: the stream has ended. */
  const next = async (): Promise<string | undefined> => {
    if (opening !== '') {
      const text = opening
      opening = ''
      return text
    }
    const silentSince = performance.now()
    if (isCollected && hasTold) return undefined
    while (!ended.signal.aborted) {
      isWoken = false
      const { data, lastPosition } = await options.read(position)
      if (lastPosition > position) {
        position = lastPosition
        hasTold = true
        const texts = data.map((logged) => eventText(logged.position, logged.event))
        const isTold = data.at(-1)?.position === position
        return texts.join('') + (isTold ? '' : positionText(position))
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
