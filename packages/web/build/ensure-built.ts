import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { keepBuilt } from './keep-built.ts'

const WEB = fileURLToPath(new URL('..', import.meta.url))
const CLIENT = fileURLToPath(new URL('../../client', import.meta.url))
const REACT = fileURLToPath(new URL('../../react', import.meta.url))

/** The folder of the built pages. */
export const DIST = join(WEB, 'dist')

/** Builds the pages into `dist` if their sources have changed since the last build. */
export const ensureBuilt = (log: (line: string) => void = () => {}): Promise<void> =>
  keepBuilt(
    {
      home: WEB,
      name: 'the pages',
      sources: [
        [
          WEB,
          ['*.html', 'package.json', 'vite.config.ts', 'build/*.ts', 'public/**/*', 'src/**/*'],
        ],
        [CLIENT, ['package.json', 'src/**/*']],
        [REACT, ['package.json', 'src/element.ts']],
      ],
      build: async (folder) => {
        const { buildPages } = await import('./build-pages.ts')
        await buildPages(WEB, folder)
      },
    },
    log,
  )
