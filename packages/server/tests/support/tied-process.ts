import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** A program that several test files of one worker share, and that ends with the worker. */
export interface TiedProcess {
  /** The program's own pid. */
  readonly pid: number
  /** Sends it a signal and waits until it has ended. Its folder stays. */
  end(signal: 'SIGINT' | 'SIGKILL'): Promise<void>
  /** Ends it and removes its folder. */
  stop(): Promise<void>
}

/** How a program is started. */
export interface TiedOptions {
  readonly command: string
  readonly args: readonly string[]
  /** Its data, removed after its end. */
  readonly folder: string
  /** The signal that ends it together with the worker. */
  readonly lastSignal: 'SIGINT' | 'SIGKILL'
  /** The user that runs it, where this process is root. Default: this user. */
  readonly user?: { readonly uid?: number; readonly gid?: number }
}

/**
 * Vitest ends its workers with SIGTERM, and a run that hangs with SIGKILL, so no handler in the worker can end
 * what it started. The shell notices: then its input ends. It may be asked for another signal, too.
 */
const SCRIPT = `
folder=$1; last=$2; shift 2
"$@" </dev/null >/dev/null 2>&1 &
pid=$!
echo $pid
if read -r signal; then
  kill -s "$signal" $pid; wait $pid
else
  kill -s "$last" $pid; wait $pid
  rm -rf "$folder"
fi
`

const nameOf = (signal: string): string => signal.slice('SIG'.length)

/** Starts a program that ends with this process, however that ends. */
export async function startTied(options: TiedOptions): Promise<TiedProcess> {
  const { command, args, folder, lastSignal, user } = options
  const shell: ChildProcess = spawn(
    'sh',
    ['-c', SCRIPT, 'sh', folder, nameOf(lastSignal), command, ...args],
    // A process group of its own: nobody ends the shell before its program.
    { stdio: ['pipe', 'pipe', 'ignore'], detached: true, ...user },
  )
  const { stdin, stdout } = shell
  if (stdin === null || stdout === null) throw new Error('The shell has no pipes.')
  const exited = once(shell, 'exit')
  const lines = createInterface({ input: stdout })
  const [pid] = (await Promise.race([once(lines, 'line'), exited])) as [unknown]
  if (typeof pid !== 'string') throw new Error(`${command} does not start.`)
  // Neither keeps a worker alive that has run its files.
  shell.unref()
  for (const pipe of [stdin, stdout]) if ('unref' in pipe) (pipe as { unref(): void }).unref()
  const ended = async (lastLine?: string) => {
    // Whoever waits for the end has nothing else to do, perhaps: without this, Node would end before it.
    shell.ref()
    stdin.end(lastLine)
    await exited
  }
  return {
    pid: Number(pid),
    end: (signal) => ended(`${nameOf(signal)}\n`),
    stop: () => ended(),
  }
}
