import { ConfigError, readConfig } from '../composition/config.ts'
import { startServer } from '../composition/serve.ts'

/** A sentence for an error that the operator can fix. Any other error is returned as it is. */
function startupMessage(error: unknown): unknown {
  if (error instanceof ConfigError) return error.message
  const { code, path, message } = error as NodeJS.ErrnoException
  if (code === 'store_unavailable') return message
  if (code === 'EADDRINUSE') return 'The port is in use. Set PORT to another one.'
  if (code === 'EACCES') {
    return 'Permission denied for the port or the data folder. Set PORT or HOLDFAST_DATA_DIR to one that this user may use.'
  }
  if (code === 'EEXIST' || code === 'ENOTDIR') {
    return `HOLDFAST_DATA_DIR is not a folder: ${path} is a file. Use the path of a folder.`
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
  console.error(startupMessage(error))
  process.exit(1)
}
