import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Origin } from './load-job.ts'

/** An answer, as far as a load generator looks at it. */
export interface SeenAnswer {
  readonly status: number
  /** Empty unless it was asked for. */
  readonly body: string
}

/** One connection, which carries one request at a time. */
export interface HttpCaller {
  /** Sends a request as it is, and gives the answer to `onAnswer`. */
  send(request: string, wantsBody: boolean, onAnswer: (answer: SeenAnswer) => void): void
  close(): void
}

const BUFFER_BYTES = 64 * 1024
const LENGTH = /\r\ncontent-length: (\d+)/i
const HEAD_END = '\r\n\r\n'

/**
 * Opens a keep-alive connection that reads as little of HTTP/1.1 as a load generator needs: the
 * status, `Content-Length`, and the body only on demand. About 15 µs of CPU a request, where
 * general-purpose clients take several times that, on the cores that they share with what they
 * measure. Chunked answers, and connections that the server ends, are errors.
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
  /** Undefined while the head is read. */
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
      fail(`an answer without Content-Length: ${text.slice(0, end)}`)
      return
    }
    const bodyStart = end + HEAD_END.length
    bodyBytesLeft = Number(length) - (text.length - bodyStart)
    body = wantsBody ? text.slice(bodyStart) : ''
  }
  const onBytes = (byteCount: number, buffer: Uint8Array): boolean => {
    // Latin-1 gives one character for each byte, so that lengths in bytes can be told from the text.
    const text = () => Buffer.from(buffer.buffer, buffer.byteOffset, byteCount).toString('latin1')
    if (bodyBytesLeft === undefined) readHead(head + text())
    else {
      bodyBytesLeft -= byteCount
      if (wantsBody) body += text()
    }
    if (bodyBytesLeft === undefined || bodyBytesLeft > 0) return true
    const told = onAnswer
    if (told === undefined || bodyBytesLeft < 0) {
      fail('more than the answer that was asked for')
      return false
    }
    bodyBytesLeft = undefined
    onAnswer = undefined
    told({ status, body })
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
    if (onAnswer)
      onError(new Error(`${host}:${port} ended a connection in the middle of a request`))
  })
  return {
    send(request, wanted, told) {
      onAnswer = told
      wantsBody = wanted
      socket.write(request, 'latin1')
    },
    close() {
      onAnswer = undefined
      socket.destroy()
    },
  }
}
