import { rm } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { newDataFolder } from '../support/data-folder.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { type FaultyGateway, startFaultyGateway } from './faulty-gateway.ts'

/** The API key of the server. */
export const KEY = 'hf_key-of-the-client-suites-0123'

/** What the tests of a file share: one server for all of them, and a gateway in front of it for each. */
export interface Served {
  readonly server: ServerProcess
  readonly gateway: FaultyGateway
}

/** Starts the server before the tests of this file, and a gateway before each test; stops both. */
export function serveThroughGateway(): Served {
  const served: { server?: ServerProcess; gateway?: FaultyGateway } = {}
  let dataDir: string
  beforeAll(async () => {
    dataDir = await newDataFolder('client')
    served.server = await startServerProcess({ dataDir, apiKey: KEY, sweeper: false })
  })
  afterAll(async () => {
    await served.server?.stop()
    await rm(dataDir, { recursive: true, maxRetries: 5 })
  })
  beforeEach(async () => {
    served.gateway = await startFaultyGateway(started(served.server).url)
  })
  afterEach(() => served.gateway?.stop())
  return {
    get server() {
      return started(served.server)
    },
    get gateway() {
      return started(served.gateway)
    },
  }
}

function started<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('Starts before the first test.')
  return part
}
