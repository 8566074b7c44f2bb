import { chmod, open } from 'node:fs/promises'

/** The result of a file operation on a file or folder that does not exist. Rethrows any other error. */
export function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** Writes a new private file and syncs it to disk. */
export async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  // The mode must be exact, whatever the umask of the process.
  await chmod(file, 0o600)
}

/** Syncs a folder to disk. Otherwise a new file name is lost in a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
