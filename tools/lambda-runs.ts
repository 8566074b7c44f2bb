import { globSync } from 'node:fs'

const HTTP_TESTS = 'packages/server/tests/http'

/** The mailbox is for this machine alone, and the Node server has sockets and a start of its own. */
const NODE_ALONE: ReadonlySet<string> = new Set(['mailbox', 'node-server', 'refused-start'])

/** Suites about what API Gateway's events translate: headers, cookies, addresses, texts that are not JSON, raw bodies. */
const ABOUT_EVENTS: ReadonlySet<string> = new Set([
  'bad-input',
  'calendar-feed',
  'calendar-import',
  'callers',
  'conventions',
  'idempotency',
  'payments',
  'session',
  'shared-caching',
  'transport-security',
])

/** Of the other suites, the usual run draws one of so many: `aws/http-parity` sends every call through events. */
const DRAWN_ONE_IN = 8

/**
 * The suites of the HTTP API that run through events of API Gateway: all in the deep run, else those about events and a
 * few of the others, which the seed chooses.
 */
export function lambdaFiles(isDeep: boolean, seed: number): readonly string[] {
  const names = globSync(`${HTTP_TESTS}/*.test.ts`)
    .map((path) => path.slice(HTTP_TESTS.length + 1, -'.test.ts'.length))
    .filter((name) => !NODE_ALONE.has(name))
    .sort()
  const others = names.filter((name) => !ABOUT_EVENTS.has(name))
  const drawn = others.filter((_, place) => place % DRAWN_ONE_IN === seed % DRAWN_ONE_IN)
  return (isDeep ? names : [...names.filter((name) => ABOUT_EVENTS.has(name)), ...drawn]).map(
    (name) => `${HTTP_TESTS}/${name}.test.ts`,
  )
}
