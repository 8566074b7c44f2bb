import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { keepBuilt } from '@holdfast/web/keep-built'

const SITE = fileURLToPath(new URL('..', import.meta.url))
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** The folder of the built documentation. */
export const DIST = join(SITE, 'dist')

/**
 * The files that the documentation is built from. The OpenAPI document comes from the contracts and from the
 * routes of the server, so a change of those builds it again.
 */
const SOURCES = [
  'docs/**/*.{md,svg,webp}',
  '*.md',
  'packages/*/README.md',
  'examples/{README.md,*/README.md}',
  'packages/contracts/src/**/*.ts',
  'packages/server/package.json',
  'packages/server/src/*/http/**/*.ts',
  'packages/site/browser/*',
  'packages/site/package.json',
  'packages/site/src/**/*.ts',
] as const

/** Builds the documentation into `dist` if its sources have changed since the last build. */
export const ensureSiteBuilt = (log: (line: string) => void = () => {}): Promise<void> =>
  keepBuilt(
    {
      home: SITE,
      name: 'the documentation',
      sources: [[ROOT, SOURCES]],
      build: async (folder) => {
        const [{ buildSite, writeSite }, { readOpenApi }] = await Promise.all([
          import('./build-site.ts'),
          import('./read-openapi.ts'),
        ])
        const built = await buildSite({ root: ROOT, site: SITE, openApi: await readOpenApi() })
        await writeSite(built, ROOT, folder)
      },
    },
    log,
  )
