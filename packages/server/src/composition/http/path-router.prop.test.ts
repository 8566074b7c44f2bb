import fc from 'fast-check'
import { TrieRouter } from 'hono/router/trie-router'
import { expect, test } from 'vitest'
import { PathRouter } from './path-router.ts'

// Few names, so that most routes overlap. A parameter is named after its place, as in the paths of the API.
const pattern = fc
  .array(fc.constantFrom('a', 'b', ':'), { minLength: 1, maxLength: 4 })
  .map((segments) => `/${segments.map((each, at) => (each === ':' ? `:p${at}` : each)).join('/')}`)
const path = fc
  .array(fc.constantFrom('a', 'b', 'c%20', ''), { minLength: 1, maxLength: 4 })
  .map((segments) => `/${segments.join('/')}`)
const method = fc.constantFrom('GET', 'POST')

test('a path has the handler and the parameters that the first match of Hono has', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(method, pattern), { maxLength: 12 }),
      method,
      path,
      (routes, wantedMethod, wantedPath) => {
        const router = new PathRouter<string>()
        const reference = new TrieRouter<string>()
        for (const [at, [ofMethod, ofPath]] of routes.entries()) {
          router.add(ofMethod, ofPath, `${at}`)
          reference.add(ofMethod, ofPath, `${at}`)
        }
        const [[first]] = reference.match(wantedMethod, wantedPath)
        const expected = first ? [[[first[0], { ...first[1] }]]] : [[]]
        expect(router.match(wantedMethod, wantedPath)).toEqual(expected)
      },
    ),
    { numRuns: 1_000 },
  )
})

test.each([
  ['ALL', '/v1'],
  ['GET', '/v1/*'],
  ['GET', '/v1/:id?'],
  ['GET', '/v1/:id{[0-9]+}'],
])(
  '%s %s is rejected when it is added, because it would match otherwise than in Hono',
  (...route) => {
    expect(() => new PathRouter().add(...route, 'handler')).toThrow(route[1])
  },
)
