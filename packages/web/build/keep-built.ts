import { createHash } from 'node:crypto'
import { existsSync, globSync } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** A folder that is built from sources, and built again when they change. */
export interface BuiltFolder {
  /** The package whose folder `dist` is built. */
  readonly home: string
  /** The files that a build reads. While none of them changes, the last build is current. */
  readonly sources: readonly (readonly [folder: string, patterns: readonly string[]])[]
  /** What is built, for the log and for errors. */
  readonly name: string
  /** Builds into an empty place. */
  readonly build: (folder: string) => Promise<void>
}

const STAMP = 'sources.sha256'

/** Hashes the names and contents of all sources. */
async function fingerprint(sources: BuiltFolder['sources']): Promise<string> {
  const hash = createHash('sha256')
  for (const [folder, patterns] of sources) {
    const paths = globSync([...patterns], { cwd: folder }).sort()
    for (const path of paths) {
      const file = join(folder, path)
      if (/\.test\.tsx?$/.test(path) || (await stat(file)).isDirectory()) continue
      hash.update(`${path}\0`).update(await readFile(file))
    }
  }
  return hash.digest('hex')
}

const LOCK_TRIES = 600
const LOCK_WAIT_MS = 200
const LOCK_STALE_MS = 120_000

async function lock(folder: string, name: string): Promise<void> {
  for (let tries = 0; tries < LOCK_TRIES; tries += 1) {
    try {
      await mkdir(folder)
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const since = await stat(folder).catch(() => undefined)
    // The process that held the lock died while building.
    if (since && Date.now() - since.mtimeMs > LOCK_STALE_MS) {
      await rm(folder, { recursive: true, force: true })
    }
    await wait(LOCK_WAIT_MS)
  }
  throw new Error(
    `timed out waiting for another build of ${name}; if none is running, remove ${folder}`,
  )
}

/**
 * Builds a folder if its sources have changed since the last build. Several processes may call this at once:
 * one builds, the others wait. The new folder replaces the old one only when the build is complete.
 */
export async function keepBuilt(
  { home, sources, name, build }: BuiltFolder,
  log: (line: string) => void,
): Promise<void> {
  const dist = join(home, 'dist')
  const readStamp = (): Promise<string | undefined> =>
    readFile(join(dist, STAMP), 'utf8').catch(() => undefined)
  if ((await readStamp()) === (await fingerprint(sources))) return
  const held = join(home, '.building')
  await lock(held, name)
  try {
    const current = await fingerprint(sources)
    if ((await readStamp()) === current) return
    log(`Building ${name} …`)
    const fresh = join(home, '.dist-next')
    await rm(fresh, { recursive: true, force: true })
    await build(fresh)
    await writeFile(join(fresh, STAMP), current)
    const old = join(home, '.dist-old')
    await rm(old, { recursive: true, force: true })
    if (existsSync(dist)) await rename(dist, old)
    await rename(fresh, dist)
    await rm(old, { recursive: true, force: true })
  } finally {
    await rm(held, { recursive: true, force: true })
  }
}
