import { type ChildProcess, fork, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** A process that this run started and stops. */
export interface OwnProcess extends AsyncDisposable {
  readonly pid: number
  /** Rejects with the end of the output if the process exits by itself. */
  readonly ended: Promise<never>
  /** Sends a message through the channel and returns the next message from the process. */
  request(message: unknown): Promise<unknown>
}

const END_MILLISECONDS = 10_000
const SHOWN_CHARACTERS = 2_000

/** The options of a program. */
export interface ProgramOptions {
  readonly command: string
  readonly args: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  /** The file for its output. */
  readonly logFile: string
  /** The signal that stops it. */
  readonly signal?: NodeJS.Signals
  /** Opens a message channel. The program must be a Node program. */
  readonly hasChannel?: boolean
  readonly user?: { readonly uid: number; readonly gid: number }
}

const running = new Set<ChildProcess>()
// Last resort: kills all started processes when this process exits.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Kills a child when this process exits. */
export function killAtExit(child: ChildProcess): void {
  running.add(child)
  child.once('exit', () => running.delete(child))
}

const hasEnded = (child: ChildProcess): boolean =>
  child.exitCode !== null || child.signalCode !== null

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(child)) return
  const exit = once(child, 'exit')
  child.kill(signal)
  const isLate = await Promise.race([
    exit.then(() => false),
    sleep(END_MILLISECONDS, true, { ref: false }),
  ])
  if (isLate) child.kill('SIGKILL')
  await exit
}

/** Starts a program that writes its output to a file. */
export async function startProgram(options: ProgramOptions): Promise<OwnProcess> {
  const { command, args, env, logFile, signal = 'SIGTERM', user, hasChannel } = options
  const log = await open(logFile, 'a', 0o666)
  const channel = hasChannel ? (['ipc'] as const) : []
  const stdio = ['ignore', log.fd, log.fd, ...channel] satisfies SpawnOptions['stdio']
  const child = spawn(command, args, { env, stdio, serialization: 'advanced', ...user })
  await once(child, 'spawn').finally(() => log.close())
  return own(child, signal, () => readFile(logFile, 'utf8'))
}

function own(
  child: ChildProcess,
  signal: NodeJS.Signals,
  output: () => Promise<string>,
): OwnProcess {
  killAtExit(child)
  let isWanted = true
  const ended = once(child, 'exit').then(async ([code, by]) => {
    if (!isWanted) return await new Promise<never>(() => {})
    const shown = (await output()).slice(-SHOWN_CHARACTERS)
    throw new Error(`${child.spawnfile} exited unexpectedly (${code ?? by}):\n${shown}`)
  })
  // Prevents an unhandled rejection before the promise is awaited.
  ended.catch(() => {})
  return {
    pid: child.pid as number,
    ended,
    async request(message) {
      const answer = once(child, 'message')
      child.send(message as object)
      return (await Promise.race([answer, ended]))[0]
    },
    async [Symbol.asyncDispose]() {
      isWanted = false
      await end(child, signal)
    },
  }
}

/** A process of the benchmark that answers one question at a time. */
export interface AskableProcess<Question, Answer> extends OwnProcess {
  ask(question: Question): Promise<Answer>
}

type Reply<Answer> = { readonly result: Answer } | { readonly error: string }

/** Starts a module of this folder in a separate process. */
export function startAskable<Question extends object, Answer>(
  file: string,
  args: readonly string[] = [],
): AskableProcess<Question, Answer> {
  const child = fork(new URL(file, import.meta.url), args, {
    serialization: 'advanced',
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const base = own(child, 'SIGTERM', async () => '')
  return {
    ...base,
    async ask(question) {
      const reply = (await base.request(question)) as Reply<Answer>
      if ('error' in reply) throw new Error(`${file}: ${reply.error}`)
      return reply.result
    },
  }
}

/** Answers questions in a process started by `startAskable`, until its parent exits. */
export function answerQuestions<Question, Answer>(
  answer: (question: Question) => Promise<Answer>,
): void {
  const send = (reply: Reply<Answer>) => process.send?.(reply)
  process.on('message', (question) => {
    answer(question as Question).then(
      (result) => send({ result }),
      (error: unknown) => send({ error: String(error) }),
    )
  })
  process.once('disconnect', () => process.exit(0))
  // Ctrl-C reaches the whole process group. Ignore it here, because the parent stops this process.
  process.on('SIGINT', () => {})
}

/** Milliseconds per clock tick in /proc. USER_HZ is 100 on every Linux that Node supports. */
const TICK_MILLISECONDS = 10

/** The fields of /proc/<pid>/stat from the third on. The second is a name with arbitrary characters. */
const statFields = (pid: number | string): readonly string[] => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

/** Nanoseconds that each thread of a process ran. Empty where the system does not count them. */
function threadNanoseconds(pid: number): readonly number[] {
  const folder = `/proc/${pid}/task`
  try {
    return readdirSync(folder).map((thread) =>
      Number(readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ')[0]),
    )
  } catch {
    return []
  }
}

/**
 * CPU time of a process so far, in milliseconds: to the nanosecond where Linux counts it for each thread, without threads that
 * have ended; otherwise in ticks. NaN if the system does not report it.
 */
export function cpuMillisecondsOf(pid: number): number {
  const nanoseconds = threadNanoseconds(pid).reduce((total, each) => total + each, 0)
  if (nanoseconds > 0) return nanoseconds / 1e6
  const fields = statFields(pid)
  return (Number(fields[11]) + Number(fields[12])) * TICK_MILLISECONDS
}

/** CPU time of the children of a process that have ended, in milliseconds. */
export function endedChildrenMilliseconds(pid: number): number {
  const fields = statFields(pid)
  return (Number(fields[13]) + Number(fields[14])) * TICK_MILLISECONDS
}

/** CPU time of several processes so far, to compare with later. */
export function readCpu(pids: readonly number[]): ReadonlyMap<number, number> {
  return new Map(pids.map((pid) => [pid, cpuMillisecondsOf(pid)]))
}

/** What the processes used since then. One of the database that ended meanwhile, after it vacuumed, has no time any more. */
export function cpuSince(before: ReadonlyMap<number, number>): number {
  let used = 0
  for (const [pid, milliseconds] of before) {
    const each = cpuMillisecondsOf(pid) - milliseconds
    if (!Number.isNaN(each)) used += each
  }
  return used
}

/** A process and its current children. */
export function withChildren(pid: number): readonly number[] {
  if (process.platform !== 'linux') return [pid]
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && statFields(name)[1] === String(pid))
    .map(Number)
  return [pid, ...children]
}
