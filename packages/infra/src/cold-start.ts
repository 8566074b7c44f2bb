/**
 * Measures the cold start of each function: the size of its bundle, and the time from the start of the
 * import until the handler is ready, in a new process each time. "Plain" is the bundle with esbuild's
 * defaults. "Deployed" is the bundle of `npm run synth`.
 *
 *     npm run bench:cold-start
 *
 * A local server provides the secrets. The functions make no other requests while they start.
 */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { bundleFunctions, entrypointOf } from './bundles.ts'

const NAMES = [
  'http',
  'stream',
  'log',
  'timer',
  'due',
  'mails',
  'webhooks',
  'deliveries',
  'contacts',
  'schedule',
  'mirrors',
] as const

const ROUNDS = 11
const SECRETS: Readonly<Record<string, string>> = {
  key: 'ab'.repeat(32),
  smtp: 'smtp://127.0.0.1:1',
  bootstrap: 'a'.repeat(48),
  edge: 'edge',
}

/** Imports a module and prints the elapsed time and the CPU time until its handler is ready. */
const CHILD = `
const usedBefore = process.cpuUsage()
const begun = performance.now()
await import(process.argv[2])
const { user, system } = process.cpuUsage(usedBefore)
process.stdout.write(JSON.stringify([performance.now() - begun, (user + system) / 1000]))
process.exit(0)
`

async function startSecrets() {
  const server = createServer(async (request, response) => {
    const { SecretId } = JSON.parse(await text(request)) as { readonly SecretId: string }
    response.end(JSON.stringify({ SecretString: SECRETS[SecretId] }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}

const environment = (port: number) => ({
  PATH: process.env.PATH,
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'bench',
  AWS_SECRET_ACCESS_KEY: 'bench',
  AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://127.0.0.1:${port}`,
  HOLDFAST_DYNAMODB_TABLE: 'holdfast',
  HOLDFAST_EVENT_BUS: 'holdfast',
  HOLDFAST_PUBLIC_URL: 'https://book.example.com',
  HOLDFAST_SERVER_KEY_SECRET: 'key',
  HOLDFAST_SMTP_URL_SECRET: 'smtp',
  HOLDFAST_BOOTSTRAP_API_KEY_SECRET: 'bootstrap',
  HOLDFAST_EDGE_SECRET: 'edge',
})

const run = promisify(execFile)

async function measure(files: readonly string[], folder: string, port: number) {
  const child = join(folder, 'child.mjs')
  await writeFile(child, CHILD)
  const best = files.map(() => [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY])
  // Each round measures all files, so other load on the machine affects all of them equally.
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, file] of files.entries()) {
      const { stdout } = await run(process.execPath, [child, file], { env: environment(port) })
      const measured = JSON.parse(stdout) as readonly [number, number]
      // Take the minimum of all rounds, because other load only adds time.
      best[index] = measured.map((ms, which) => Math.min(ms, best[index]?.[which] ?? ms))
    }
    process.stderr.write(`\rround ${round + 1} of ${ROUNDS}`)
  }
  process.stderr.write('\n')
  return best
}

const kilobytes = (bytes: number): string => `${Math.round(bytes / 1024)} KB`

async function sizesOf(file: string): Promise<readonly [plain: string, zipped: string]> {
  const bytes = await readFile(file)
  return [kilobytes((await stat(file)).size), kilobytes(gzipSync(bytes).byteLength)]
}

const folder = await mkdtemp(join(tmpdir(), 'holdfast-bench-'))
const { server, port } = await startSecrets()
try {
  const plainDir = join(folder, 'plain')
  await build({
    entryPoints: Object.fromEntries(NAMES.map((name) => [`${name}/index`, entrypointOf(name)])),
    outdir: plainDir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: {
      js: "import { createRequire as plainRequire } from 'node:module'; const require = plainRequire(import.meta.url)",
    },
    logLevel: 'error',
  })
  const deployedDir = join(folder, 'deployed')
  await bundleFunctions(deployedDir, NAMES)
  const files = [plainDir, deployedDir].flatMap((dir) =>
    NAMES.map((name) => join(dir, name, 'index.mjs')),
  )
  const times = await measure(files, folder, port)
  console.log('| function | plain | deployed | zipped | plain: ms, CPU ms | deployed: ms, CPU ms |')
  console.log('|---|---|---|---|---|---|')
  for (const [index, name] of NAMES.entries()) {
    const [plain] = await sizesOf(files[index] as string)
    const [deployed, zipped] = await sizesOf(files[NAMES.length + index] as string)
    const milliseconds = [times[index], times[NAMES.length + index]].map((both) =>
      both?.map((ms) => ms.toFixed(0)).join(', '),
    )
    console.log(`| ${[name, plain, deployed, zipped, ...milliseconds].join(' | ')} |`)
  }
} finally {
  server.close()
  await rm(folder, { recursive: true })
}
