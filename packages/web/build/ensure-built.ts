import { createHash } from 'node:crypto'
import { existsSync, globSync } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const WEB = fileURLToPath(new URL('..', import.meta.url))
const CLIENT = fileURLToPath(new URL('../../client', import.meta.url))

/** Where the built pages lie. */
export const DIST = join(WEB, 'dist')
const LOCK = join(WEB, '.building')
const STAMP = 'sources.sha256'

/** What the pages are built from: when none of it changed, neither did they. */
const SOURCES: readonly (readonly [folder: string, patterns: readonly string[]])[] = [
  [WEB, ['*.html', 'package.json', 'vite.config.ts', 'build/*.ts', 'public/**/*', 'src/**/*']],
  [CLIENT, ['package.json', 'src/**/*']],
]

/** One text that stands for the content of all sources. */
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
    // Whoever made it was killed while building.
    if (since && Date.now() - since.mtimeMs > LOCK_STALE_MS) {
      await rm(LOCK, { recursive: true, force: true })
    }
    await wait(LOCK_WAIT_MS)
  }
  throw new Error(`another process has been building the pages for too long; remove ${LOCK}`)
}

/**
 * Builds the pages into `dist`, unless they were built from just these sources already. Several
 * processes may ask at once: one builds, the others wait for it. The new folder takes the place of
 * the old one when it is whole.
 */
export async function ensureBuilt(tell: (line: string) => void = () => {}): Promise<void> {
  if ((await readStamp()) === (await fingerprint())) return
  await lock()
  try {
    const sources = await fingerprint()
    if ((await readStamp()) === sources) return
    tell('Building the pages …')
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
