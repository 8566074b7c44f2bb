import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

/** A child process of a test; it answers by printing lines. */
export interface Child {
  /** The next line; rejects with the child's stderr if it exits first. */
  nextLine(): Promise<string>
  /** All remaining lines, until the child exits. */
  restOfLines(): Promise<readonly string[]>
  send(line: string): void
  /** Kills the child with SIGKILL; resolves when it has exited. */
  kill(): Promise<void>
}

interface ChildOptions {
  /** The largest file the child can write, in blocks of 512 bytes. Beyond it, writes fail. */
  readonly fileSizeLimitBlocks?: number
}

const pathOf = (script: string): string =>
  fileURLToPath(new URL(`./children/${script}`, import.meta.url))

function spawnChild(script: string, args: readonly string[], options: ChildOptions): ChildProcess {
  const command = [process.execPath, pathOf(script), ...args]
  const { fileSizeLimitBlocks } = options
  if (fileSizeLimitBlocks === undefined) return spawn(command[0] as string, command.slice(1))
  // The signal would end the process. If it is ignored, the write fails instead.
  const shell = `trap '' XFSZ; ulimit -f ${fileSizeLimitBlocks}; exec "$@"`
  return spawn('sh', ['-c', shell, 'sh', ...command])
}

/** Starts a script of `children/` with the test's own Node. It is killed after the test. */
export function startChild(
  script: string,
  args: readonly string[],
  options: ChildOptions = {},
): Child {
  const child = spawnChild(script, args, options)
  // A failed test must leave no process behind.
  onTestFinished(() => void child.kill('SIGKILL'))
  const exited = once(child, 'exit')
  const { stdin, stdout, stderr } = child
  if (stdin === null || stdout === null || stderr === null) throw new Error('no pipes')
  let complaint = ''
  stderr.on('data', (data: Buffer) => {
    complaint += data.toString()
  })
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]()
  return {
    async nextLine() {
      const { value, done } = await lines.next()
      if (done === true) throw new Error(`${script} ended: ${complaint}`)
      return value
    },
    async restOfLines() {
      const rest: string[] = []
      for (let next = await lines.next(); next.done !== true; next = await lines.next()) {
        rest.push(next.value)
      }
      return rest
    },
    send(line) {
      stdin.write(`${line}\n`)
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
