/** Errors whose message is a sentence for the operator, by their `code`. */
const SENTENCES: ReadonlySet<unknown> = new Set([
  'config_error',
  'engine_failed',
  'engine_missing',
  'server_key_foreign',
  'server_key_invalid',
  'store_database_not_usable',
  'store_file_not_usable',
  'store_table_not_usable',
  'store_too_new',
  'store_unavailable',
])

interface SystemError {
  readonly code?: unknown
  readonly path?: unknown
  readonly syscall?: unknown
  readonly port?: unknown
}

/**
 * Why a server or a command failed: a sentence for errors that the operator can fix. Any other error is a
 * bug, and gets its stack.
 */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const failure: Error & SystemError = error
  if (SENTENCES.has(failure.code)) return failure.message
  return systemSentence(failure) ?? failure.stack ?? failure.message
}

function systemSentence({ code, path, syscall, port }: SystemError): string | undefined {
  if (syscall === 'listen') {
    if (code === 'EADDRINUSE') return `Port ${port} is in use. Set PORT to another one.`
    if (code === 'EACCES') {
      return `This user may not listen on port ${port}. Set PORT to 1024 or higher.`
    }
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return 'HOLDFAST_HOST is not an address of this machine. Use one such as 127.0.0.1, 0.0.0.0 or ::.'
  }
  if (path === undefined) return undefined
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return `No permission for ${path}. Set HOLDFAST_DATA_DIR to a folder that this user may read and write.`
    case 'EROFS':
      return `${path} is on a read-only file system. Set HOLDFAST_DATA_DIR to a folder that this user may write.`
    case 'EEXIST':
    case 'ENOTDIR':
      return `HOLDFAST_DATA_DIR is not a folder: ${path} is a file. Use the path of a folder.`
    default:
      return undefined
  }
}
