import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

/** The releases whose data folders are kept. */
export const RELEASES = ['1.0.0', '2.0.0'] as const
export type Release = (typeof RELEASES)[number]

const KEYS: Readonly<Record<Release, string>> = {
  '1.0.0': 'hf_fixtureofversionone000000000000',
  '2.0.0': 'hf_fixtureofversiontwo000000000000',
}
const KEPT = new URL('../../../server/tests/upgrade/', import.meta.url)
const PACKED = '.sqlite.gz'

/** Unpacks the data folder that a server of a release wrote on 20 April 2026; `close` removes it. */
export async function openRelease(release: Release) {
  const kept = fileURLToPath(new URL(release, KEPT))
  const dataDir = await mkdtemp(join(tmpdir(), 'holdfast-release-'))
  for (const name of await readdir(kept)) {
    if (name.endsWith(PACKED)) {
      const unpacked = gunzipSync(await readFile(join(kept, name)))
      await writeFile(join(dataDir, name.slice(0, -'.gz'.length)), unpacked)
    } else if (!name.startsWith('backup')) await cp(join(kept, name), join(dataDir, name))
  }
  return {
    dataDir,
    apiKey: KEYS[release],
    startsAtEpochMilliseconds: Date.parse('2026-04-20T08:00:00Z'),
    close: () => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }),
  }
}
