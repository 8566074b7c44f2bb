import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'

const KEY = 'hf_hang_up-0123456789abcdefghijk'

let folder: string
let server: ServerProcess
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-hang-up-'))
  server = await startServerProcess({
    dataDir: folder,
    apiKey: KEY,
    sweeper: false,
    env: { HOLDFAST_LOG_LEVEL: 'info' },
  })
})
afterAll(async () => {
  await server?.kill()
  await rm(folder, { recursive: true, maxRetries: 5 })
})

/** The log records of requests to a route. */
const recordsOf = (route: string) =>
  server
    .output()
    .split('\n')
    .filter((line) => line.includes(`"route":"${route}"`))
    .map((line) => JSON.parse(line) as { readonly level: number; readonly status: number })

test.each([
  ['a declared length', '/v1/providers', 'content-length: 500', '{"name"'],
  ['chunks', '/v1/event-types', 'transfer-encoding: chunked', '5\r\n{"nam\r\n'],
  ['a file', '/v1/calendars/{id}/import', 'content-length: 500', 'BEGIN:VCALENDAR'],
])(
  'a client that hangs up within a body with %s is a bad request, not a failure of the server',
  async (_, route, length, part) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    const head = [
      `POST ${route.replace('{id}', 'cal_00000000000000000000000000')} HTTP/1.1`,
      'host: localhost',
      `authorization: Bearer ${KEY}`,
      `content-type: ${route.endsWith('import') ? 'text/calendar' : 'application/json'}`,
      length,
      // The server answers this when it has begun the request.
      'expect: 100-continue',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    await once(socket, 'data')
    socket.write(part, () => socket.destroy())
    await expect
      .poll(() => recordsOf(route))
      .toEqual([expect.objectContaining({ level: 30, status: 400 })])
  },
)
