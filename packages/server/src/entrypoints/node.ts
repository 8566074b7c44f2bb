import { standardAnswer } from '../composition/command.ts'
import { ConfigError, readConfig } from '../composition/config.ts'
import { startServer } from '../composition/serve.ts'
import { unknownSettings } from '../composition/setting-names.ts'
import { describeFailure } from '../composition/startup-failure.ts'

const USAGE = `Usage: npm start

  Starts the server. Its settings are environment variables: see "Settings" in README.md.
  SIGTERM and SIGINT stop it after the open requests. A second signal stops it at once.
`

/** npm forwards a signal that the terminal has sent to both processes. */
const SAME_SIGNAL_MILLISECONDS = 1_000

async function run(): Promise<void> {
  for (const sentence of unknownSettings(process.env)) console.error(sentence)
  const server = await startServer(readConfig(process.env), {
    print: (text) => process.stdout.write(text),
    isTerminal: process.stdout.isTTY,
  })
  let stoppingSince: number | undefined
  const stop = () => {
    const now = performance.now()
    if (stoppingSince !== undefined) {
      if (now - stoppingSince > SAME_SIGNAL_MILLISECONDS) process.exit(1)
      return
    }
    stoppingSince = now
    server.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  await server.greeted
}

const args = process.argv.slice(2)
const answer = standardAnswer(args, USAGE)
if (answer !== undefined) {
  process.stdout.write(answer)
} else {
  try {
    if (args.length > 0) throw new ConfigError(USAGE)
    await run()
  } catch (error) {
    console.error(describeFailure(error))
    process.exit(1)
  }
}
