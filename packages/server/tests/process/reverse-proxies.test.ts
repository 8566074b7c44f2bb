import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request as plainRequest } from 'node:http'
import { Agent, request as tlsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ownPort } from '../support/own-port.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { startTied } from '../support/tied-process.ts'
import { until } from '../support/until.ts'

const KEY = 'hf_test_of_servers_behind_a_reverse_proxy'
const CLIENTS = 4

const hasProgram = (name: string): boolean => {
  try {
    execFileSync('which', [name])
    return true
  } catch {
    return false
  }
}

/** The blocks of a language in the guide. */
async function blocksOf(language: string): Promise<readonly string[]> {
  const guide = new URL('../../../../docs/self-hosting.md', import.meta.url)
  const fences = (await readFile(guide, 'utf8')).matchAll(/^```(\S*)[^\n]*\n([\s\S]*?)^```$/gm)
  return [...fences].flatMap(([, name, block = '']) => (name === language ? [block] : []))
}

let folder: string
let servers: ServerProcess[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-proxies-'))
  const ports = [await ownPort(), await ownPort()]
  servers = await Promise.all(ports.map((port) => startServer(port)))
})
afterEach(async () => {
  await Promise.all(servers.map((server) => server.kill()))
  await rm(folder, { recursive: true, maxRetries: 5 })
})

const startServer = (port: number): Promise<ServerProcess> =>
  startServerProcess({ engine: 'sqlite', dataDir: folder, apiKey: KEY, sweeper: false, port })

const portOf = (server: ServerProcess | undefined): number =>
  Number(new URL(server?.url ?? '').port)

/** The documented settings with the ports of this test in place of 3000 and 3001. */
const withPorts = (settings: string): string =>
  settings
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${portOf(servers[0])}`)
    .replaceAll('127.0.0.1:3001', `127.0.0.1:${portOf(servers[1])}`)

/** Makes a certificate for the documented name. */
async function makeCertificate(): Promise<void> {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  const name = ['-subj', '/CN=book.example.com', '-keyout', 'privkey.pem', '-out', 'fullchain.pem']
  await promisify(execFile)('openssl', ['req', '-x509', ...key, ...name], { cwd: folder })
}

/** Writes documented settings of nginx with the ports and the certificate of this test, for one process. */
async function writeNginxSettings(block: string, port: number): Promise<string> {
  const file = join(folder, 'nginx.conf')
  const own = withPorts(block)
    .replaceAll('/etc/letsencrypt/live/book.example.com', folder)
    .replaceAll(/listen 443 /g, `listen 127.0.0.1:${port} `)
    .replaceAll(/^ *listen \[::\]:443 .*$/gm, '')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  )
  const http = `access_log off;\n${temporary.join('\n')}\n${own}`
  const main = `daemon off;\nmaster_process off;\npid ${folder}/nginx.pid;\nerror_log ${folder}/error.log;`
  await writeFile(file, `${main}\nevents {}\nhttp {\n${http}\n}\n`)
  return file
}

/** Sends one request through the proxy. Resolves with the status, or the code of the error. */
type Ask = () => Promise<number | string>

/** Asks over one connection that stays open. */
function asking(origin: string): { readonly ask: Ask; close(): void } {
  const isTls = origin.startsWith('https:')
  const agent = isTls ? new Agent({ keepAlive: true, rejectUnauthorized: false }) : undefined
  const headers = { authorization: `Bearer ${KEY}` }
  const send = isTls ? tlsRequest : plainRequest
  return {
    ask: () =>
      new Promise((resolve) => {
        const options = { headers, ...(agent && { agent }) }
        const sent = send(`${origin}/v1/providers`, options, async (answer) => {
          await text(answer)
          resolve(answer.statusCode ?? 0)
        })
        sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
        sent.end()
      }),
    close: () => agent?.destroy(),
  }
}

/** Asks with several clients while both servers restart, one after the other. Counts answers by their status. */
async function answersDuringRestarts(origin: string): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {}
  const restarts = { areOver: false }
  const clients = Array.from({ length: CLIENTS }, async () => {
    const { ask, close } = asking(origin)
    while (!restarts.areOver) {
      const status = String(await ask())
      counts[status] = (counts[status] ?? 0) + 1
    }
    close()
  })
  for (const [index, server] of servers.entries()) {
    await server.stop()
    servers[index] = await startServer(portOf(server))
  }
  restarts.areOver = true
  await Promise.all(clients)
  return counts
}

async function isAnswered(origin: string): Promise<boolean> {
  const { ask, close } = asking(origin)
  const status = await ask()
  close()
  return status === 200
}

describe.skipIf(!hasProgram('nginx') || !hasProgram('openssl'))('behind nginx', () => {
  test('the documented settings are valid, and a restart of two servers in turn fails no request without a body', async () => {
    await makeCertificate()
    const port = await ownPort()
    const blocks = (await blocksOf('nginx')).filter((block) => block.includes('server_name'))
    for (const block of blocks) {
      const file = await writeNginxSettings(block, port)
      await promisify(execFile)('nginx', ['-t', '-p', folder, '-c', file])
    }
    const upstream = blocks.find((block) => block.includes('upstream holdfast')) ?? ''
    const file = await writeNginxSettings(upstream, port)
    const nginx = await startTied({
      command: 'nginx',
      args: ['-p', folder, '-c', file],
      folder: join(folder, 'nginx'),
      lastSignal: 'SIGKILL',
    })
    const origin = `https://127.0.0.1:${port}`
    try {
      await until('nginx answers', () => isAnswered(origin))
      const counts = await answersDuringRestarts(origin)
      expect(Object.keys(counts).sort()).toEqual(['200'])
    } finally {
      await nginx.end('SIGKILL')
    }
  })
})

describe.skipIf(!hasProgram('caddy'))('behind Caddy', () => {
  test('a restart of two servers in turn fails no request without a body', async () => {
    const port = await ownPort()
    const upstreams = servers.map((server) => `127.0.0.1:${portOf(server)}`).join(' ')
    const file = join(folder, 'Caddyfile')
    const site = `http://127.0.0.1:${port} {\n  reverse_proxy ${upstreams} {\n    lb_try_duration 5s\n  }\n}`
    await writeFile(file, `{\n  admin off\n}\n${site}\n`)
    const caddy = await startTied({
      // Without folders of the machine's own Caddy.
      command: 'env',
      args: [
        `XDG_CONFIG_HOME=${folder}`,
        `XDG_DATA_HOME=${folder}`,
        'caddy',
        ...['run', '--config', file, '--adapter', 'caddyfile'],
      ],
      folder: join(folder, 'caddy'),
      lastSignal: 'SIGKILL',
    })
    const origin = `http://127.0.0.1:${port}`
    try {
      await until('Caddy answers', () => isAnswered(origin))
      const counts = await answersDuringRestarts(origin)
      expect(Object.keys(counts).sort()).toEqual(['200'])
    } finally {
      await caddy.end('SIGKILL')
    }
  })
})
