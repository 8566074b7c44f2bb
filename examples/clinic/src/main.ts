import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/** Serves the clinic's page and its files until SIGTERM or SIGINT. Any static host does the same. */

const { PORT = '4300', HOLDFAST_URL = 'http://localhost:3000' } = process.env
const TYPES = { html: 'text/html', css: 'text/css', js: 'text/javascript' } as const
const read = (name: string, type: keyof typeof TYPES) => ({
  body: readFileSync(new URL(`../public/${name}.${type}`, import.meta.url), 'utf8'),
  type: TYPES[type],
})
const page = read('index', 'html')
const files = new Map([
  ['/', { ...page, body: page.body.replaceAll('https://book.example.com', HOLDFAST_URL) }],
  ['/clinic.css', read('clinic', 'css')],
  ['/clinic.js', read('clinic', 'js')],
])
// All that a page needs to embed booking: the server as a source of the script, the calls and the frame.
const policy = `default-src 'none'; script-src 'self' ${HOLDFAST_URL}; connect-src ${HOLDFAST_URL}; frame-src ${HOLDFAST_URL}; style-src 'self'; base-uri 'none'`

const server = createServer((request, response) => {
  const file = files.get(new URL(request.url ?? '/', 'http://localhost').pathname)
  if (file === undefined) response.writeHead(404).end()
  else {
    const type = `${file.type}; charset=utf-8`
    response
      .writeHead(200, { 'content-type': type, 'content-security-policy': policy })
      .end(file.body)
  }
})
server.listen(Number(PORT), () => console.log(`The clinic is at http://localhost:${PORT}`))
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => server.close())
