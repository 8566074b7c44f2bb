import { once } from 'node:events'
import { createServer } from 'node:http'
import { createClient } from '@holdfast/client'
import { answer } from './app.ts'
import { openRooms } from './rooms.ts'

/** Reads the settings, creates the rooms on the first start, and listens until SIGTERM or SIGINT. */

const { PORT = '4100', HOLDFAST_URL = 'http://localhost:3000', HOLDFAST_KEY } = process.env
if (HOLDFAST_KEY === undefined) {
  console.error('Set HOLDFAST_KEY to a key of your Holdfast account, hf_….')
  process.exit(1)
}
const BODY_LIMIT_BYTES = 10_000

const holdfast = createClient({ baseUrl: HOLDFAST_URL, apiKey: HOLDFAST_KEY })
const feeds: string[] = []
const rooms = await openRooms(holdfast, (room, url) =>
  feeds.push(`Subscribe to the ${room} on your phone, shown only now: ${url}`),
)

const server = createServer(async (request, response) => {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request) {
    bytes += part.length
    if (bytes > BODY_LIMIT_BYTES) {
      response.writeHead(413).end()
      return
    }
    parts.push(part)
  }
  try {
    const { status, html } = await answer(
      { holdfast, holdfastUrl: HOLDFAST_URL, rooms },
      {
        method: request.method ?? 'GET',
        url: new URL(request.url ?? '/', 'http://localhost'),
        body: Buffer.concat(parts).toString(),
      },
    )
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  } catch (error) {
    console.error(error)
    response.writeHead(500).end('Something went wrong. Try again in a minute.')
  }
})
server.listen(Number(PORT), '127.0.0.1')
await once(server, 'listening')
console.log(`The guest house is open at http://127.0.0.1:${PORT}`)
for (const line of feeds) console.log(line)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.close())
