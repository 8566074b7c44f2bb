import { existsSync, globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DocsSite } from '../ops/http/docs-site.ts'

const DIST = fileURLToPath(new URL('../../../site/dist/', import.meta.url))

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  svg: 'image/svg+xml',
  png: 'image/png',
}

/**
 * Opens the documentation in a folder. Undefined if it is not built. Only files that exist now can be read: no path
 * leads out of the folder. Their contents stay on the disk, since few readers want them.
 */
export function openDocsSite(folder = DIST): DocsSite | undefined {
  if (!existsSync(folder)) return undefined
  const names = new Set(
    globSync('**/*.*', { cwd: folder }).map((path) => path.split(sep).join('/')),
  )
  return {
    read: async (path) => {
      const name = names.has(`${path}.html`) ? `${path}.html` : path
      const contentType = TYPES[name.split('.').at(-1) ?? '']
      if (!names.has(name) || contentType === undefined) return undefined
      const bytes = await readFile(join(folder, name))
      return { contentType, bytes, isImmutable: name.startsWith('assets/') }
    },
  }
}
