import { globSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packAll } from '@holdfast/package'
import { expect, onTestFinished, test } from 'vitest'
import { IS_DEEP } from '../support/depth.ts'
import { book, makeEventType, makeProvider, readBooking } from '../support/fixtures.ts'
import { createAgent, createHttpClient } from '../support/http-client.ts'
import { run, startInstalled } from './installed.ts'
import { startRegistry } from './registry.ts'

const API_KEY = 'hf_upgrade_test-0123456789abcdef'
const VERSIONS = ['0.1.0', '0.1.1'] as const
const TIMEOUT_MILLISECONDS = 300_000
const MOST_INSTALLED_BYTES = 40_000_000

const npm = (folder: string, registry: string, ...args: readonly string[]) =>
  run(['npm', ...args, '--no-audit', '--no-fund'], {
    cwd: folder,
    env: { npm_config_registry: registry, npm_config_cache: join(folder, 'cache') },
  })

const start = new Date(Math.ceil(Date.now() / 86_400_000 + 1) * 86_400_000)
  .toISOString()
  .replace('.000', '')

test.skipIf(!IS_DEEP)(
  'an installed package keeps its bookings through a kill and an upgrade, and the doctor finds nothing',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'holdfast-upgrade-'))
    const packed = join(folder, 'packed')
    for (const version of VERSIONS) await packAll(packed, { version })
    const registry = await startRegistry(packed)
    const agent = createAgent()
    onTestFinished(async () => {
      await agent.close()
      await registry.stop()
      await rm(folder, { recursive: true, maxRetries: 5 })
    })
    const cwd = join(folder, 'app')
    await mkdir(cwd)
    await writeFile(join(cwd, 'package.json'), '{ "private": true }')
    const env = { HOLDFAST_DATA_DIR: join(folder, 'data'), HOLDFAST_BOOTSTRAP_API_KEY: API_KEY }
    const installed = join(cwd, 'node_modules/holdfast')
    const serve = () =>
      startInstalled([process.execPath, join(installed, 'bin/holdfast.js'), 'start'], { cwd, env })

    expect(await npm(cwd, registry.url, 'install', 'holdfast@0.1.0')).toMatchObject({ exitCode: 0 })
    // This Node has SQLite, so npm has left the other Node out.
    expect(globSync('node_modules/*', { cwd })).toEqual(['node_modules/holdfast'])
    expect(sizeOf(join(cwd, 'node_modules'))).toBeLessThan(MOST_INSTALLED_BYTES)
    let server = await serve()
    const headers = { authorization: `Bearer ${API_KEY}` }
    const api = createHttpClient(agent, () => server.url, headers)
    const provider = await makeProvider(api)
    const eventType = await makeEventType(api, provider.id, { confirmation: 'instant' })
    const { body: booking } = await book(api, { eventTypeId: eventType.id }, start)
    await server.end('SIGKILL')

    server = await serve()
    expect(await readBooking(api, booking)).toMatchObject({ start, status: 'confirmed' })
    expect(await server.end('SIGTERM')).toBe(0)

    expect(await npm(cwd, registry.url, 'install', 'holdfast@0.1.1')).toMatchObject({ exitCode: 0 })
    const doctor = await npm(cwd, registry.url, 'exec', '--', 'holdfast', 'doctor', '--version')
    expect(doctor.output).toContain('0.1.1\n')
    server = await serve()
    expect(await readBooking(api, booking)).toMatchObject({ start, status: 'confirmed' })
    expect(await book(api, { eventTypeId: eventType.id }, start)).toMatchObject({ status: 409 })
    expect(await server.end('SIGTERM')).toBe(0)
    expect(
      await run([process.execPath, join(installed, 'bin/holdfast.js'), 'doctor'], { cwd, env }),
    ).toMatchObject({ exitCode: 0, output: expect.stringContaining('No problems found') })
    await expectTypes(cwd)
  },
  TIMEOUT_MILLISECONDS,
)

const sizeOf = (folder: string): number =>
  globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)

const SAMPLE = `import { type Holdfast, openHoldfast } from 'holdfast'
const holdfast = await openHoldfast({ dataDir: './data', apiKey: 'hf_x-0123456789abcdefghijklmnopq' })
const api: Holdfast = holdfast.api()
const { data } = await api.providers.list()
export const names: readonly string[] = data.map(({ name }) => name)
// @ts-expect-error There is no such path.
await holdfast.client().GET('/v1/nothing')
export const answer: Response = await holdfast.fetch(new Request('http://localhost/healthz'))
`

/** The types of the installed package check a program, with every check on and without those of other packages. */
async function expectTypes(cwd: string): Promise<void> {
  await writeFile(join(cwd, 'sample.mts'), SAMPLE)
  const compiler = join(process.cwd(), 'node_modules/typescript/bin/tsc')
  const types = join(process.cwd(), 'node_modules/@types')
  const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2024']
  const checked = await run(
    [process.execPath, compiler, ...options, '--typeRoots', types, '--types', 'node', 'sample.mts'],
    { cwd },
  )
  expect(checked).toEqual({ exitCode: 0, output: '' })
}
