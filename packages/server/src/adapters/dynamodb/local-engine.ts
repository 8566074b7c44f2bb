import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { invariant } from '@holdfast/engine'
import {
  answers,
  type EngineProcess,
  endpointOf,
  enginesOn,
  freePort,
  isEngine,
  listens,
  spawnEngine,
  stopEngine,
  waitUntil,
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

/** An engine that ended although it was in use. */
export interface EngineExit {
  readonly pid: number
  /** The engine that took its place, started by this process or by another one; absent if that failed. */
  readonly replacedBy?: number
  /** Why no other engine could be started; it is tried again every second. */
  readonly cause?: unknown
}

/** Which data folder, and who is told when its engine ends unexpectedly. */
export interface LocalEngineOptions {
  readonly dataDir: string
  readonly onExit?: (exit: EngineExit) => void
}

/** The use of a local engine by this process. */
export interface LocalEngine {
  /** Where the engine answers now; it only changes if its port was taken while it was down. */
  readonly endpoint: () => string
  pid(): number
  /** Ends this use; the last user of a data folder stops its engine. */
  close(): Promise<void>
}

const WATCH_MS = 100
const RETRY_MS = 1_000
const HUNG_MS = 5_000
const PORT_TRIES = 5
/** A killed engine is no more to be found a moment before its port is let go. */
const TRIES_OF_PREVIOUS_PORT = 2

/**
 * The engine that runs on a file, if one answers: that of the record, or one whose starter was
 * killed before it could write it down. Every other one, and one that hangs, is ended: two engines
 * would work on one file without knowing of each other.
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

/** Starts an engine, on the port of the one before if it can, so that nobody has to look it up. */
async function launch(
  databaseFile: string,
  previousPort: number | undefined,
  onEnd: () => void,
): Promise<EngineProcess> {
  for (let tries = 0; tries < PORT_TRIES; tries += 1) {
    const isPrevious = previousPort !== undefined && tries < TRIES_OF_PREVIOUS_PORT
    const port = isPrevious ? previousPort : await freePort()
    const child = await spawnEngine(port, databaseFile)
    if (child?.pid !== undefined) {
      child.once('exit', onEnd)
      return { pid: child.pid, port, databaseFile }
    }
  }
  throw new Error(`the local DynamoDB engine does not start: see ${databaseFile}.log`)
}

class EngineUse implements LocalEngine {
  readonly #dataDir: string
  readonly #databaseFile: string
  readonly #onExit: (exit: EngineExit) => void
  readonly #me: EngineUser = { pid: process.pid, id: randomUUID() }
  #engine: EngineProcess | undefined
  #watch: NodeJS.Timeout | undefined
  #recovering: Promise<void> | undefined
  #quietUntil = 0
  #closing = false

  constructor({ dataDir, onExit = () => undefined }: LocalEngineOptions) {
    this.#dataDir = resolve(dataDir)
    this.#databaseFile = join(this.#dataDir, 'dynamodb.sqlite')
    this.#onExit = onExit
  }

  async start(): Promise<void> {
    await mkdir(this.#dataDir, { recursive: true })
    this.#engine = await this.#acquire()
    // Who did not start the engine hears of its end only by looking.
    this.#watch = setInterval(() => {
      if (performance.now() >= this.#quietUntil) this.#recover()
    }, WATCH_MS).unref()
  }

  // A property, as it is handed on alone, to transports that ask it before each request.
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
    invariant(this.#engine, 'the local DynamoDB engine is used before it was started')
    return this.#engine
  }

  #othersOf(record: EngineRecord | undefined): readonly EngineUser[] {
    return (record?.users ?? []).filter(({ pid, id }) => id !== this.#me.id && isAlive(pid))
  }

  /** Joins or starts the engine, and writes this use of it down. */
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

  async #replace(ended: EngineProcess): Promise<void> {
    if (await isEngine(ended)) return
    try {
      this.#engine = await this.#acquire()
      this.#onExit({ pid: ended.pid, replacedBy: this.#engine.pid })
    } catch (cause) {
      this.#quietUntil = performance.now() + RETRY_MS
      this.#onExit({ pid: ended.pid, cause })
    }
  }
}

/**
 * Uses the local DynamoDB engine of a data folder: joins the one that runs on it, or starts it.
 * While it is in use its processes watch it, and the first to see it end starts it again on the same
 * folder, where everything that was acknowledged lies. Throws `EngineMissing` where the platform has
 * no engine.
 */
export async function startLocalEngine(options: LocalEngineOptions): Promise<LocalEngine> {
  const use = new EngineUse(options)
  await use.start()
  return use
}
