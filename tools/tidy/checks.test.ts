import { describe, expect, test } from 'vitest'
import { CODE_CHECKS } from './code-checks.ts'
import type { SourceFile } from './source-file.ts'
import { TEXT_CHECKS } from './text-checks.ts'
import { ZONE_CHECKS } from './zone-checks.ts'

const CHECKS = [...CODE_CHECKS, ...TEXT_CHECKS, ...ZONE_CHECKS]

/** Names of the checks that a file breaks, each with the line. */
const brokenBy = (file: SourceFile): readonly (readonly [name: string, line: number])[] =>
  CHECKS.filter((check) => check.applies(file.path)).flatMap((check) =>
    check.find(file).map(({ line }) => [check.name, line] as const),
  )

const ENGINE = 'packages/engine/src/slots/slots.ts'
const USE_CASE = 'packages/server/src/booking/bookings/hold.ts'
const KERNEL = 'packages/server/src/kernel/http/refusal-problem.ts'
const HTTP = 'packages/server/src/booking/http/routes.ts'
const STORE = 'packages/server/src/adapters/sqlite/store.ts'
const TEST = 'packages/engine/src/slots/slots.test.ts'

// In two parts, so that this file does not break the checks that it tests.
const NOTE = `TO${'DO'}`
const HOST = `registry.${'example'}.org`
const HOME = `/home${'/dev'}/holdfast`

/** Each violation, planted on line 3. */
const PLANTED: readonly (readonly [check: string, path: string, line: string])[] = [
  ['engine-is-pure', ENGINE, 'export const now = Date.now()'],
  ['engine-is-pure', ENGINE, 'export const at = (date: Date): string => String(date)'],
  ['engine-is-pure', ENGINE, 'export const chance = Math.random()'],
  ['engine-is-pure', ENGINE, "export const chance = Math['random']()"],
  ['engine-is-pure', ENGINE, 'export const now = Temporal.Now.instant()'],
  ['engine-is-pure', ENGINE, 'export const zone = process.env.TZ'],
  ['engine-is-pure', ENGINE, "export const hello = () => console.log('hello')"],
  ['engine-is-pure', ENGINE, "export const page = fetch('https://example.com')"],
  ['engine-is-pure', ENGINE, 'export const world = globalThis'],
  ['engine-is-pure', ENGINE, 'export const text = `at ${Date.now()}`'],
  ['use-cases-ask-their-ports', USE_CASE, 'export const now = Date.now()'],
  ['use-cases-ask-their-ports', USE_CASE, 'export const now = new Date()'],
  ['use-cases-ask-their-ports', USE_CASE, 'export const id = crypto.randomUUID()'],
  ['use-cases-ask-their-ports', USE_CASE, 'export const url = process.env.PUBLIC_URL'],
  ['keys-in-key-files', STORE, "export const key = 'PROVIDER#' + 'prv_1'"],
  ['keys-in-key-files', USE_CASE, 'export const key = (id: string) => `BOOKING#${id}`'],
  ['keys-in-key-files', USE_CASE, 'export const sort = (a: string, b: string) => `${a}#${b}`'],
  ['keys-in-key-files', HTTP, 'export const key = (id: string) => `BOOKING#${id}`'],
  ['kernel-knows-no-product', KERNEL, "export const code = 'night_taken'"],
  ['kernel-knows-no-product', KERNEL, 'export const refundText = (id: string) => id'],
  ['kernel-knows-no-product', KERNEL, 'export const text = (id: string) => `payment ${id}`'],
  ['no-inline-import-type', ENGINE, "export type Row = import('node:sqlite').DatabaseSync"],
  [
    'web-takes-types-of-contracts',
    'packages/web/src/page.tsx',
    "import { Slot } from '@holdfast/contracts'\nexport const page = <p>{Slot}</p>",
  ],
  ['one-language-a-file', USE_CASE, "  ja: { title: '予約' },"],
  ['zones-from-the-table', STORE, "export const format = new Intl.DateTimeFormat('en', options)"],
  ['zones-from-the-table', HTTP, 'export const zone = Intl.DateTimeFormat().resolvedOptions()'],
  [
    'zones-from-the-table',
    ENGINE,
    "export const f = new Intl.DateTimeFormat('en', { timeZone: 'UTC', ...options })",
  ],
  [
    'zones-from-the-table',
    'packages/web/src/page.tsx',
    "export const at = (date: Date) => <p>{date.toLocaleTimeString('en', { timeZone })}</p>",
  ],
  [
    'zones-from-the-table',
    'packages/web/src/page.tsx',
    "export const at = (date: Date) => <p>{date.toLocaleString('en', { timeZone })}</p>",
  ],
  ['zones-from-the-table', STORE, 'export const at = instant.toZonedDateTimeISO(zone)'],
  ['zones-from-the-table', STORE, "import { Temporal } from 'temporal-polyfill'\nTemporal.from(1)"],
  ['every-test-runs', TEST, "test.only('a', () => {})"],
  ['every-test-runs', TEST, "describe.skip('a', () => {})"],
  ['every-test-runs', TEST, "test.todo('a')"],
  ['every-test-runs', TEST, "test.skipIf(true)('a', () => {})"],
  ['every-test-runs', TEST, "test.concurrent.only('a', () => {})"],
  ['every-test-runs', TEST, "test('a', { skip: true }, () => {})"],
  [
    'every-test-runs',
    'packages/server/tests/ports/store.suite.ts',
    "test('a', (context) => context.skip())",
  ],
  ['no-unfinished-notes', ENGINE, `// ${NOTE}: later`],
  ['no-unfinished-notes', 'README.md', `${NOTE} write this`],
  ['no-machine-paths', 'README.md', `cd ${HOME}`],
  ['no-machine-paths', STORE, `export const folder = '${HOME}/data'`],
  ['no-registry-host', '.npmrc', `registry=https://${HOST}/`],
]

describe('a planted violation is found, on its line, and by its own check alone', () => {
  test.each(PLANTED)('%s: %s: %s', (name, path, line) => {
    expect(brokenBy({ path, text: `// é – 日本\n\n${line}\n` })).toEqual([[name, 3]])
  })

  test.each([
    'docs/Data-Model.md',
    'packages/engine/src/slotMath.ts',
    'packages/Engine/src/slots.ts',
    'tools/run_steps.ts',
    'docs/pull_request_template.md',
    '.github/ISSUE_TEMPLATE/bug_report.yml',
    '.github/issue_template/bug.yml',
  ])('kebab-names: %s', (path) => {
    expect(brokenBy({ path, text: '' })).toEqual([['kebab-names', 1]])
  })
})

describe('the lock file', () => {
  const broken = (packages: Readonly<Record<string, object>>) =>
    brokenBy({ path: 'package-lock.json', text: JSON.stringify({ packages }, null, 2) })

  test.each([`${'https:'}//example.org/zod.tgz`, `${'git+ssh:'}//git@example.org/zod.git`])(
    'no-registry-host: resolved to %s',
    (resolved) => {
      expect(broken({ 'node_modules/zod': { version: '4.6.7', resolved } })).toEqual([
        ['no-registry-host', 5],
      ])
    },
  )

  test('lock-file-is-complete: no entry for a package of another platform', () => {
    expect(
      broken({
        'node_modules/biome': {
          optionalDependencies: { 'cli-linux': '2.6.8', 'cli-win': '2.6.8' },
        },
        'node_modules/cli-linux': { version: '2.6.8', optional: true },
      }),
    ).toEqual([['lock-file-is-complete', 1]])
  })

  test('a complete one, with a link to a workspace, is left alone', () => {
    expect(
      broken({
        'node_modules/@holdfast/engine': { resolved: 'packages/engine', link: true },
        'node_modules/biome': { optionalDependencies: { 'cli-linux': '2.6.8' } },
        'node_modules/cli-linux': { version: '2.6.8', optional: true },
      }),
    ).toEqual([])
  })
})

/** What looks like a violation and is none. */
const INNOCENT: readonly (readonly [why: string, path: string, line: string])[] = [
  ['a comment', ENGINE, '// Date.now() and Math.random() would make it impure'],
  ['a string', ENGINE, "export const text = 'process.env, Date, fetch and any'"],
  ['a name that only contains one', ENGINE, 'export const day = Temporal.PlainDate.from(dateText)'],
  ['a property', ENGINE, 'export const run = (step: Step) => step.process'],
  ['the clock in a test', TEST, 'const startedAt = Date.now()'],
  ['the clock in an adapter', STORE, 'export const now = Date.now()'],
  ['a given time, formatted', USE_CASE, 'export const text = new Date(0).toISOString()'],
  [
    'a placeholder of an expression',
    STORE,
    'export const condition = `attribute_exists(#${name})`',
  ],
  ['a fragment', HTTP, 'export const type = `${problemsUrl}#${code}`'],
  ['a colour', STORE, "export const colour = '#ffcc00'"],
  ['a key in a test', 'packages/server/tests/ports/store.test.ts', "const key = 'PROVIDER#prv_1'"],
  [
    'a schema in a test of the pages',
    'packages/web/src/page.test.ts',
    "import { Slot } from '@holdfast/contracts'",
  ],
  [
    'a path in a URL',
    'README.md',
    'See https://example.com/workspace/plan and example.com/home/page.',
  ],
  ['names that are shouted by custom', 'CHANGELOG.md', 'text'],
  ['a code of conduct', 'CODE_OF_CONDUCT.md', 'text'],
  ['a folder that the repository host looks for', '.github/ISSUE_TEMPLATE/bug.yml', 'text'],
  ['a file that the repository host looks for', '.github/pull_request_template.md', 'text'],
  [
    'a format in UTC',
    STORE,
    "export const f = new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' })",
  ],
  ['a formatted number', STORE, "export const text = (1e6).toLocaleString('en')"],
  [
    "the browser's zone, in its file",
    'packages/web/src/shared/time/zones.ts',
    'export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone',
  ],
  ['dots in a name', 'packages/engine/src/slots/slots.prop.test.ts', 'const a = 1'],
]

test.each(INNOCENT)('%s is left alone (%s)', (_why, path, line) => {
  expect(brokenBy({ path, text: `\n\n${line}` })).toEqual([])
})

test('the line is right for the second of two files and after a script header', () => {
  const text = "#!/usr/bin/env node\nconst a = 'é'\nexport const now = Date.now()\n"
  expect(brokenBy({ path: ENGINE, text })).toEqual([['engine-is-pure', 3]])
  expect(brokenBy({ path: ENGINE, text })).toEqual([['engine-is-pure', 3]])
})

test('every check has a planted violation', () => {
  const planted = new Set<string>([
    ...PLANTED.map(([name]) => name),
    'kebab-names',
    'lock-file-is-complete',
  ])
  expect(CHECKS.map((check) => check.name).filter((name) => !planted.has(name))).toEqual([])
})
