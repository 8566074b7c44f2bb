import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Cell } from '../cells/cell.ts'
import { type CellHistory, playCell } from '../cells/play-cell.ts'
import { createRandom, type Random } from '../cells/random.ts'
import { createWorld, type Shape, type World } from '../cells/world.ts'
import { apply, type BookingsState, keyOfState, NO_BOOKINGS } from '../checker/bookings-spec.ts'
import { checkEvents, type FinalBooking } from '../checker/events.ts'
import { linearize } from '../checker/linearize.ts'
import type { Operation } from '../checker/operation.ts'
import { Api } from './api.ts'
import { RunClock } from './clock.ts'
import { runDoctor } from './doctor.ts'
import { EventLog } from './event-log.ts'
import { type FaultName, type FaultRecord, startFaults } from './faults.ts'
import { Fleet } from './fleet.ts'
import { type RecordedCell, recordedVerdict } from './history.ts'
import type { PlantedChange } from './preload-settings.ts'
import { Recorder } from './recorder.ts'
import { type ProvenStore, type StoreName, startStore } from './stores.ts'

/** What a run does. */
export interface ProveOptions {
  readonly store: StoreName
  readonly minutes: number
  readonly seed: number
  readonly faults: ReadonlySet<FaultName>
  readonly shapes: readonly Shape[]
  readonly serverCount: number
  /** Ends the run at the first violation. */
  readonly stopsAtViolation: boolean
  readonly planted?: PlantedChange | undefined
  readonly onProgress: (progress: RunCounts) => void
}

/** What was counted so far. */
export interface RunCounts {
  operations: number
  unknown: number
  cells: number
  undecided: number
  faults: number
  violations: number
}

/** A violation, and the history that shows it. */
export interface Violation {
  readonly kind: 'order' | 'answer' | 'events' | 'doctor'
  readonly text: string
  readonly shape?: Shape
  /** The number of the recorded cell that shows it. */
  readonly cell?: number
  readonly explained?: readonly Operation[]
  readonly stuck?: readonly Operation[]
  readonly history?: readonly Operation[]
}

/** What a run found. */
export interface RunReport {
  readonly counts: RunCounts
  readonly violations: readonly Violation[]
  readonly faults: readonly FaultRecord[]
  readonly disturbances: ReadonlyMap<string, number>
  readonly attempts: { readonly answered: number; readonly unanswered: number }
  readonly eventCount: number
  /** Seconds from the first request to the first violation. */
  readonly firstViolationSeconds?: number
  readonly seconds: number
  /** The beginning, in milliseconds of the run's clock. */
  readonly startedAt: number
  readonly recordedCells: readonly RecordedCell[]
  /** With the servers' log and, after a violation, the store. */
  readonly folder: string
}

const API_KEY = 'hf_prove_0123456789abcdefghijkl'
const CELLS_AT_ONCE = 4
const CLIENTS = 5
const OPERATIONS_PER_CLIENT = 16
const DAYS_OF_A_WORLD = 40
const DAY_MINUTES = 24 * 60
/** How long the log may be wrong after its last event. */
const QUIET_MILLISECONDS = 45_000
/** A server whose clock was ahead may have had a lease until then. */
const LEASES_END_MILLISECONDS = 11 * 60_000
const MAX_VIOLATIONS = 20
/** What stores write in the folder of a run. */
const STORE_FOLDERS = ['data', 'engine']

/** Runs servers, clients and faults, and checks everything that was answered. */
export async function prove(options: ProveOptions): Promise<RunReport> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-prove-'))
  const report = await proveIn(folder, options)
  if (report.violations.length === 0) {
    for (const name of STORE_FOLDERS) {
      await rm(join(folder, name), { recursive: true, force: true, maxRetries: 5 })
    }
  }
  return { ...report, folder }
}

async function proveIn(folder: string, options: ProveOptions): Promise<Omit<RunReport, 'folder'>> {
  const { serverCount, planted } = options
  const stack = new AsyncDisposableStack()
  try {
    const store = stack.adopt(await startStore(options.store, folder, options.seed), (it) =>
      it.close(),
    )
    const fleet = stack.adopt(
      await Fleet.start({ serverCount, folder, apiKey: API_KEY, env: store.env, planted }),
      async (it) => {
        await it.stop()
      },
    )
    const api = stack.adopt(new Api(fleet.urls, API_KEY), (it) => it.close())
    return await new Run(options, { folder, store, fleet, api }).perform()
  } finally {
    await stack.disposeAsync()
  }
}

interface RunParts {
  readonly folder: string
  readonly store: ProvenStore
  readonly fleet: Fleet
  readonly api: Api
}

class Run {
  readonly #options: ProveOptions
  readonly #parts: RunParts
  readonly #clock: RunClock
  readonly #counts: RunCounts = {
    operations: 0,
    unknown: 0,
    cells: 0,
    undecided: 0,
    faults: 0,
    violations: 0,
  }
  readonly #violations: Violation[] = []
  readonly #faults: FaultRecord[] = []
  readonly #bookings: FinalBooking[] = []
  readonly #recorder = new Recorder()
  readonly #startedAt = performance.now()
  readonly #clockAtStart: number
  #firstViolationSeconds: number | undefined
  #operationNumber = 0

  constructor(options: ProveOptions, parts: RunParts) {
    this.#options = options
    this.#parts = parts
    this.#clock = new RunClock(parts.fleet)
    this.#clockAtStart = this.#clock.now()
  }

  async perform(): Promise<Omit<RunReport, 'folder'>> {
    const { seed, minutes, faults } = this.#options
    const random = createRandom(seed)
    const endsAt = this.#startedAt + minutes * 60_000
    const isOver = () =>
      performance.now() >= endsAt || (this.#options.stopsAtViolation && this.#violations.length > 0)
    const running = startFaults(
      { ...this.#parts, clock: this.#clock },
      faults,
      random.fork(),
      (record) => this.#onFault(record),
    )
    const players = Array.from({ length: CELLS_AT_ONCE }, () =>
      this.#playCells(random.fork(), isOver),
    )
    await Promise.all(players)
    await running.stop()
    const eventCount = await this.#checkEnd()
    return {
      counts: this.#counts,
      violations: this.#violations,
      faults: this.#faults,
      disturbances: this.#parts.store.disturbances(),
      attempts: this.#parts.api.attempts,
      eventCount,
      ...(this.#firstViolationSeconds !== undefined && {
        firstViolationSeconds: this.#firstViolationSeconds,
      }),
      seconds: this.#seconds(),
      startedAt: this.#clockAtStart,
      recordedCells: this.#recorder.cells,
    }
  }

  #onFault(record: FaultRecord): void {
    this.#faults.push(record)
    this.#counts.faults += 1
    this.#options.onProgress(this.#counts)
  }

  async #playCells(random: Random, isOver: () => boolean): Promise<void> {
    const { shapes } = this.#options
    const worlds = new Map<Shape, { readonly world: World; day: number }>()
    while (!isOver()) {
      const shape = random.pick(shapes)
      let place = worlds.get(shape)
      if (place === undefined || place.day === DAYS_OF_A_WORLD) {
        place = { world: await createWorld(this.#parts.api, shape, random), day: 0 }
        worlds.set(shape, place)
      }
      place.day += 1
      const today = Math.floor(this.#clock.now() / 60_000 / DAY_MINUTES)
      const cell = new Cell(place.world, (today + 2 + place.day) * DAY_MINUTES)
      const history = await playCell(cell, this.#cellRun(), random)
      this.#checkCell(cell, history)
      this.#options.onProgress(this.#counts)
    }
  }

  #cellRun() {
    return {
      api: this.#parts.api,
      now: () => this.#clock.now(),
      skewSince: (since: number) => this.#clock.skewSince(since),
      clients: CLIENTS,
      operationsPerClient: OPERATIONS_PER_CLIENT,
      nextOperationId: () => {
        this.#operationNumber += 1
        return `op-${this.#options.seed}-${this.#operationNumber}`
      },
      onOperation: ({ outcome }: Operation) => {
        this.#counts.operations += 1
        if (outcome.kind === 'unknown') this.#counts.unknown += 1
      },
    }
  }

  #checkCell(cell: Cell, { operations, bookings, strange }: CellHistory): void {
    const { world, dayEpochMinutes, capacities } = cell
    const { shape } = world
    this.#counts.cells += 1
    const number = this.#counts.cells
    this.#bookings.push(...bookings.map(({ id, version }) => ({ id, version })))
    for (const text of strange) this.#addViolation({ kind: 'answer', text, shape })
    const verdict = linearize<BookingsState>(operations, {
      initial: NO_BOOKINGS,
      apply: (state, operation) => apply(state, operation, cell.capacities),
      keyOf: keyOfState,
    })
    if (verdict.kind === 'undecided') this.#counts.undecided += 1
    if (verdict.kind === 'violation') {
      const { explained, stuck } = verdict
      const text = `no order of ${operations.length} operations explains their outcomes`
      this.#addViolation({
        kind: 'order',
        text,
        shape,
        cell: number,
        explained,
        stuck,
        history: operations,
      })
    }
    const recorded: RecordedCell = {
      number,
      shape,
      dayEpochMinutes,
      capacities: [...capacities],
      operations,
      ...recordedVerdict(verdict),
    }
    this.#recorder.add(recorded, this.#faultsSince(operations))
  }

  /** The names of the faults while the operations ran. */
  #faultsSince(operations: readonly Operation[]): readonly FaultName[] {
    const from = Math.min(...operations.map(({ invokedAt }) => invokedAt))
    const firstAfter = this.#faults.findLastIndex(({ to }) => to < from) + 1
    return this.#faults.slice(firstAfter).map(({ name }) => name)
  }

  #seconds(): number {
    return (performance.now() - this.#startedAt) / 1000
  }

  #addViolation(violation: Violation): void {
    this.#firstViolationSeconds ??= this.#seconds()
    this.#counts.violations += 1
    if (this.#violations.length < MAX_VIOLATIONS) this.#violations.push(violation)
  }

  /** After the last fault: all events arrive, and the doctor finds nothing. Resolves with the number of events. */
  async #checkEnd(): Promise<number> {
    const { api, store, fleet, folder } = this.#parts
    await this.#clock.advance(LEASES_END_MILLISECONDS)
    const log = new EventLog(api)
    let endsAt = performance.now() + QUIET_MILLISECONDS
    // The sweeper may still end holds, so the bookings' last versions are those that the log has then.
    let wrong: readonly string[]
    do {
      await sleep(1_000)
      const countBefore = log.events.length
      await log.read()
      if (log.events.length > countBefore) endsAt = performance.now() + QUIET_MILLISECONDS
      wrong = checkEvents(log.events, await this.#currentVersions(log))
    } while (wrong.length > 0 && performance.now() < endsAt)
    for (const text of wrong.slice(0, MAX_VIOLATIONS)) this.#addViolation({ kind: 'events', text })
    await fleet.stop()
    const { isHealthy, output } = await runDoctor(
      { ...store.directEnv, HOLDFAST_DATA_DIR: join(folder, 'data') },
      this.#clock.now() - Date.now(),
    )
    if (!isHealthy) this.#addViolation({ kind: 'doctor', text: output.slice(0, 4_000) })
    return log.events.length
  }

  /** A hold that lapsed after its cell was read has one more version, if the log says so. */
  async #currentVersions(log: EventLog): Promise<readonly FinalBooking[]> {
    const expired = new Map(
      log.events.flatMap(({ type, resourceId, version }) =>
        type === 'booking.expired' ? [[resourceId, version] as const] : [],
      ),
    )
    return this.#bookings.map(({ id, version }) => ({
      id,
      version: expired.get(id) === version + 1 ? version + 1 : version,
    }))
  }
}
