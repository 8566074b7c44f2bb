import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** File contents by path, relative to the root of a tree. */
export type Files = Readonly<Record<string, string>>

const INSTALLED = [
  'temporal-polyfill',
  'zod',
  'hono',
  'stripe',
  'date-holidays',
  '@opentelemetry/api',
] as const
const WORKSPACES = ['engine', 'contracts', 'client', 'server'] as const

/** Everything that is there, so that a planted import breaks no rule of declarations beside its own. */
const dependencies = Object.fromEntries(
  [...INSTALLED, ...WORKSPACES.map((name) => `@holdfast/${name}`), '@holdfast/infra'].map(
    (name) => [name, '*'],
  ),
)

const manifest = (name: string, door?: string): string =>
  JSON.stringify({
    name,
    type: 'module',
    dependencies,
    ...(door === undefined ? {} : { exports: { '.': door } }),
  })

/** A small repository in which every import is allowed, at least one across each border. */
const CLEAN_TREE: Files = {
  'packages/engine/package.json': manifest('@holdfast/engine', './src/index.ts'),
  'packages/engine/src/index.ts': "export { now } from './time/zones.ts'",
  'packages/engine/src/time/zones.ts': 'export const now = 1',
  'packages/engine/src/kernel/ids.ts': 'export const ids = 1',
  'packages/engine/src/kernel/ids.test.ts':
    "import { readFileSync } from 'node:fs'\nimport { ids } from './ids.ts'\nreadFileSync(ids)",
  'packages/contracts/package.json': manifest('@holdfast/contracts', './src/index.ts'),
  'packages/contracts/src/index.ts': "import { z } from 'zod'\nexport const schema = z",
  'packages/client/package.json': manifest('@holdfast/client', './src/index.ts'),
  'packages/client/src/index.ts': 'export const client = 1',
  'packages/web/package.json': manifest('@holdfast/web'),
  'packages/web/src/main.tsx':
    "import { client } from '@holdfast/client'\nimport type { schema } from '@holdfast/contracts'\nexport const page = (props: typeof schema) => <p {...props}>{client}</p>",
  'packages/infra/package.json': manifest('@holdfast/infra'),
  'packages/infra/src/app.ts': "import { table } from '@holdfast/server'\nexport const app = table",
  'packages/server/package.json': manifest('@holdfast/server', './src/adapters/dynamodb/table.ts'),
  'packages/server/src/kernel/store.ts':
    "import { now } from '@holdfast/engine'\nimport { z } from 'zod'\nexport const port = [now, z]",
  'packages/server/src/kernel/http/endpoint.ts':
    "import { schema } from '@holdfast/contracts'\nexport const endpoint = schema",
  'packages/server/src/identity/accounts.ts':
    "import { port } from '../kernel/store.ts'\nexport const account = port",
  'packages/server/src/booking/hold.ts':
    "import { account } from '../identity/accounts.ts'\nexport const hold = account",
  'packages/server/src/booking/http/routes.ts':
    "import { endpoint } from '../../kernel/http/endpoint.ts'\nimport { hold } from '../hold.ts'\nexport const routes = [endpoint, hold]",
  'packages/server/src/stays/nights.ts':
    "import { port } from '../kernel/store.ts'\nexport const nights = port",
  'packages/server/src/external-calendars/busy.ts':
    "import { hold } from '../booking/hold.ts'\nimport { nights } from '../stays/nights.ts'\nexport const busy = [hold, nights]",
  'packages/server/src/adapters/stripe/client.ts':
    "import type { Stripe } from 'stripe'\nexport const load = async (): Promise<typeof Stripe> => (await import('stripe')).default",
  'packages/server/src/adapters/telemetry/open-telemetry.ts':
    "import { trace } from '@opentelemetry/api'\nexport const start = trace",
  'packages/server/src/composition/open-telemetry.ts':
    "export const open = async () => await import('../adapters/telemetry/open-telemetry.ts')",
  'packages/server/src/delivery/mails.ts':
    "import { busy } from '../external-calendars/busy.ts'\nexport const mails = busy",
  'packages/server/src/ops/doctor.ts':
    "import { mails } from '../delivery/mails.ts'\nexport const doctor = mails",
  'packages/server/src/adapters/dynamodb/table.ts': 'export const table = 1',
  'packages/server/src/adapters/aws/sigv4.ts': 'export const sign = 1',
  'packages/server/src/adapters/dynamodb/store.ts':
    "import { hold } from '../../booking/hold.ts'\nimport { sign } from '../aws/sigv4.ts'\nimport { table } from './table.ts'\nexport const store = [hold, sign, table]",
  'packages/server/src/adapters/rows/row-codec.ts': 'export const rows = 1',
  'packages/server/src/adapters/sqlite/store.ts':
    "import { DatabaseSync } from 'node:sqlite'\nimport { rows } from '../rows/row-codec.ts'\nexport const store = [DatabaseSync, rows]",
  'packages/server/src/adapters/dynamodb-local/local-engine.ts': 'export const engine = 1',
  'packages/server/src/composition/open-store.ts':
    "export const open = async () => await import('../adapters/dynamodb-local/local-engine.ts')",
  'packages/server/src/composition/aws/http.ts':
    "import { store } from '../../adapters/dynamodb/store.ts'\nexport const http = store",
  'packages/server/src/composition/compose.ts':
    "import { routes } from '../booking/http/routes.ts'\nimport { store } from '../adapters/sqlite/store.ts'\nexport const composed = [routes, store]",
  'packages/server/src/entrypoints/node.ts':
    "import { composed } from '../composition/compose.ts'\ncomposed.at(0)",
  'packages/server/tests/races.test.ts':
    "import { composed } from '../src/composition/compose.ts'\ncomposed.at(0)",
  'packages/prove/package.json': '{ "name": "@holdfast/prove" }',
  'packages/undeclared/package.json': '{ "name": "@holdfast/undeclared" }',
  'packages/undeclared/src/index.ts': 'export const undeclared = 1',
  'packages/prove/src/main.ts':
    "import { composed } from '../../server/tests/races.test.ts'\ncomposed.at(0)",
  'bench/src/slots.ts':
    "import { store } from '../../packages/server/src/adapters/sqlite/store.ts'\nstore.name",
  'examples/shop/package.json': manifest('shop'),
  'examples/shop/src/main.ts':
    "import { client } from '@holdfast/client'\nimport { z } from 'zod'\nexport const shop = [client, z]",
  'examples/shop/shop.test.ts':
    "import { composed } from '../../packages/server/tests/races.test.ts'\nimport { shop } from './src/main.ts'\nexport const tested = [composed, shop]",
  'tools/verify.ts': 'export const verify = 1',
}

/** Writes the clean tree with `planted` on top into a new temporary folder; `remove` deletes it. */
export function plantTree(planted: Files): { readonly root: string; readonly remove: () => void } {
  const root = mkdtempSync(join(tmpdir(), 'holdfast-rules-'))
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), `${text}\n`)
  }
  for (const [path, text] of Object.entries({ ...CLEAN_TREE, ...planted })) write(path, text)
  for (const name of INSTALLED) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: './index.js' }))
    write(`node_modules/${name}/index.js`, 'export {}')
  }
  mkdirSync(join(root, 'node_modules/@holdfast'))
  for (const name of WORKSPACES) {
    symlinkSync(join(root, 'packages', name), join(root, 'node_modules/@holdfast', name))
  }
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) }
}
