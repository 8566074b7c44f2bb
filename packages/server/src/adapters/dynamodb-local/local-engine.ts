import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { invariant } from '@holdfast/engine'
import {
  answers,
  EngineFailed,
  type EngineProcess,
  endpointOf,
  enginesOn,
  freePort,
  isEngine,
  listens,
  spawnEngine,
  stopEngine,
} from './engine-process.ts'
import {
  type EngineRecord,
  type EngineUser,
  isAlive,
  readRecord,
  recordFile,
  withEngineLock,
  writeRecord,
} from './engine-record.ts'
import { waitUntil } from './wait-until.ts'

/** An engine that exited while it was in use. */
export interface EngineExit {
  readonly pid: number
  /** Pid of the replacement, which this or another process started. Absent if that failed. */
  readonly replacedBy?: number
  /** Why no replacement could be started. The start is retried every second. */
  readonly cause?: unknown
}

/** How a local engine is used. */
export interface LocalEngineOptions {
  readonly dataDir: string
  /** Called when the engine exits unexpectedly. */
  readonly onExit?: (exit: EngineExit) => void
}

/** This process's use of a local engine. */
export interface LocalEngine {
  /** The engine's current URL. It changes only if the port was taken while the engine was down. */
  readonly endpoint: () => string
  pid(): number
  /** Ends this use. The last user of a data folder stops the engine. */
  close(): Promise<void>
}

const WATCH_MS = 100
const RETRY_MS = 1_000
const HUNG_MS = 5_000
const MAX_PORTS = 5
/** A killed process disappears a moment before its port is released. */
const TRIES_ON_PREVIOUS_PORT = 2

/**
 * Finds the engine that answers for a file: the recorded one, or one whose starter was killed before
 * it wrote the record. Stops all others, and engines that hang, since two engines would write to one
 * file without coordination.
 */
async function runningEngine(
  record: EngineRecord | undefined,
  databaseFile: string,
): Promise<EngineProcess | undefined> {
  const isRecorded = ({ pid }: EngineProcess) => Number(pid === record?.pid)
  const engines = await enginesOn(databaseFile)
  let chosen: EngineProcess | undefined
  for (const engine of engines.toSorted((a, b) => isRecorded(b) - isRecorded(a))) {
    if (chosen === undefined && (await isReady(engine))) chosen = engine
    else await stopEngine(engine)
  }
  return chosen
}

const isReady = (engine: EngineProcess): Promise<boolean> =>
  waitUntil(async () => (await listens(engine)) && (await answers(engine.port)), HUNG_MS)

/** Starts an engine, if possible on its previous port, so that its users need no new address. */
async function launch(
  databaseFile: string,
  previousPort: number | undefined,
  onExit: () => void,
): Promise<EngineProcess> {
  for (let tries = 0; tries < MAX_PORTS; tries += 1) {
    const isPrevious = previousPort !== undefined && tries < TRIES_ON_PREVIOUS_PORT
    const port = isPrevious ? previousPort : await freePort()
    const child = await spawnEngine(port, databaseFile)
    if (child?.pid !== undefined) {
      child.once('exit', onExit)
      return { pid: child.pid, port, databaseFile }
    }
  }
  throw new EngineFailed(`The local DynamoDB engine does not start. See ${databaseFile}.log.`)
}

class EngineUse implements LocalEngine {
  readonly #dataDir: string
  readonly #databaseFile: string
  readonly #onExit: (exit: EngineExit) => void
  readonly #me: EngineUser = { pid: process.pid, id: randomUUID() }
  #engine: EngineProcess | undefined
  #watch: NodeJS.Timeout | undefined
  #recovering: Promise<void> | undefined
  #retryAt = 0
  #closing = false

  constructor({ dataDir, onExit = () => undefined }: LocalEngineOptions) {
    this.#dataDir = resolve(dataDir)
    this.#databaseFile = join(this.#dataDir, 'dynamodb.sqlite')
    this.#onExit = onExit
  }

  async start(): Promise<void> {
    await mkdir(this.#dataDir, { recursive: true })
    this.#engine = await this.#acquire()
    // Only the process that started the engine is notified of its exit; all others poll.
    this.#watch = setInterval(() => {
      if (performance.now() >= this.#retryAt) this.#recover()
    }, WATCH_MS).unref()
  }

  // A property, since transports receive it alone and call it before each request.
  readonly endpoint = (): string => endpointOf(this.#current().port)

  pid(): number {
    return this.#current().pid
  }

  async close(): Promise<void> {
    if (this.#closing) return
    this.#closing = true
    clearInterval(this.#watch)
    await this.#recovering
    await withEngineLock(this.#dataDir, async () => {
      const record = await readRecord(this.#dataDir)
      const users = this.#othersOf(record)
      if (record !== undefined && users.length > 0) {
        await writeRecord(this.#dataDir, { ...record, users })
        return
      }
      if (record !== undefined) await stopEngine({ ...record, databaseFile: this.#databaseFile })
      await rm(recordFile(this.#dataDir), { force: true })
    })
  }

  #current(): EngineProcess {
    invariant(this.#engine, 'the local DynamoDB engine was used before it was started')
    return this.#engine
  }

  #othersOf(record: EngineRecord | undefined): readonly EngineUser[] {
    return (record?.users ?? []).filter(({ pid, id }) => id !== this.#me.id && isAlive(pid))
  }

  /** Joins or starts the engine, and records this use. */
  #acquire(): Promise<EngineProcess> {
    return withEngineLock(this.#dataDir, async () => {
      const record = await readRecord(this.#dataDir)
      const engine =
        (await runningEngine(record, this.#databaseFile)) ??
        (await launch(this.#databaseFile, record?.port, () => this.#recover()))
      const users = [...this.#othersOf(record), this.#me]
      await writeRecord(this.#dataDir, { pid: engine.pid, port: engine.port, users })
      return engine
    })
  }

  #recover(): void {
    if (this.#closing || this.#recovering !== undefined || this.#engine === undefined) return
    this.#recovering = this.#replace(this.#engine).finally(() => {
      this.#recovering = undefined
    })
  }

  async #replace(exited: EngineProcess): Promise<void> {
    if (await isEngine(exited)) return
    try {
      this.#engine = await this.#acquire()
      this.#onExit({ pid: exited.pid, replacedBy: this.#engine.pid })
    } catch (cause) {
      this.#retryAt = performance.now() + RETRY_MS
      this.#onExit({ pid: exited.pid, cause })
    }
  }
}

/**
 * Joins the local DynamoDB engine of a data folder, or starts it. All processes that use the engine
 * watch it. The first to notice its exit restarts it on the same folder, so acknowledged writes
 * survive. Throws `EngineMissing` on a platform without an engine.
 */
export async function startLocalEngine(options: LocalEngineOptions): Promise<LocalEngine> {
  const use = new EngineUse(options)
  await use.start()
  return use
}
