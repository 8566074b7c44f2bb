import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import chromium from '@sparticuz/chromium'
import { type Browser, chromium as engine } from 'playwright-core'
import { HAS_MEMORY_FILES } from './data-folder.ts'
import { IS_DEEP } from './depth.ts'

// The package's own switches are for cloud functions: one process, and no site isolation. Here the
// browser must be as strict as that of a visitor.
const SWITCHES = [
  '--no-sandbox',
  '--disable-setuid-sandbox',
  '--headless=shell',
  '--hide-scrollbars',
  '--font-render-hinting=none',
  '--disable-gpu',
]

/**
 * Without V8's optimizing compilers, a page costs an eighth less CPU time: it is left before they pay off. They change no
 * result. The deep run has them.
 */
const UNOPTIMIZED = '--js-flags=--no-opt --no-maglev'

const MANIFEST = new URL(
  '../../../../node_modules/@sparticuz/chromium/package.json',
  import.meta.url,
)
/** Debian's Chromium, for machines on which the one from npm does not start. */
const SYSTEM_CHROMIUM = '/usr/bin/chromium'

/**
 * Unpacks the Chromium from npm, once per version, and resolves with its path. The package would use a
 * file that another process is still writing. So each process unpacks into its own folder and renames it
 * when it is complete.
 */
async function unpackedChromium(): Promise<string> {
  const { version } = JSON.parse(await readFile(MANIFEST, 'utf8')) as { version: string }
  const folder = join(tmpdir(), `holdfast-chromium-${version}`)
  const path = join(folder, 'chromium')
  if (existsSync(path)) return path
  const own = await mkdtemp(`${folder}-`)
  const { TMPDIR } = process.env
  process.env.TMPDIR = own
  // The package reads the target folder synchronously.
  const unpacked = chromium.executablePath()
  if (TMPDIR === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = TMPDIR
  await unpacked
  try {
    await rename(own, folder)
  } catch (error) {
    await rm(own, { recursive: true, force: true })
    if (!existsSync(path)) throw error
  }
  return path
}

/**
 * Playwright lets the processes of the browser share memory through files on the disk, because `/dev/shm` is too small in many
 * containers. Where it is not, a page costs a sixth less CPU time without that.
 */
const DISK_MEMORY = '--disable-dev-shm-usage'

const launch = (executablePath: string, switches: readonly string[]): Promise<Browser> =>
  engine.launch({
    executablePath,
    args: [...SWITCHES, ...switches],
    headless: true,
    ignoreDefaultArgs: HAS_MEMORY_FILES ? [DISK_MEMORY] : [],
  })

let shared: Promise<Browser> | undefined

/** The headless Chromium of this worker, which ends with it; a new one after a crash. Tests close their contexts. */
export async function sharedBrowser(): Promise<Browser> {
  const before = await shared
  if (before?.isConnected()) return before
  shared = launchBrowser(IS_DEEP ? [] : [UNOPTIMIZED])
  return await shared
}

/** Starts a headless Chromium, with these switches besides the usual ones; the caller closes it. */
export async function launchBrowser(switches: readonly string[] = []): Promise<Browser> {
  const path = await unpackedChromium()
  try {
    return await launch(path, switches)
  } catch (error) {
    if (!existsSync(SYSTEM_CHROMIUM)) throw error
    return await launch(SYSTEM_CHROMIUM, switches)
  }
}
