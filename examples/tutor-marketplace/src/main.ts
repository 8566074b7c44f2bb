import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { Holdfast } from '@holdfast/client'
import { answer } from './app.ts'
import { openMarketplace } from './marketplace.ts'

/** Reads the settings, creates the tutors on the first start, and listens until SIGTERM or SIGINT. */

const { PORT = '4200', HOLDFAST_URL = 'http://localhost:3000', HOLDFAST_KEY } = process.env
if (HOLDFAST_KEY === undefined) {
  console.error('Set HOLDFAST_KEY to a key of your Holdfast account, hf_….')
  process.exit(1)
}
const BODY_LIMIT_BYTES = 10_000

const holdfast = new Holdfast({ baseUrl: HOLDFAST_URL, apiKey: HOLDFAST_KEY })
const subjects = await openMarketplace(holdfast)

/** The form in the body of a request. Undefined if it is too long. */
async function formOf(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  let text = ''
  for await (const part of request.setEncoding('utf8')) {
    text += part
    if (text.length > BODY_LIMIT_BYTES) return undefined
  }
  return new URLSearchParams(text)
}

const server = createServer(async (request, response) => {
  try {
    const form = await formOf(request)
    if (form === undefined) {
      response.writeHead(413).end()
      return
    }
    const url = new URL(request.url ?? '/', 'http://localhost')
    const answered = await answer(
      { holdfast, subjects },
      { method: request.method ?? 'GET', url, form },
    )
    if ('location' in answered) response.writeHead(303, { location: answered.location }).end()
    else {
      response.writeHead(answered.status, { 'content-type': 'text/html; charset=utf-8' })
      response.end(answered.html)
    }
  } catch (error) {
    console.error(error)
    response.writeHead(500).end('Something went wrong. Try again in a minute.')
  }
})
server.listen(Number(PORT), '127.0.0.1')
await once(server, 'listening')
console.log(`Tutors are at http://127.0.0.1:${PORT}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.close())
