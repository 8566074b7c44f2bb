import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A running proxy that holds each request and each response against the OpenAPI document. */
export interface Prism {
  readonly url: string
  readonly stop: () => Promise<void>
}

/**
 * Starts Prism in a folder that has it and `openapi.json`, in front of a server. It answers itself where a request or a
 * response of success is not as documented. It reads the document for a minute or more.
 */
export async function startPrism(folder: string, serverUrl: string, port: number): Promise<Prism> {
  const main = join(folder, 'node_modules/@stoplight/prism-cli/dist/index.js')
  const args = [main, 'proxy', 'openapi.json', serverUrl, '--errors', '--port', String(port)]
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  await listening(child)
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill()
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

async function listening({ stdout }: ChildProcess): Promise<void> {
  if (stdout === null) throw new Error('the output of Prism is not read')
  for await (const line of createInterface({ input: stdout })) {
    if (!line.includes('Prism is listening')) continue
    stdout.resume()
    return
  }
  throw new Error('Prism did not start')
}

/** The parts of the document that say which calls need nothing but a key. */
interface Reads {
  readonly paths: Readonly<
    Record<
      string,
      { readonly get?: { readonly parameters?: readonly { readonly required?: boolean }[] } }
    >
  >
}

/** Reads that do not end. */
const STREAMS = ['/v1/events/stream']

/**
 * Reads everything that needs no parameter through Prism, with and without a key. Returns how many responses there were.
 * Throws at the first one that is not as documented.
 */
export async function readAll(document: Reads, url: string, key: string): Promise<number> {
  const paths = Object.entries(document.paths).flatMap(([path, { get }]) =>
    get && !STREAMS.includes(path) && !get.parameters?.some(({ required }) => required)
      ? [path]
      : [],
  )
  for (const path of paths) {
    for (const authorization of [`Bearer ${key}`, 'Bearer nobody']) {
      const response = await fetch(`${url}${path}`, { headers: { authorization } })
      const text = await response.text()
      // Prism lets a status pass that is not documented, and reports it in this header.
      const violations = response.headers.get('sl-violations')
      if (violations !== null || text.includes('stoplight.io/prism')) {
        throw new Error(`GET ${path}: ${violations ?? text}`)
      }
    }
  }
  return paths.length * 2
}
