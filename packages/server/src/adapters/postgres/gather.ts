import { StoreUnavailable } from '../../kernel/ports/store.ts'

/** Something to do, and the moment on the process's own clock from which it waits. */
export interface Waiting {
  readonly sinceMilliseconds: number
}

/** How work is gathered into groups. */
export interface GatherOptions<Task extends Waiting> {
  /** What a task is, in the plural, for errors. */
  readonly tasks: string
  /** Runs a group. Never rejects: each task has its own answer. */
  readonly run: (group: readonly Task[]) => Promise<void>
  /** What a task counts in its group. Default: 1. */
  readonly sizeOf?: (task: Task) => number
  /** The largest group. A larger task is a group of its own. */
  readonly sizeMax: number
  /** With this many groups under way, a new one waits for one of them to end, or to be slow. */
  readonly groupsFew: number
  /** The most groups at once. */
  readonly groupsMax: number
  /** Rejects a task that was never started. */
  readonly reject: (task: Task, error: Error) => void
  /** The longest wait of a task for its start. */
  readonly waitMilliseconds: number
}

/** How long work is gathered while a group is under way. A group that waits for a lock must not stop others. */
const PATIENCE_MS = 5

/**
 * Runs tasks in groups. A lone task starts at the end of the current turn of the event loop. While groups are under way,
 * further tasks gather, so that under load one request to the server does the work of many.
 */
export class Gather<Task extends Waiting> {
  readonly #options: GatherOptions<Task>
  readonly #waiting: Task[] = []
  readonly #whenIdle: (() => void)[] = []
  #groups = 0
  #isScheduled = false
  #timer: NodeJS.Timeout | undefined

  constructor(options: GatherOptions<Task>) {
    this.#options = options
  }

  /** Adds a task to the next group. */
  add(task: Task): void {
    this.#waiting.push(task)
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#start()
    })
  }

  #start(): void {
    clearTimeout(this.#timer)
    this.#rejectLate()
    while (this.#waiting.length > 0 && this.#mayStart()) {
      const group = this.#waiting.splice(0, this.#groupLength())
      this.#groups += 1
      void this.#options.run(group).then(() => {
        this.#groups -= 1
        this.#start()
      })
    }
    if (this.#waiting.length > 0) this.#timer = setTimeout(() => this.#start(), PATIENCE_MS)
    else if (this.#groups === 0) for (const resolve of this.#whenIdle.splice(0)) resolve()
  }

  /** Resolves when no task is left. */
  async idle(): Promise<void> {
    if (this.#waiting.length === 0 && this.#groups === 0) return
    await new Promise<void>((resolve) => this.#whenIdle.push(resolve))
  }

  #mayStart(): boolean {
    if (this.#groups < this.#options.groupsFew) return true
    const [oldest] = this.#waiting
    const isLate =
      oldest !== undefined && performance.now() - oldest.sinceMilliseconds >= PATIENCE_MS
    return isLate && this.#groups < this.#options.groupsMax
  }

  #groupLength(): number {
    const { sizeOf = () => 1, sizeMax } = this.#options
    let size = 0
    let length = 0
    for (const task of this.#waiting) {
      size += sizeOf(task)
      if (length > 0 && size > sizeMax) break
      length += 1
    }
    return length
  }

  #rejectLate(): void {
    const { tasks, waitMilliseconds } = this.#options
    const latest = performance.now() - waitMilliseconds
    for (let [task] = this.#waiting; task !== undefined; [task] = this.#waiting) {
      if (task.sinceMilliseconds >= latest) return
      this.#waiting.shift()
      const message = `PostgreSQL or this process was busy: ${tasks} waited ${waitMilliseconds} ms to be sent.`
      this.#options.reject(task, new StoreUnavailable(message, 'not-applied'))
    }
  }
}
