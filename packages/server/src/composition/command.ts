import manifest from '../../package.json' with { type: 'json' }
import { ConfigError } from './config.ts'
import { unknownSettings } from './setting-names.ts'

/** The output of a command: its result, and separately progress and errors. */
export interface CommandOutput {
  readonly report: (text: string) => void
  readonly notice: (text: string) => void
}

/** Runs a command with its arguments and settings. Resolves with the exit code; never rejects. */
export type Command = (
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  output: CommandOutput,
) => Promise<number>

/** The answer to `--help` and `--version`. Undefined if the arguments contain neither. */
export function standardAnswer(args: readonly string[], usage: string): string | undefined {
  if (args.includes('--help') || args.includes('-h')) return usage
  if (args.includes('--version')) return `${manifest.version}\n`
  return undefined
}

/** Reads the arguments of a command with `read`. Its error becomes a `ConfigError` with the usage. */
export function readArguments<T>(usage: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigError(`${reason}\n\n${usage}`, { cause: error })
  }
}

/** Runs a command as this process, and sets the exit code. Names unknown settings on stderr. */
export async function runAsProcess(command: Command, usage: string): Promise<void> {
  const args = process.argv.slice(2)
  const answer = standardAnswer(args, usage)
  if (answer !== undefined) {
    process.stdout.write(answer)
    return
  }
  const notice = (text: string) => void process.stderr.write(`${text}\n`)
  for (const sentence of unknownSettings(process.env)) notice(sentence)
  process.exitCode = await command(args, process.env, {
    report: (text) => void process.stdout.write(text),
    notice,
  })
}
