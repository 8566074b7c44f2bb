import { standardAnswer } from './command.ts'
import { ConfigError, readConfig } from './config.ts'
import { startServer } from './serve.ts'
import { unknownSettings } from './setting-names.ts'
import { describeFailure } from './startup-failure.ts'
import { collectYoungObjectsAlone } from './young-objects.ts'

const USAGE = `Usage: npm start

  Starts the server. Its settings are environment variables: see docs/settings.md, or /docs/settings of a server.
  SIGTERM and SIGINT stop it after the open requests. A second signal stops it at once.
`

/** npm forwards a signal that the terminal has sent to both processes. */
const SAME_SIGNAL_MILLISECONDS = 1_000

async function run(): Promise<void> {
  collectYoungObjectsAlone()
  for (const sentence of unknownSettings(process.env)) console.error(sentence)
  const server = await startServer(readConfig(process.env), {
    print: (text) => process.stdout.write(text),
    isTerminal: process.stdout.isTTY,
  })
  let stoppingSince: number | undefined
  const stop = (exitCode = 0) => {
    const now = performance.now()
    if (stoppingSince !== undefined) {
      if (now - stoppingSince > SAME_SIGNAL_MILLISECONDS) process.exit(1)
      return
    }
    stoppingSince = now
    server.stop().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', () => stop())
  process.on('SIGTERM', () => stop())
  void server.outdated.then((error) => {
    console.error(describeFailure(error))
    stop(1)
  })
  await server.greeted
}

/** Runs the server of a command line. Ends the process if it cannot start. */
export async function runServer(args: readonly string[]): Promise<void> {
  const answer = standardAnswer(args, USAGE)
  if (answer !== undefined) {
    process.stdout.write(answer)
    return
  }
  try {
    if (args.length > 0) throw new ConfigError(USAGE)
    await run()
  } catch (error) {
    console.error(describeFailure(error))
    process.exit(1)
  }
}
