import { createHash } from 'node:crypto'
import { existsSync, globSync } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const WEB = fileURLToPath(new URL('..', import.meta.url))
const CLIENT = fileURLToPath(new URL('../../client', import.meta.url))

/** The folder of the built pages. */
export const DIST = join(WEB, 'dist')
const LOCK = join(WEB, '.building')
const STAMP = 'sources.sha256'

/** The files that a build reads. While none of them changes, the last build is current. */
const SOURCES: readonly (readonly [folder: string, patterns: readonly string[]])[] = [
  [WEB, ['*.html', 'package.json', 'vite.config.ts', 'build/*.ts', 'public/**/*', 'src/**/*']],
  [CLIENT, ['package.json', 'src/**/*']],
]

/** Hashes the names and contents of all sources. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  for (const [folder, patterns] of SOURCES) {
    const paths = globSync([...patterns], { cwd: folder }).sort()
    for (const path of paths) {
      const file = join(folder, path)
      if (/\.test\.tsx?$/.test(path) || (await stat(file)).isDirectory()) continue
      hash.update(`${path}\0`).update(await readFile(file))
    }
  }
  return hash.digest('hex')
}

const readStamp = (): Promise<string | undefined> =>
  readFile(join(DIST, STAMP), 'utf8').catch(() => undefined)

const LOCK_TRIES = 600
const LOCK_WAIT_MS = 200
const LOCK_STALE_MS = 120_000

async function lock(): Promise<void> {
  for (let tries = 0; tries < LOCK_TRIES; tries += 1) {
    try {
      await mkdir(LOCK)
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const since = await stat(LOCK).catch(() => undefined)
    // The process that held the lock died while building.
    if (since && Date.now() - since.mtimeMs > LOCK_STALE_MS) {
      await rm(LOCK, { recursive: true, force: true })
    }
    await wait(LOCK_WAIT_MS)
  }
  throw new Error(
    `timed out waiting for another build of the pages; if none is running, remove ${LOCK}`,
  )
}

/**
 * Builds the pages into `dist` if their sources have changed since the last build. Several processes
 * may call this at once: one builds, the others wait. The new folder replaces the old one only when
 * the build is complete.
 */
export async function ensureBuilt(log: (line: string) => void = () => {}): Promise<void> {
  if ((await readStamp()) === (await fingerprint())) return
  await lock()
  try {
    const sources = await fingerprint()
    if ((await readStamp()) === sources) return
    log('Building the pages …')
    const { buildPages } = await import('./build-pages.ts')
    const fresh = join(WEB, '.dist-next')
    await rm(fresh, { recursive: true, force: true })
    await buildPages(WEB, fresh)
    await writeFile(join(fresh, STAMP), sources)
    const old = join(WEB, '.dist-old')
    await rm(old, { recursive: true, force: true })
    if (existsSync(DIST)) await rename(DIST, old)
    await rename(fresh, DIST)
    await rm(old, { recursive: true, force: true })
  } finally {
    await rm(LOCK, { recursive: true, force: true })
  }
}
