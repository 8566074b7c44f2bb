/** An invalid option. The message has the expected value. */
export class WrongOption extends Error {
  override readonly name = 'WrongOption'
}

/** The number in an option. Throws `WrongOption` if it is below `least`. */
export function atLeast(least: number, name: string, text: string): number {
  const value = Number(text)
  if (value >= least) return value
  throw new WrongOption(`Invalid --${name}: "${text}". Use a number of at least ${least}.`)
}

/** The numbers in an option, separated by commas. Throws `WrongOption` if one is below `least`. */
export const eachAtLeast = (least: number, name: string, text: string): readonly number[] =>
  text.split(',').map((each) => atLeast(least, name, each))

/** What `parseArgs` returns. Throws `WrongOption` where it rejects an option. */
export function parsed<Values>(parse: () => Values): Values {
  try {
    return parse()
  } catch (error) {
    throw new WrongOption(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

/** The engine in an option. Throws `WrongOption` if it is none of `engines`. */
export function engineOf<Engine extends string>(engines: readonly Engine[], text: string): Engine {
  const engine = engines.find((each) => each === text)
  if (engine !== undefined) return engine
  throw new WrongOption(`Unknown --engine: "${text}". Use ${engines.join(', ')}.`)
}

/** A command: reads its options, which are undefined for --help, and runs with what it opens on the stack. */
export interface Command<Options> {
  readonly usage: string
  readonly readOptions: (args: readonly string[]) => Options | undefined
  readonly run: (options: Options, stack: AsyncDisposableStack) => Promise<void>
}

/** Rejects when the process is asked to end, so that what a command started is stopped. */
function untilInterrupted(): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  const interrupt = () => reject(new WrongOption('interrupted'))
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  return promise
}

/**
 * Runs a command with the arguments of the process, and closes what is on its stack, also if it is interrupted. A failure is
 * printed, an invalid option with the usage, and sets the exit code to 1.
 */
export async function runCommand<Options>({ usage, readOptions, run }: Command<Options>) {
  const stack = new AsyncDisposableStack()
  try {
    const options = readOptions(process.argv.slice(2))
    if (options === undefined) console.log(usage)
    else await Promise.race([run(options, stack), untilInterrupted()])
  } catch (error) {
    console.error(error instanceof WrongOption ? `${error.message}\n\n${usage}` : error)
    process.exitCode = 1
  } finally {
    await stack.disposeAsync()
  }
}
