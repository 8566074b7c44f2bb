import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DocsSite, SiteFile } from '../ops/http/docs-site.ts'

const DIST = fileURLToPath(new URL('../../../site/dist/', import.meta.url))

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  svg: 'image/svg+xml',
  webp: 'image/webp',
}

/** One or two names without a dot at their start, so that no path leads out of the folder. */
const PATH = /^\w[\w.-]*(?:\/\w[\w.-]*)?$/

/**
 * Opens the documentation in a folder. Undefined if it is not built. It may be built again while a server runs. Its
 * contents stay on the disk, since few readers want them.
 */
export function openDocsSite(folder = DIST): DocsSite | undefined {
  if (!existsSync(folder)) return undefined
  const fileAt = async (name: string): Promise<SiteFile | undefined> => {
    const contentType = TYPES[name.split('.').at(-1) ?? '']
    if (contentType === undefined) return undefined
    const file = join(folder, name)
    const found = await stat(file).catch(() => undefined)
    if (!found?.isFile()) return undefined
    return {
      contentType,
      version: `${found.mtimeMs} ${found.size}`,
      bytes: () => readFile(file),
      isImmutable: name.startsWith('assets/'),
    }
  }
  return {
    find: async (path) =>
      PATH.test(path) ? ((await fileAt(`${path}.html`)) ?? (await fileAt(path))) : undefined,
  }
}
