import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'

const KEY = 'hf_drain-0123456789abcdefghijklm'
/** As the README promises; the process then has the rest of its work to end. */
const LIMIT_MILLISECONDS = 10_000

let folder: string
let server: ServerProcess
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-drain-'))
  server = await startServerProcess({
    dataDir: folder,
    apiKey: KEY,
    sweeper: false,
  })
})
afterEach(async () => {
  await server.kill()
  await rm(folder, { recursive: true, maxRetries: 5 })
})

const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }

interface Answered {
  readonly status: number
  readonly connection: string | undefined
}

/** Sends one request on the connection of the agent. */
async function ask(agent: Agent, name: string): Promise<Answered> {
  const sent = httpRequest(`${server.url}/v1/providers`, { method: 'POST', agent, headers })
  sent.end(JSON.stringify({ name, timeZone: 'UTC' }))
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  await text(answer)
  return { status: answer.statusCode ?? 0, connection: answer.headers.connection }
}

/** Asks on one connection until it is refused. Returns the answers and the code of the refusal. */
async function askUntilRefused(client: number, onAnswer: () => void) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const answers: Answered[] = []
  try {
    for (;;) {
      answers.push(await ask(agent, `Provider ${client}.${answers.length}`))
      onAnswer()
    }
  } catch (error) {
    return { answers, refusal: (error as NodeJS.ErrnoException).code }
  } finally {
    agent.destroy()
  }
}

test('SIGTERM answers every request that 64 busy connections have begun, and closes them in time', async () => {
  const { promise: isBusy, resolve: setBusy } = Promise.withResolvers<void>()
  let count = 0
  const onAnswer = () => {
    count += 1
    if (count === 640) setBusy()
  }
  const clients = Array.from({ length: 64 }, (_, client) => askUntilRefused(client, onAnswer))
  await isBusy
  const startedAt = performance.now()
  const exitCode = await server.stop()
  const took = performance.now() - startedAt
  const ended = await Promise.all(clients)

  // No connection was cut: each client got a last answer, and then found nobody listening.
  expect(new Set(ended.map(({ refusal }) => refusal))).toEqual(new Set(['ECONNREFUSED']))
  expect(new Set(ended.map(({ answers }) => answers.at(-1)?.connection))).toEqual(
    new Set(['close']),
  )
  const statuses = ended.flatMap(({ answers }) => answers.map(({ status }) => status))
  expect(new Set(statuses)).toEqual(new Set([201]))
  expect([exitCode, server.output()]).toEqual([0, ''])
  expect(took).toBeLessThan(LIMIT_MILLISECONDS)
})

test('a request whose body arrives during the stop is answered, and a new connection is refused', async () => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  const body = JSON.stringify({ name: 'Ada', timeZone: 'UTC' })
  const head = [
    'POST /v1/providers HTTP/1.1',
    'host: localhost',
    `authorization: Bearer ${KEY}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    // The server asks for the body when it has begun the request.
    'expect: 100-continue',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  const [interim] = await once(socket, 'data')
  expect(String(interim)).toBe('HTTP/1.1 100 Continue\r\n\r\n')

  const stopped = server.stop()
  await expect
    .poll(() => fetch(`${server.url}/healthz`).catch((error: Error) => error.cause))
    .toMatchObject({ code: 'ECONNREFUSED' })
  socket.write(body)
  const answer = await text(socket)
  expect(answer).toMatch(/^HTTP\/1\.1 201 /)
  expect(answer.toLowerCase()).toContain('\r\nconnection: close\r\n')
  expect(await stopped).toBe(0)
})

test('idle connections, also those without any request, do not delay a stop', async () => {
  const port = Number(new URL(server.url).port)
  const unused = connect(port, '127.0.0.1')
  await once(unused, 'connect')
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  await ask(agent, 'Ada')
  const startedAt = performance.now()
  const ended = once(unused, 'close')
  expect(await server.stop()).toBe(0)
  await ended
  expect(performance.now() - startedAt).toBeLessThan(LIMIT_MILLISECONDS / 2)
  agent.destroy()
})

test('a request that never ends is cut at the limit, and the process ends', async () => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(
    'POST /v1/session HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\nexpect: 100-continue\r\n\r\n',
  )
  await once(socket, 'data')
  const closed = once(socket, 'close')
  const startedAt = performance.now()
  expect(await server.stop()).toBe(0)
  await closed
  expect(performance.now() - startedAt).toBeLessThan(LIMIT_MILLISECONDS + 5_000)
})
