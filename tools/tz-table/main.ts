import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { reportOn } from './report.ts'
import { tableModule } from './table-lines.ts'
import { webModule } from './web-lines.ts'
import { readInstalledRelease } from './zone-history.ts'

/**
 * `npm run tzdata` writes the engine's table of clock changes and the extract for the pages, from the
 * installed `moment-timezone`. With `--check` it writes nothing and says whether the table is older than
 * a known release; the exit code is then 1. `--registry` also asks the npm registry for the newest
 * package.
 */

const ENGINE_TABLE = 'packages/engine/src/time/tz-table.generated.ts'
const MANIFEST = 'node_modules/moment-timezone/package.json'
const SYSTEM_SOURCE = '/usr/share/zoneinfo/tzdata.zi'

/** The release of the operating system's files, by the first line of their source: `# version 2025b`. */
function systemRelease(): string | undefined {
  try {
    return /^# version (\S+)/.exec(readFileSync(SYSTEM_SOURCE, 'utf8'))?.[1]
  } catch {
    return undefined
  }
}

function newestPackage(): string | undefined {
  try {
    const answer = execFileSync('npm', ['view', 'moment-timezone', 'version'], {
      encoding: 'utf8',
      timeout: 30_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return answer.trim() || undefined
  } catch {
    return undefined
  }
}

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    registry: { type: 'boolean', default: false },
  },
})
const release = readInstalledRelease()
const files = [
  [ENGINE_TABLE, tableModule(release)],
  ['packages/web/src/shared/time/zone-table.generated.ts', webModule(release)],
] as const

if (values.check) {
  const manifest: { readonly version: string } = JSON.parse(readFileSync(MANIFEST, 'utf8'))
  const report = reportOn({
    table: /TZ_VERSION = '(.*)'/.exec(readFileSync(ENGINE_TABLE, 'utf8'))?.[1] ?? 'nothing',
    isGenerated: files.every(([path, text]) => readFileSync(path, 'utf8') === text),
    installed: release.version,
    system: systemRelease(),
    runtime: process.versions.tz,
    packages: values.registry
      ? { installed: manifest.version, newest: newestPackage() }
      : undefined,
  })
  for (const line of report.lines) console.log(line)
  process.exitCode = report.isOld ? 1 : 0
} else {
  for (const [path, text] of files) writeFileSync(path, text)
  console.log(`The tables have ${release.version}.`)
}
