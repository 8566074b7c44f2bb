import { readConfig } from '../composition/config.ts'
import { startServer } from '../composition/serve.ts'
import { describeFailure } from '../composition/startup-failure.ts'

try {
  const server = await startServer(readConfig(process.env), {
    print: (text) => process.stdout.write(text),
  })
  const stop = () => {
    server.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
} catch (error) {
  console.error(describeFailure(error))
  process.exit(1)
}
