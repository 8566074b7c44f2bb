import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '../../../server/tests/support/fault-proxy.ts'
import type { Cell } from '../cells/cell.ts'
import { createCell } from '../cells/create-cell.ts'
import { type CellHistory, playCell } from '../cells/play-cell.ts'
import { createRandom, type Random } from '../cells/random.ts'
import { createWorld, PAID_SHAPES, type Shape, type World } from '../cells/world.ts'
import type { Operation } from '../checker/operation.ts'
import { Api } from './api.ts'
import { CellChecks } from './cell-checks.ts'
import { RunClock } from './clock.ts'
import { EventLog } from './event-log.ts'
import { type FaultName, type FaultRecord, startFaults } from './faults.ts'
import { checkEnd, type FinalReport, type FinalState, type WaitingCounts } from './final-checks.ts'
import { Fleet } from './fleet.ts'
import type { PlantedChange } from './preload-settings.ts'
import { Receiver } from './receiver.ts'
import type { RunCounts, RunReport, Violation } from './run-report.ts'
import { type ProvenStore, type StoreName, startStore } from './stores.ts'
import { overHttp } from './transport.ts'
import { Vendor } from './vendor.ts'

/** What a run does. */
export interface ProveOptions {
  readonly store: StoreName
  readonly minutes: number
  /** Ends the run after so many operations, if that is sooner. Default: there is no such end. */
  readonly operations?: number | undefined
  readonly seed: number
  readonly faults: ReadonlySet<FaultName>
  /** How long servers have no fault between two of them, at most. */
  readonly faultPauseSeconds: number
  readonly shapes: readonly Shape[]
  readonly serverCount: number
  /** How many cells are played at the same time. */
  readonly cellsAtOnce: number
  /** Ends the run at the first violation. */
  readonly stopsAtViolation: boolean
  readonly planted?: PlantedChange | undefined
  /** Ends the run when it is aborted; what was done until then is checked as always. */
  readonly interruption: AbortSignal
  readonly onProgress: (progress: RunCounts) => void
  readonly onViolation: (violation: Violation) => void
  /** Called now and then after the clients have ended, while events and payments arrive. */
  readonly onWaiting: (counts: WaitingCounts) => void
}

const API_KEY = 'hf_prove_0123456789abcdefghijkl-'
const CLIENTS = 5
const OPERATIONS_PER_CLIENT = 16
const CELLS_OF_A_WORLD = 40
const cellsOf = ({ today }: World): number => (today === undefined ? CELLS_OF_A_WORLD : 1)
const DAY_MINUTES = 24 * 60
/** How often the event log is read during a run. */
const WATCH_MILLISECONDS = 3_000
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
  const { serverCount, planted, shapes } = options
  const stack = new AsyncDisposableStack()
  try {
    const store = stack.adopt(await startStore(options.store, folder, options.seed), (it) =>
      it.close(),
    )
    const clock = new RunClock()
    const vendor = shapes.some((shape) => PAID_SHAPES.has(shape))
      ? await Vendor.start(() => clock.now())
      : undefined
    stack.defer(async () => vendor?.close())
    const env = { ...store.env, ...vendor?.env }
    const fleet = stack.adopt(
      await Fleet.start({ serverCount, folder, apiKey: API_KEY, env, planted }),
      async (it) => {
        await it.stop()
      },
    )
    clock.follow(fleet)
    const now = () => clock.now()
    const api = stack.adopt(
      new Api({ transport: overHttp(fleet.urls), apiKey: API_KEY, now }),
      (it) => it.close(),
    )
    const receiver = stack.adopt(await Receiver.start(), (it) => it.close())
    await receiver.subscribe(api)
    await vendor?.connect(api, seededRandom(options.seed))
    const parts = { folder, store, fleet, api, clock, receiver, vendor }
    return await new Run(options, parts).perform()
  } finally {
    await stack.disposeAsync()
  }
}

interface RunParts {
  readonly folder: string
  readonly store: ProvenStore
  readonly fleet: Fleet
  readonly api: Api
  readonly clock: RunClock
  readonly receiver: Receiver
  readonly vendor: Vendor | undefined
}

/** A world with the index of its next cell. */
interface Place {
  readonly world: World
  readonly firstDayEpochMinutes: number
  nextIndex: number
}

class Run {
  readonly #options: ProveOptions
  readonly #parts: RunParts
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
  readonly #bookings: FinalState['bookings'][number][] = []
  /** Bookings that the account may have confirmed. */
  readonly #confirmedIds = new Set<string>()
  readonly #checks: CellChecks
  readonly #startedAt = performance.now()
  readonly #clockAtStart: number
  readonly #log: EventLog
  #firstViolationSeconds: number | undefined
  /** Whether a fault could not be made: then the run cannot go on. */
  #hasFailed = false
  #operationNumber = 0
  #slowestOperationMilliseconds = 0

  constructor(options: ProveOptions, parts: RunParts) {
    this.#options = options
    this.#parts = parts
    this.#log = new EventLog(parts.api)
    this.#clockAtStart = parts.clock.now()
    this.#checks = new CellChecks({
      counts: this.#counts,
      faults: this.#faults,
      onViolation: (violation) => this.#addViolation(violation),
    })
  }

  async perform(): Promise<Omit<RunReport, 'folder'>> {
    try {
      return await this.#perform()
    } finally {
      await this.#checks.close()
    }
  }

  async #perform(): Promise<Omit<RunReport, 'folder'>> {
    const { seed, faults, faultPauseSeconds } = this.#options
    const random = createRandom(seed)
    const plan = { wanted: faults, maxPauseMilliseconds: faultPauseSeconds * 1_000 }
    const running = startFaults(this.#parts, plan, random.fork(), (record) => this.#onFault(record))
    // Without faults, a run would show less than it says.
    running.ended.catch(() => {
      this.#hasFailed = true
    })
    const watching = this.#watchEvents()
    const players = Array.from({ length: this.#options.cellsAtOnce }, () =>
      this.#playCells(random.fork()),
    )
    await Promise.all(players)
    await running.stop()
    await watching
    await this.#checks.finish()
    const { eventCount, deliveredCount, paymentCount, violations } = await this.#checkEnd()
    for (const violation of violations) this.#addViolation(violation)
    return {
      counts: this.#counts,
      violations: this.#violations,
      faults: this.#faults,
      disturbances: this.#parts.store.disturbances(),
      attempts: this.#parts.api.attempts,
      eventCount,
      deliveredCount,
      paymentCount,
      ...(this.#firstViolationSeconds !== undefined && {
        firstViolationSeconds: this.#firstViolationSeconds,
      }),
      seconds: this.#seconds(),
      wasInterrupted: this.#options.interruption.aborted,
      startedAt: this.#clockAtStart,
      slowest: {
        operationMilliseconds: this.#slowestOperationMilliseconds,
        checkMilliseconds: this.#checks.slowestMilliseconds,
      },
      recordedCells: this.#checks.recordedCells,
    }
  }

  get #isOver(): boolean {
    const { minutes, operations = Number.POSITIVE_INFINITY, stopsAtViolation } = this.#options
    return (
      this.#options.interruption.aborted ||
      this.#hasFailed ||
      this.#seconds() >= minutes * 60 ||
      this.#counts.operations >= operations ||
      (stopsAtViolation && this.#violations.length > 0)
    )
  }

  #onFault(record: FaultRecord): void {
    this.#faults.push(record)
    this.#counts.faults += 1
    this.#options.onProgress(this.#counts)
  }

  async #playCells(random: Random): Promise<void> {
    const { shapes } = this.#options
    const { api, clock, vendor } = this.#parts
    const places = new Map<Shape, Place>()
    while (!this.#isOver) {
      const shape = random.pick(shapes)
      let place = places.get(shape)
      if (place === undefined || place.nextIndex === cellsOf(place.world)) {
        const world = await createWorld(api, shape, random, clock.now())
        const today = Math.floor(clock.now() / 60_000 / DAY_MINUTES)
        place = { world, firstDayEpochMinutes: (today + 3) * DAY_MINUTES, nextIndex: 0 }
        places.set(shape, place)
      }
      const { world, firstDayEpochMinutes } = place
      const cell = createCell(world, firstDayEpochMinutes, place.nextIndex, vendor)
      place.nextIndex += 1
      const history = await playCell(cell, this.#cellRun(), random)
      await this.#checkCell(cell, history)
      this.#options.onProgress(this.#counts)
    }
  }

  #cellRun() {
    return {
      api: this.#parts.api,
      now: () => this.#parts.clock.now(),
      skewSince: (since: number) => this.#parts.clock.skewSince(since),
      settled: this.#parts.store.settled,
      clients: CLIENTS,
      operationsPerClient: OPERATIONS_PER_CLIENT,
      nextOperationId: () => {
        this.#operationNumber += 1
        return `op-${this.#options.seed}-${this.#operationNumber}`
      },
      onOperation: ({ outcome, action, request = '', attempts = [] }: Operation) => {
        this.#counts.operations += 1
        const took = (attempts.at(-1)?.endedAt ?? 0) - (attempts[0]?.sentAt ?? 0)
        this.#slowestOperationMilliseconds = Math.max(this.#slowestOperationMilliseconds, took)
        // The vendor confirms, too, but only what was paid.
        if (action.kind === 'confirm' && request.includes('/confirm')) {
          for (const id of action.ids) this.#confirmedIds.add(id)
        }
        if (outcome.kind === 'unknown') this.#counts.unknown += 1
      },
    }
  }

  async #checkCell(cell: Cell, history: CellHistory): Promise<void> {
    const mayChange = history.operations.some(({ outcome }) => outcome.kind === 'unknown')
    for (const { shown, version, paymentId } of history.bookings) {
      this.#bookings.push({ id: shown.id, version, paymentId, mayChange })
    }
    await this.#checks.add(cell, history)
  }

  #seconds(): number {
    return (performance.now() - this.#startedAt) / 1000
  }

  #addViolation(violation: Violation): void {
    this.#firstViolationSeconds ??= this.#seconds()
    this.#counts.violations += 1
    if (this.#violations.length >= MAX_VIOLATIONS) return
    this.#violations.push(violation)
    this.#options.onViolation(violation)
  }

  /** Reads the event log as it grows, so that what is wrong in it, or was delivered wrongly, is found soon. */
  async #watchEvents(): Promise<void> {
    const { receiver } = this.#parts
    while (!this.#isOver) {
      await sleep(WATCH_MILLISECONDS)
      await this.#log.read()
      for (const text of this.#log.wrong.splice(0)) this.#addViolation({ kind: 'events', text })
      for (const text of receiver.wrong.splice(0)) this.#addViolation({ kind: 'webhooks', text })
    }
  }

  #checkEnd(): Promise<FinalReport> {
    // A planted bug that was found needs no further proof.
    if (this.#options.stopsAtViolation && this.#violations.length > 0) {
      return Promise.resolve({
        violations: [],
        eventCount: this.#log.events.length,
        deliveredCount: this.#parts.receiver.delivered.size,
        paymentCount: 0,
      })
    }
    return checkEnd(
      { ...this.#parts, log: this.#log, onWaiting: this.#options.onWaiting },
      { bookings: this.#bookings, confirmedIds: this.#confirmedIds },
    )
  }
}
