import { spawnSync } from 'node:child_process'
import { beforeAll, describe, expect, test } from 'vitest'
import { openApi, type Schema, visitAllSchemas } from './document.ts'

let schemas: readonly Schema[]
let patterns: readonly string[]
beforeAll(async () => {
  const found: Schema[] = []
  visitAllSchemas(await openApi(), (schema) => found.push(schema))
  schemas = found
  patterns = [...new Set(found.flatMap(({ pattern }) => pattern ?? []))]
})

const patternAt = async (component: string, property: string): Promise<string> =>
  (await openApi()).components.schemas[component]?.properties?.[property]?.pattern ?? ''

test('patterns use only what JavaScript without flags, Python and Go have in common', () => {
  expect(patterns.length).toBeGreaterThan(8)
  for (const pattern of patterns) {
    expect(pattern).toMatch(/^\^.*\$$/)
    // No lookarounds, named groups or inline flags.
    expect([pattern, /\(\?(?!:)/.test(pattern)]).toEqual([pattern, false])
    // No Unicode classes, `\u` or references to groups.
    const escapes = [...pattern.matchAll(/\\(x[0-9a-f]{2}|.)/g)].map((match) => match[1] ?? '')
    expect(escapes.filter((each) => !/^(?:d|x[0-9a-f]{2}|[./+$])$/.test(each))).toEqual([])
    expect(new RegExp(pattern).source).toBe(new RegExp(pattern, 'u').source)
  }
})

const PYTHON = 'import json,re,sys\nfor pattern in json.load(sys.stdin): re.compile(pattern)'
const hasPython = spawnSync('python3', ['--version']).status === 0

// Skipped where there is no Python.
test.skipIf(!hasPython)('Python compiles every pattern', () => {
  const { status, stderr } = spawnSync('python3', ['-c', PYTHON], {
    input: JSON.stringify(patterns),
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])
})

test('every example matches the pattern beside it', () => {
  const checked = schemas.filter(({ pattern, example }) => pattern && typeof example === 'string')
  expect(checked.length).toBeGreaterThan(50)
  for (const { pattern = '', example } of checked) {
    expect([example, new RegExp(pattern).test(String(example))]).toEqual([example, true])
  }
})

describe('the published pattern', () => {
  test('of a name accepts letters of any script and rejects control characters', async () => {
    const pattern = new RegExp(await patternAt('ProviderCreate', 'name'))
    expect(['Grace', 'Żółć 山田', 'Grace\n', '\u0085'].map((name) => pattern.test(name))).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  test('of an email address rejects dots at the edges and two dots in a row', async () => {
    const pattern = new RegExp(await patternAt('ProviderCreate', 'email'))
    const addresses = ["o'hara+tag@sub.example.com", '.a@example.com', 'a.@example.com']
    expect([...addresses, 'a..b@example.com'].map((address) => pattern.test(address))).toEqual([
      true,
      false,
      false,
      false,
    ])
  })

  test('of an email address accepts domains beyond ASCII, as the server does', async () => {
    const email = (await openApi()).components.schemas.ProviderCreate?.properties?.email
    const pattern = new RegExp(email?.pattern ?? '')
    const addresses = ['name@bücher.example', 'ada@日本語.jp', 'ada@bücher', 'jörg@example.com']
    expect(addresses.map((address) => pattern.test(address))).toEqual([true, true, false, false])
    // Programs that check the format "email" accept ASCII alone, and many do not know "idn-email".
    expect(email?.format).toBeUndefined()
  })
})
