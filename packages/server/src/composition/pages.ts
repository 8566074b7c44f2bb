import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readPageFiles } from './http/pages/page-files.ts'
import { createPages, type Pages } from './http/pages/pages.ts'

const DIST = fileURLToPath(new URL('../../../web/dist/', import.meta.url))

/** The pages as they were built last; nothing where they never were: then there is the API alone. */
export const openPages = async (): Promise<Pages | undefined> =>
  existsSync(DIST) ? createPages(await readPageFiles(DIST)) : undefined
