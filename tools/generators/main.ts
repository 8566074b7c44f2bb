import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openApiDocument } from '../../packages/server/src/composition/http/openapi-document.ts'
import { readAll, startPrism } from './prism.ts'

/**
 * `npm run contract:generators` installs generators of clients in a temporary folder, generates clients from
 * the OpenAPI document, compiles them, and calls a server with them, through Prism, which holds every request and
 * response against the document. It also lints the document with Spectral.
 * Not part of `npm test`: it installs more than 500 packages, and takes some minutes.
 */

const PACKAGES = {
  '@hey-api/openapi-ts': '0.99.0',
  '@stoplight/prism-cli': '5.16.0',
  '@stoplight/spectral-cli': '6.16.3',
  oazapfts: '7.5.0',
  orval: '8.20.0',
  typescript: '5.9.3',
  zod: '4.6.7',
}

const API_KEY = 'hf_key-of-the-generated-clients-'

const READY_POLL_MILLISECONDS = 100

const TSCONFIG = {
  compilerOptions: {
    target: 'ES2022',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    module: 'ESNext',
    moduleResolution: 'bundler',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  },
  include: ['clients'],
}

const orvalOutput = (client: 'fetch' | 'zod', target: string, baseUrl?: string) => ({
  input: 'openapi.json',
  output: { client, mode: 'single', target, ...(baseUrl && { baseUrl }) },
})

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  listener.close()
  await once(listener, 'close')
  return port
}

/** Starts a server of its own and waits until it answers. */
async function startServer(dataDir: string) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = {
    PORT: String(port),
    HOLDFAST_DATA_DIR: dataDir,
    HOLDFAST_BOOTSTRAP_API_KEY: API_KEY,
    HOLDFAST_LOG_LEVEL: 'warn',
  }
  const child = spawn(process.execPath, ['packages/server/src/entrypoints/node.ts'], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error('the server did not start')
    await setTimeout(READY_POLL_MILLISECONDS)
  }
  return { url, stop: () => child.kill() }
}

function generate(folder: string, baseUrl: string): void {
  const config = {
    fetch: orvalOutput('fetch', 'clients/orval/client.ts', baseUrl),
    zod: orvalOutput('zod', 'clients/orval/zod.ts'),
  }
  writeFileSync(join(folder, 'orval.config.mjs'), `export default ${JSON.stringify(config)}\n`)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG))
  writeFileSync(join(folder, '.spectral.yaml'), 'extends: ["spectral:oas"]\n')
  mkdirSync(join(folder, 'clients'))
  copyFileSync(join(import.meta.dirname, 'call-clients.ts.txt'), join(folder, 'clients/call.ts'))
  const run = (program: string, ...args: readonly string[]) =>
    execFileSync(join(folder, 'node_modules/.bin', program), args, {
      cwd: folder,
      stdio: 'inherit',
    })
  run('spectral', 'lint', 'openapi.json', '--fail-severity', 'warn')
  run('orval', '--config', 'orval.config.mjs')
  run('openapi-ts', '-i', 'openapi.json', '-o', 'clients/hey')
  run('oazapfts', 'openapi.json', 'clients/oazapfts.ts')
  run('tsc', '-p', '.')
  run('esbuild', 'clients/call.ts', '--bundle', '--format=esm', '--outfile=call.mjs')
}

const folder = mkdtempSync(join(tmpdir(), 'holdfast-generators-'))
const dataDir = join(folder, 'data')
const server = await startServer(dataDir)
try {
  const manifest = { private: true, type: 'module', dependencies: PACKAGES }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  const document = await openApiDocument()
  writeFileSync(join(folder, 'openapi.json'), document)
  const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund']
  execFileSync('npm', install, { cwd: folder, stdio: 'inherit' })
  const prism = await startPrism(folder, server.url, await freePort())
  try {
    const count = await readAll(JSON.parse(document), prism.url, API_KEY)
    console.log(`Prism: ${count} responses are as documented`)
    generate(folder, prism.url)
    execFileSync(process.execPath, [join(folder, 'call.mjs')], {
      env: { ...process.env, BASE_URL: prism.url, API_KEY },
      stdio: 'inherit',
    })
  } finally {
    await prism.stop()
  }
} finally {
  server.stop()
  rmSync(folder, { recursive: true, maxRetries: 5 })
}
