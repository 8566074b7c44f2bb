import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServerProcess } from '../../packages/server/tests/support/server-process.ts'
import { openApiDocument } from '../client-types/generate.ts'

/**
 * `npm run contract:generators` installs generators of clients in a temporary folder, generates clients from
 * the OpenAPI document, compiles them, and calls a server with them. It also lints the document with Spectral.
 * Not part of `npm test`: it installs more than 300 packages, and takes some minutes.
 */

const PACKAGES = {
  '@hey-api/openapi-ts': '0.99.0',
  '@stoplight/spectral-cli': '6.16.3',
  oazapfts: '7.5.0',
  orval: '8.20.0',
  typescript: '5.9.3',
  zod: '4.6.7',
}

const API_KEY = 'hf_key-of-the-generated-clients'

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
const server = await startServerProcess({
  engine: 'sqlite',
  dataDir,
  apiKey: API_KEY,
  sweeper: false,
})
try {
  const manifest = { private: true, type: 'module', dependencies: PACKAGES }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'openapi.json'), await openApiDocument())
  const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund']
  execFileSync('npm', install, { cwd: folder, stdio: 'inherit' })
  generate(folder, server.url)
  execFileSync(process.execPath, [join(folder, 'call.mjs')], {
    env: { ...process.env, BASE_URL: server.url, API_KEY },
    stdio: 'inherit',
  })
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, maxRetries: 5 })
}
