import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type HttpCaller, openCaller, type SeenAnswer } from './http-caller.ts'

let server: Server | undefined
let caller: HttpCaller | undefined

afterEach(() => {
  caller?.close()
  server?.close()
})

/** Opens a caller to a server whose connections the test controls. */
async function open(onConnection: (socket: Socket) => void) {
  const listening = createServer((socket) => {
    socket.setNoDelay(true)
    onConnection(socket)
  }).listen(0, '127.0.0.1')
  server = listening
  await once(listening, 'listening')
  const { port } = listening.address() as { readonly port: number }
  const failed = Promise.withResolvers<Error>()
  caller = await openCaller({ host: '127.0.0.1', port }, failed.resolve)
  return { caller, failed: failed.promise }
}

const ask = (of: HttpCaller, wantsBody: boolean): Promise<SeenAnswer> =>
  new Promise((resolve) => of.send('GET / HTTP/1.1\r\n\r\n', wantsBody, resolve))

/** Writes a text in pieces that arrive separately. */
async function writeInPieces(socket: Socket, pieces: readonly string[]): Promise<void> {
  for (const piece of pieces) {
    socket.write(piece)
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}

test('a response is complete wherever it is split', async () => {
  const answer = 'HTTP/1.1 201 Created\r\nContent-Length: 12\r\nx: y\r\n\r\n{"id":"é1"}'
  const cuts = Array.from({ length: answer.length - 1 }, (_, at) => at + 1)
  let turn = 0
  const { caller: to } = await open((socket) => {
    socket.on('data', () => {
      const at = cuts[turn] as number
      turn += 1
      void writeInPieces(socket, [answer.slice(0, at), answer.slice(at)])
    })
  })
  for (const _ of cuts) {
    const { status, body } = await ask(to, true)
    expect(status).toBe(201)
    expect(Buffer.from(body, 'latin1').toString('utf8')).toBe('{"id":"é1"}')
  }
})

test('an unwanted body is skipped and the next response is read correctly', async () => {
  const large = 'x'.repeat(200_000)
  let turn = 0
  const { caller: to } = await open((socket) => {
    socket.on('data', () => {
      turn += 1
      if (turn === 2) socket.write('HTTP/1.1 204 No Content\r\n\r\n')
      else socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${large.length}\r\n\r\n${large}`)
    })
  })
  expect(await ask(to, false)).toEqual({ status: 200, body: '' })
  expect(await ask(to, true)).toEqual({ status: 204, body: '' })
  expect((await ask(to, true)).body).toBe(large)
})

test('a response without a length is an error', async () => {
  const { caller: to, failed } = await open((socket) => {
    socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'))
  })
  void ask(to, false)
  expect((await failed).message).toContain('a response without Content-Length')
})

test('bytes after a response are an error', async () => {
  const { caller: to, failed } = await open((socket) => {
    socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nabc'))
  })
  void ask(to, false)
  expect((await failed).message).toContain('data after the response')
})

test('a connection that closes during a request is an error', async () => {
  const { caller: to, failed } = await open((socket) => {
    socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nabc'))
  })
  void ask(to, false)
  expect((await failed).message).toContain('closed a connection during a request')
})

test('a request on a connection that the server closed while it was idle is an error', async () => {
  const closed = Promise.withResolvers<void>()
  const { caller: to, failed } = await open((socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'))
    // The caller has closed its end, too.
    socket.once('close', () => closed.resolve())
  })
  expect(await ask(to, false)).toEqual({ status: 200, body: '' })
  await closed.promise
  to.send('GET / HTTP/1.1\r\n\r\n', false, () => {})
  expect(await failed).toMatchObject({
    message: expect.stringMatching(/closed an idle connection$/),
  })
})
