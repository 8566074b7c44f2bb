import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deepTest } from '../../packages/server/tests/support/depth.ts'
import { startExampleServer } from '../../packages/server/tests/support/example-process.ts'
import { faultsOf } from '../../packages/server/tests/support/package-faults.ts'
import { buildClient } from './build.ts'

const BUILD_MILLISECONDS = 120_000

let folder: string
let built: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-client-package-'))
  built = join(folder, 'built')
  await buildClient(built)
}, BUILD_MILLISECONDS)
afterAll(() => rmSync(folder, { recursive: true }))

interface Packed {
  readonly filename: string
  readonly files: readonly { readonly path: string }[]
}

/** Packs the package into `folder`, as `npm publish` does. */
function pack(): Packed {
  const output = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: built,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  // The cast: npm's answer for one package.
  const [packed] = JSON.parse(output) as [Packed]
  return packed
}

test('the package is one module with types, and depends on nothing', () => {
  const manifest: unknown = JSON.parse(readFileSync(join(built, 'package.json'), 'utf8'))
  expect(manifest).toMatchObject({
    name: '@holdfast/client',
    sideEffects: false,
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
  })
  expect(manifest).not.toHaveProperty('dependencies')
  const paths = pack().files.map(({ path }) => path)
  expect(paths.filter((path) => !path.endsWith('.d.ts')).sort()).toEqual([
    'LICENSE',
    'README.md',
    'THIRD-PARTY.txt',
    'index.js',
    'package.json',
  ])
  expect(paths.filter((path) => /\.d\.ts$/.test(path))).toContain('index.d.ts')
  const notices = readFileSync(join(built, 'THIRD-PARTY.txt'), 'utf8')
  expect(notices).toMatch(/^openapi-fetch [\d.]+ \(MIT\)$/m)
})

test('npm, bundlers and compilers find nothing wrong with the package', async () => {
  expect(await faultsOf(built)).toEqual([])
})

test('the module imports no other module, so that it loads in a browser and in a worker', async () => {
  const { metafile } = await build({
    entryPoints: [join(built, 'index.js')],
    bundle: true,
    external: ['*'],
    write: false,
    metafile: true,
    format: 'esm',
  })
  expect(Object.values(metafile.outputs).flatMap(({ imports }) => imports)).toEqual([])
})

/** The size of a program that imports one name, as a bundler makes it for a page, with gzip. */
async function sizeWith(name: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: `export { ${name} } from './index.js'`, resolveDir: built },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
  })
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length
}

test('a bundle has only what a program imports', async () => {
  expect(await sizeWith('verifyWebhook')).toBeLessThan(1_000)
  expect(await sizeWith('createClient')).toBeLessThan(4_500)
  expect(await sizeWith('Holdfast')).toBeLessThan(8_700)
})

const CONSUMER = `import { type Booking, type BookingCreate, Holdfast, HoldfastError } from '@holdfast/client'

const env = (globalThis as unknown as { process: { env: Record<string, string> } }).process.env
const holdfast = new Holdfast({ baseUrl: env['HOLDFAST_URL'] ?? '', apiKey: env['HOLDFAST_KEY'] ?? '' })
const provider = await holdfast.providers.create({ name: 'Ada', timeZone: 'UTC' })
const eventType = await holdfast.eventTypes.create({
  providerId: provider.id,
  slug: 'visit',
  title: 'Visit',
  durationMinutes: 30,
  confirmation: 'instant',
  availabilityRules: [{ weekday: 'monday', windows: [{ start: '00:00', end: '24:00' }] }],
})
const dateAfter = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const { data: slots } = await holdfast.eventTypes.slots(eventType.id, { from: dateAfter(1), to: dateAfter(9) })
const body: BookingCreate = {
  eventTypeId: eventType.id,
  start: slots[0]?.start ?? '',
  booker: { name: 'Grace', email: 'grace@example.com' },
}
const created = await holdfast.bookings.create(body)
const booking: Booking = await holdfast.bookings.cancel(created.id, { reason: 'a test' }, { ifMatch: created.version })
const code = await holdfast.bookings.get('bkg_none').catch((error: unknown) =>
  error instanceof HoldfastError ? error.code : undefined)
for await (const { id } of holdfast.bookings.list({ providerId: provider.id })) console.log(id === booking.id, booking.status, code)
// @ts-expect-error: a start is a text
export const withoutText: BookingCreate = { eventTypeId: eventType.id, start: 5, booker: body.booker }
// @ts-expect-error: with a manage token, the result is the booker's view
export const notWhole = (): Promise<Booking> => holdfast.bookings.get(booking.id, { token: 'hm_x' })
`

/** Compiles the consumer as strictly as TypeScript can, the declarations of the package included. */
async function compile(consumer: string, module: string, moduleResolution: string): Promise<void> {
  const compilerOptions = {
    strict: true,
    target: 'es2022',
    lib: ['es2024', 'dom', 'dom.iterable'],
    types: [],
    module,
    moduleResolution,
    outDir: moduleResolution,
  }
  const config = join(consumer, `tsconfig.${moduleResolution}.json`)
  await writeFile(config, JSON.stringify({ compilerOptions, files: ['sample.mts'] }))
  const compiler = join(process.cwd(), 'packages/client/node_modules/typescript/bin/tsc')
  await promisify(execFile)(process.execPath, [compiler, '-p', config], { cwd: consumer })
}

/** The Node in front on the path, which need not be the one that runs the tests. */
const nodesOfThisMachine = (): readonly string[] => [process.execPath, 'node']

deepTest(
  'the tarball, installed in an empty folder, compiles strictly and books against a server',
  async () => {
    const consumer = join(folder, 'consumer')
    await mkdir(consumer)
    await writeFile(join(consumer, 'package.json'), '{ "type": "module", "private": true }')
    const install = ['install', '--offline', '--ignore-scripts', join(folder, pack().filename)]
    await promisify(execFile)('npm', install, { cwd: consumer })
    const lock = JSON.parse(await readFile(join(consumer, 'package-lock.json'), 'utf8'))
    expect(Object.keys(lock.packages)).toEqual(['', 'node_modules/@holdfast/client'])
    writeFileSync(join(consumer, 'sample.mts'), CONSUMER)
    await compile(consumer, 'nodenext', 'nodenext')
    await compile(consumer, 'esnext', 'bundler')
    const server = await startExampleServer()
    try {
      const env = { PATH: process.env.PATH, HOLDFAST_URL: server.url, HOLDFAST_KEY: server.apiKey }
      for (const node of nodesOfThisMachine()) {
        const run = promisify(execFile)(node, ['nodenext/sample.mjs'], { cwd: consumer, env })
        expect((await run).stdout).toBe('true cancelled not_found\n')
      }
    } finally {
      await server.close()
    }
  },
  600_000,
)
