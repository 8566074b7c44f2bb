import { statfsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system in memory, which Linux has. Containers often give it 64 MB. */
const IN_MEMORY = '/dev/shm'
const FREE_BYTES_MIN = 4 * 1024 ** 3

function isRoomy(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(path)
    return bavail * bsize >= FREE_BYTES_MIN
  } catch {
    return false
  }
}

/** Whether the file system in memory has room for the data of tests. */
export const HAS_MEMORY_FILES = isRoomy(IN_MEMORY)

const ROOT = HAS_MEMORY_FILES ? IN_MEMORY : tmpdir()

/**
 * A new folder for the data of a store: in memory if there is room, because stores sync every commit. Tests kill
 * processes, never the machine, so a killed process loses no less there than on a disk.
 */
export const newDataFolder = (name: string): Promise<string> =>
  mkdtemp(join(ROOT, `holdfast-${name}-`))
