import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readPageFiles } from './http/pages/page-files.ts'
import { createPages, type Pages } from './http/pages/pages.ts'

const DIST = fileURLToPath(new URL('../../../web/dist/', import.meta.url))

/** Opens the built pages. Undefined if they are not built; the server then serves only the API. */
export const openPages = async (): Promise<Pages | undefined> =>
  existsSync(DIST) ? createPages(await readPageFiles(DIST)) : undefined
