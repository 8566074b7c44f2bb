import manifest from '../../package.json' with { type: 'json' }
import { ConfigError } from './config.ts'
import { unknownSettings } from './setting-names.ts'
import { describeFailure } from './startup-failure.ts'

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

/** The message of an error, without its stack. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** A command that never rejects: if `work` fails, it says why, as `sentenceOf` puts it, and exits with 2. */
export const commandOf =
  (work: Command, sentenceOf: (error: unknown) => string = describeFailure): Command =>
  async (args, env, output) => {
    try {
      return await work(args, env, output)
    } catch (error) {
      output.notice(sentenceOf(error))
      return 2
    }
  }

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
    throw new ConfigError(`${messageOf(error)}\n\n${usage}`, { cause: error })
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
