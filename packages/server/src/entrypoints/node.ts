import { ConfigError, readConfig } from '../composition/config.ts'
import { startServer } from '../composition/serve.ts'

/** What an operator can mend is told in a sentence, anything else with its stack. */
function wordsOf(error: unknown): unknown {
  if (error instanceof ConfigError) return error.message
  const { code, path, message } = error as NodeJS.ErrnoException
  if (code === 'store_unavailable') return message
  if (code === 'EADDRINUSE') return 'the port is in use; set PORT to another one'
  if (code === 'EACCES') return 'the port or the data folder must not be used by this user'
  if (code === 'EEXIST' || code === 'ENOTDIR') {
    return `HOLDFAST_DATA_DIR must name a folder; there is a file at ${path}`
  }
  return error
}

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
  console.error(wordsOf(error))
  process.exit(1)
}
