import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { basePathOf } from '../kernel/http/base-path.ts'
import { pathBelow, underBasePath } from './base-path.ts'

test('the base path is the path of the public URL', () => {
  expect(
    ['https://a.example', 'https://a.example/', 'https://a.example/x/y/', undefined].map(
      basePathOf,
    ),
  ).toEqual(['', '', '/x/y', ''])
})

test.each([
  ['/booking', '/'],
  ['/booking?a=1', '/?a=1'],
  ['/booking/ada/check-up?a=1', '/ada/check-up?a=1'],
  ['/bookings/ada', '/bookings/ada'],
  ['/ada', '/ada'],
])('below /booking, %s is %s', (path, own) => {
  expect(pathBelow('/booking', path)).toBe(own)
})

const PAGE = `<link href="/a.css"><script src="/b.js"></script><form action="/c"><a href="//d.example/"><a href="https://e.example/">
<a href="#f"><p>a="/g"</p>${' '.repeat(1024)}`

test('links of a page to the server begin with the path, and others stay, in every encoding', async () => {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'x-request-id': 'r1' }
  const fetch = underBasePath('/booking', () => new Response(PAGE, { headers }))
  const wanted = PAGE.replace('"/a.css', '"/booking/a.css')
    .replace('"/b.js', '"/booking/b.js')
    .replace('"/c"', '"/booking/c"')
  const plain = await fetch(new Request('http://localhost/booking/ada'))
  expect([plain.headers.get('x-request-id'), await plain.text()]).toEqual(['r1', wanted])
  const packed = await fetch(
    new Request('http://localhost/', { headers: { 'accept-encoding': 'gzip' } }),
  )
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  expect(gunzipSync(await packed.arrayBuffer()).toString()).toBe(wanted)
})

test('a redirect to another site, data and an answer without a body stay as they are', async () => {
  const answers: Readonly<Record<string, () => Response>> = {
    '/other': () => Response.redirect('https://d.example/x'),
    '/data': () => Response.json({ path: '/a' }, { headers: { location: '/v1/a' } }),
    '/none': () => new Response(null, { status: 304, headers: { 'content-type': 'text/html' } }),
  }
  const fetch = underBasePath('/booking', (request) => {
    const answer = answers[new URL(request.url).pathname]
    return answer === undefined ? new Response(null, { status: 404 }) : answer()
  })
  const [other, data, none] = await Promise.all(
    Object.keys(answers).map((path) => fetch(new Request(`http://localhost/booking${path}`))),
  )
  expect(other?.headers.get('location')).toBe('https://d.example/x')
  expect([data?.headers.get('location'), await data?.json()]).toEqual([
    '/booking/v1/a',
    { path: '/a' },
  ])
  expect(none?.status).toBe(304)
})
