import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'

const COMPRESSED = '**/*.{html,js,css,svg}'

/** Builds the pages at `web` into `folder` and writes compressed copies (.br, .gz) of each text file. */
export async function buildPages(web: string, folder: string): Promise<void> {
  const { NODE_ENV } = process.env
  // Vitest sets NODE_ENV to `test`, which would build React for development.
  process.env.NODE_ENV = 'production'
  try {
    for (const mode of ['booker', 'staff']) {
      await build({
        configFile: join(web, 'vite.config.ts'),
        mode,
        build: { outDir: folder, emptyOutDir: mode === 'booker' },
      })
    }
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = NODE_ENV
  }
  const paths = globSync(COMPRESSED, { cwd: folder })
  await Promise.all(paths.map((path) => compress(join(folder, path))))
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)])
}
