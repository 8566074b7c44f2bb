import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Cruise, cruise } from './cruise.ts'
import { dependencyRules } from './dependency-rules.ts'
import { type Files, plantTree } from './planted-tree.ts'

async function cruiseWith(planted: Files): Promise<Cruise> {
  const { root, remove } = plantTree(planted)
  try {
    return await cruise(root)
  } finally {
    remove()
  }
}

/** Each violation: its rule, the file it is planted in, and the file's text. */
const PLANTED: readonly (readonly [rule: string, path: string, text: string])[] = [
  ['engine-stands-alone', 'packages/engine/src/kernel/x.ts', "import 'node:crypto'"],
  ['engine-stands-alone', 'packages/engine/src/kernel/x.ts', "import { z } from 'zod'\nz.any()"],
  [
    'engine-stands-alone',
    'packages/engine/src/kernel/x.ts',
    "import type { Schema } from 'zod'\nexport type X = Schema",
  ],
  ['engine-stands-alone', 'packages/engine/src/kernel/x.ts', "export * from '@holdfast/contracts'"],
  ['engine-stands-alone', 'packages/engine/src/kernel/x.ts', "await import('node:fs')"],
  [
    'engine-stands-alone',
    'packages/engine/src/kernel/x.ts',
    "export { Temporal } from 'temporal-polyfill'",
  ],
  ['contracts-are-schemas-only', 'packages/contracts/src/x.ts', "export * from 'hono'"],
  ['contracts-are-schemas-only', 'packages/contracts/src/x.ts', "export * from '@holdfast/engine'"],
  [
    'use-cases-know-no-technology',
    'packages/server/src/booking/x.ts',
    "import { randomBytes } from 'node:crypto'\nrandomBytes(1)",
  ],
  [
    'use-cases-know-no-technology',
    'packages/server/src/booking/x.ts',
    "export * from '@holdfast/contracts'",
  ],
  [
    'use-cases-know-no-technology',
    'packages/server/src/booking/x.ts',
    "export * from '../adapters/sqlite/store.ts'",
  ],
  [
    'adapter-knows-no-other-adapter',
    'packages/server/src/adapters/mail/x.ts',
    "export * from '../sqlite/store.ts'",
  ],
  [
    'adapter-knows-no-other-adapter',
    'packages/server/src/adapters/sqlite-backup/x.ts',
    "export * from '../sqlite/store.ts'",
  ],
  [
    'adapter-knows-no-other-adapter',
    'packages/server/src/adapters/x.ts',
    "export * from './sqlite/store.ts'",
  ],
  [
    'adapter-knows-no-other-adapter',
    'packages/server/src/adapters/dynamodb/x.ts',
    "export * from '../dynamodb-local/local-engine.ts'",
  ],
  [
    'holidays-are-loaded-when-asked-for',
    'packages/server/src/adapters/holidays/x.ts',
    "import Holidays from 'date-holidays'\nexport const holidays = Holidays",
  ],
  [
    'stripe-is-loaded-when-called',
    'packages/server/src/adapters/stripe/x.ts',
    "import { Stripe } from 'stripe'\nexport const stripe = Stripe",
  ],
  [
    'telemetry-is-loaded-when-configured',
    'packages/server/src/composition/x.ts',
    "export * from '../adapters/telemetry/open-telemetry.ts'",
  ],
  [
    'telemetry-is-loaded-when-configured',
    'packages/server/src/composition/x.ts',
    "import { trace } from '@opentelemetry/api'\nexport const active = trace",
  ],
  [
    'local-engine-is-for-development',
    'packages/server/src/composition/aws/x.ts',
    "export * from '../../adapters/dynamodb-local/local-engine.ts'",
  ],
  [
    'local-engine-is-for-development',
    'packages/server/src/composition/aws/x.ts',
    "export * from '../open-store.ts'",
  ],
  [
    'local-engine-is-for-development',
    'packages/server/src/entrypoints/lambda-x.ts',
    "await import('../composition/open-store.ts')",
  ],
  [
    'aws-base-is-for-aws',
    'packages/server/src/adapters/mail/x.ts',
    "export * from '../aws/sigv4.ts'",
  ],
  [
    'rows-are-for-sql',
    'packages/server/src/adapters/mail/x.ts',
    "export * from '../rows/row-codec.ts'",
  ],
  [
    'aws-base-stands-alone',
    'packages/server/src/adapters/aws/x.ts',
    "export * from '../../booking/hold.ts'",
  ],
  [
    'files-base-stands-alone',
    'packages/server/src/adapters/files/x.ts',
    "export * from '../../booking/hold.ts'",
  ],
  [
    'threads-base-stands-alone',
    'packages/server/src/adapters/threads/x.ts',
    "export * from '../../booking/hold.ts'",
  ],
  [
    'adapters-know-no-http',
    'packages/server/src/adapters/mail/x.ts',
    "export * from '@holdfast/contracts'",
  ],
  [
    'adapters-know-no-http',
    'packages/server/src/adapters/mail/x.ts',
    "export * from '../../booking/http/routes.ts'",
  ],
  [
    'use-cases-know-no-http',
    'packages/server/src/booking/x.ts',
    "export * from './http/routes.ts'",
  ],
  [
    'use-cases-know-no-http',
    'packages/server/src/ops/x.ts',
    "export * from '../booking/http/routes.ts'",
  ],
  [
    'routes-know-http-only',
    'packages/server/src/stays/http/x.ts',
    "export * from '../../adapters/sqlite/store.ts'",
  ],
  [
    'arrows-of-kernel',
    'packages/server/src/kernel/x.ts',
    "export * from '../identity/accounts.ts'",
  ],
  ['arrows-of-identity', 'packages/server/src/identity/x.ts', "export * from '../booking/hold.ts'"],
  ['arrows-of-ledger', 'packages/server/src/ledger/x.ts', "export * from '../booking/hold.ts'"],
  ['arrows-of-people', 'packages/server/src/people/x.ts', "export * from '../booking/hold.ts'"],
  ['arrows-of-booking', 'packages/server/src/booking/x.ts', "export * from '../stays/nights.ts'"],
  [
    'arrows-of-booking',
    'packages/server/src/booking/http/x.ts',
    "export * from '../../external-calendars/busy.ts'",
  ],
  ['arrows-of-stays', 'packages/server/src/stays/x.ts', "export * from '../booking/hold.ts'"],
  [
    'arrows-of-external-calendars',
    'packages/server/src/external-calendars/x.ts',
    "export * from '../delivery/mails.ts'",
  ],
  [
    'arrows-of-payments',
    'packages/server/src/payments/x.ts',
    "export * from '../delivery/mails.ts'",
  ],
  ['arrows-of-delivery', 'packages/server/src/delivery/x.ts', "export * from '../ops/doctor.ts'"],
  [
    'wiring-is-the-outermost-ring',
    'packages/server/src/adapters/mail/x.ts',
    "export * from '../../composition/compose.ts'",
  ],
  [
    'wiring-is-the-outermost-ring',
    'packages/server/src/adapters/mail/x.ts',
    "export * from '../../entrypoints/node.ts'",
  ],
  ['web-knows-what-runs-in-a-browser', 'packages/web/src/x.ts', "export * from '@holdfast/server'"],
  ['web-knows-what-runs-in-a-browser', 'packages/web/src/x.ts', "export * from '@holdfast/engine'"],
  ['infra-knows-the-table-only', 'packages/infra/src/x.ts', "export * from '@holdfast/engine'"],
  ['infra-knows-the-table-only', 'packages/infra/src/x.ts', "export * from '@holdfast/client'"],
  [
    'source-never-imports-tests',
    'packages/engine/src/kernel/x.ts',
    "export * from './ids.test.ts'",
  ],
  [
    'source-never-imports-tests',
    'packages/server/src/composition/x.ts',
    "export * from '../../tests/races.test.ts'",
  ],
  [
    'product-never-imports-tooling',
    'packages/server/src/composition/x.ts',
    "export * from '../../../../tools/verify.ts'",
  ],
  [
    'nothing-imports-the-proof',
    'bench/src/x.ts',
    "export * from '../../packages/prove/src/main.ts'",
  ],
  [
    'examples-use-what-is-published',
    'examples/shop/src/x.ts',
    "export * from '@holdfast/contracts'",
  ],
  [
    'examples-use-what-is-published',
    'examples/cinema/src/x.ts',
    "export * from '../../shop/src/main.ts'",
  ],

  [
    'examples-through-the-front-door',
    'examples/shop/src/x.ts',
    "export * from '../../../packages/engine/src/kernel/ids.ts'",
  ],
  [
    'nothing-imports-an-example',
    'bench/src/x.ts',
    "export * from '../../examples/shop/src/main.ts'",
  ],
  [
    'every-import-resolves',
    'packages/server/src/composition/x.ts',
    "export * from '../adapters/gone.ts'",
  ],
  [
    'every-import-resolves',
    'packages/server/src/composition/x.ts',
    "export * from '@holdfast/engine/src/kernel/ids.ts'",
  ],
  [
    'through-the-front-door',
    'packages/server/src/booking/x.ts',
    "export * from '../../../engine/src/kernel/ids.ts'",
  ],
  [
    'packages-are-declared',
    'packages/undeclared/src/x.ts',
    "import { z } from 'zod'\nexport const x = z",
  ],
  ['workspaces-are-declared', 'packages/undeclared/src/x.ts', "export * from '@holdfast/engine'"],
  [
    'workspaces-are-declared',
    'packages/undeclared/src/x.ts',
    "import type { now } from '@holdfast/engine'\nexport type Now = typeof now",
  ],
  [
    'through-the-front-door',
    'packages/server/tests/x.test.ts',
    "export * from '../../engine/src/kernel/ids.ts'",
  ],
]

test('the clean tree breaks no rule, and every source file in it is looked at', async () => {
  expect(await cruiseWith({})).toMatchObject({ moduleCount: 37, violations: [] })
})

/** The violations in one tree, which takes as long to cruise as a tree with one of them: each in a file of its own. */
const IN_ONE_TREE = PLANTED.map(([rule, path, text], place) => {
  const ownPath = path.replace(/x(?=\.[a-z.]+$)/, `x${place}`)
  return { name: `${rule}: ${path}: ${text}`, rule, path: ownPath, text }
})

describe('a planted violation is reported under its own rule alone', () => {
  let reported: Cruise['violations']
  beforeAll(async () => {
    const files = Object.fromEntries(IN_ONE_TREE.map(({ path, text }) => [path, text]))
    expect(Object.keys(files)).toHaveLength(PLANTED.length)
    reported = (await cruiseWith(files)).violations
  })

  test.each(IN_ONE_TREE)('$name', ({ rule, path }) => {
    const own = reported.filter(({ from }) => from === path)
    expect(own.map((violation) => violation.rule)).toEqual([rule])
  })

  test('and no file of the clean tree is reported beside them', () => {
    const planted = new Set(IN_ONE_TREE.map(({ path }) => path))
    expect(reported.filter(({ from }) => !planted.has(from))).toEqual([])
  })

  test('no-cycles: two modules that import each other', async () => {
    const { violations } = await cruiseWith({
      'packages/engine/src/kernel/x.ts': "import { y } from './y.ts'\nexport const x = y",
      'packages/engine/src/kernel/y.ts': "import { x } from './x.ts'\nexport const y = x",
    })
    expect(violations).toEqual([
      {
        rule: 'no-cycles',
        from: 'packages/engine/src/kernel/x.ts',
        to: 'packages/engine/src/kernel/y.ts',
      },
    ])
  })
})

test('every rule has a planted violation', () => {
  const { root, remove } = plantTree({})
  const names = dependencyRules(root).map((rule) => rule.name)
  remove()
  const planted = new Set([...PLANTED.map(([rule]) => rule), 'no-cycles'])
  expect(names.filter((name) => !planted.has(name ?? ''))).toEqual([])
})

test('a tree in which nothing is found is refused instead of being called clean', async () => {
  const root = mkdtempSync(join(tmpdir(), 'holdfast-rules-'))
  try {
    mkdirSync(join(root, 'packages'))
    await expect(cruise(root)).rejects.toThrow('0 of 0 source files were not looked at')
  } finally {
    rmSync(root, { recursive: true })
  }
})
