import { rm } from 'node:fs/promises'
import { readConfig } from '../../src/composition/config.ts'
import { startServer } from '../../src/composition/serve.ts'
import { API_KEY } from './cluster.ts'
import { newDataFolder } from './data-folder.ts'
import { createAgent, createHttpClient, type HttpClient } from './http-client.ts'
import { ownPort } from './own-port.ts'
import { serverSettings } from './server-process.ts'

/** A server, with its own socket and store, that runs in the process of the test. */
export interface ServerHere {
  readonly url: string
  /** The folder of its SQLite database. */
  readonly dataDir: string
  /** Calls it with the key of its account. */
  readonly api: HttpClient
  /** Calls it without credentials. */
  readonly anybody: HttpClient
  /** Sets its clock. */
  setClock(now: string): Promise<void>
  /** Stops it in order and removes its data. */
  stop(): Promise<void>
}

/**
 * Starts a server on SQLite in the process of the test, with these settings besides those of every test server. A process
 * of its own would load and compile everything anew. For tests whose subject is neither a process nor its output: this
 * server cannot be killed, and logs to the output of the test.
 */
export async function startServerHere(
  env: Readonly<Record<string, string>> = {},
): Promise<ServerHere> {
  const dataDir = await newDataFolder('here')
  const settings = serverSettings(await ownPort(), {
    dataDir,
    apiKey: API_KEY,
    sweeper: false,
    env: { HOLDFAST_STORE: 'sqlite', ...env },
  })
  const server = await startServer(readConfig(settings), { print: () => {}, isTerminal: false })
  await server.greeted
  const url = `http://127.0.0.1:${server.port}`
  const agent = createAgent()
  const anybody = createHttpClient(agent, () => url)
  const api = anybody.as({ 'x-api-key': API_KEY })
  return {
    url,
    dataDir,
    api,
    anybody,
    async setClock(now) {
      const { status, text } = await api.put('/v1/test/clock', { now })
      if (status !== 200) throw new Error(`Cannot set the clock: ${text}`)
    },
    async stop() {
      await agent.close()
      await server.stop()
      await rm(dataDir, { recursive: true, maxRetries: 5 })
    },
  }
}
