import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'

/** A built file, uncompressed and optionally compressed. */
export interface PageFile {
  readonly contentType: string
  readonly plain: Uint8Array
  readonly brotli?: Uint8Array
  readonly gzip?: Uint8Array
}

/** The built files by path, such as `assets/booking-3f2a.js`. */
export type PageFiles = ReadonlyMap<string, PageFile>

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  woff2: 'font/woff2',
}

/** Reads the built pages into memory, because they are few, small and frequently requested. */
export async function readPageFiles(folder: string): Promise<PageFiles> {
  const paths = globSync('**/*.*', { cwd: folder }).map((path) => path.split(sep).join('/'))
  const all = new Set(paths)
  const read = async (path: string) =>
    all.has(path) ? await readFile(join(folder, path)) : undefined
  const files = paths.map(async (path) => {
    const contentType = TYPES[path.split('.').at(-1) ?? '']
    if (contentType === undefined) return []
    const [plain, brotli, gzip] = await Promise.all([
      readFile(join(folder, path)),
      read(`${path}.br`),
      read(`${path}.gz`),
    ])
    return [
      [path, { contentType, plain, ...(brotli && { brotli }), ...(gzip && { gzip }) }] as const,
    ]
  })
  return new Map((await Promise.all(files)).flat())
}
