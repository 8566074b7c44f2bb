import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Origin } from './load-job.ts'

/** The parts of a response that a load generator needs. */
export interface SeenAnswer {
  readonly status: number
  /** Empty unless requested. */
  readonly body: string
}

/** One connection with one request at a time. */
export interface HttpCaller {
  /** Sends a raw request and passes the response to `onAnswer`. */
  send(request: string, wantsBody: boolean, onAnswer: (answer: SeenAnswer) => void): void
  close(): void
}

const BUFFER_BYTES = 64 * 1024
const LENGTH = /\r\ncontent-length: (\d+)/i
const HEAD_END = '\r\n\r\n'

/**
 * Opens a keep-alive connection. It parses only the parts of HTTP/1.1 that a load generator needs: the
 * status, `Content-Length` and, on request, the body. It uses about 15 µs of CPU per request. General-purpose
 * clients use several times that, on the same cores as the measured server. Chunked responses and connections
 * that the server closes are errors.
 */
export async function openCaller(
  { host, port }: Origin,
  onError: (error: Error) => void,
): Promise<HttpCaller> {
  let onAnswer: ((answer: SeenAnswer) => void) | undefined
  let wantsBody = false
  let head = ''
  let status = 0
  let body = ''
  /** Undefined while reading the head. */
  let bodyBytesLeft: number | undefined

  const fail = (message: string): void => {
    socket.destroy()
    onError(new Error(`${host}:${port}: ${message}`))
  }
  const readHead = (text: string): void => {
    const end = text.indexOf(HEAD_END)
    if (end < 0) {
      head = text
      return
    }
    head = ''
    status = Number(text.slice(9, 12))
    const length = status === 204 ? '0' : LENGTH.exec(text.slice(0, end))?.[1]
    if (length === undefined) {
      fail(`a response without Content-Length: ${text.slice(0, end)}`)
      return
    }
    const bodyStart = end + HEAD_END.length
    bodyBytesLeft = Number(length) - (text.length - bodyStart)
    body = wantsBody ? text.slice(bodyStart) : ''
  }
  const onBytes = (byteCount: number, buffer: Uint8Array): boolean => {
    // Latin-1 has one character per byte, so string lengths are byte lengths.
    const text = () => Buffer.from(buffer.buffer, buffer.byteOffset, byteCount).toString('latin1')
    if (bodyBytesLeft === undefined) readHead(head + text())
    else {
      bodyBytesLeft -= byteCount
      if (wantsBody) body += text()
    }
    if (bodyBytesLeft === undefined || bodyBytesLeft > 0) return true
    const receive = onAnswer
    if (receive === undefined || bodyBytesLeft < 0) {
      fail('data after the response')
      return false
    }
    bodyBytesLeft = undefined
    onAnswer = undefined
    receive({ status, body })
    return true
  }

  const socket: Socket = connect({
    host,
    port,
    noDelay: true,
    onread: { buffer: Buffer.allocUnsafe(BUFFER_BYTES), callback: onBytes },
  })
  await once(socket, 'connect')
  socket.on('error', onError)
  socket.on('close', () => {
    if (onAnswer) onError(new Error(`${host}:${port} closed a connection during a request`))
  })
  return {
    send(request, wanted, receive) {
      if (socket.destroyed) {
        onError(new Error(`${host}:${port} closed an idle connection`))
        return
      }
      onAnswer = receive
      wantsBody = wanted
      socket.write(request, 'latin1')
    },
    close() {
      onAnswer = undefined
      socket.destroy()
    },
  }
}
