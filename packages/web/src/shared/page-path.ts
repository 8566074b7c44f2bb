import { BASE_PATH } from './base-path.ts'

const EMBED = '/embed/'

const ownPathname = location.pathname.slice(BASE_PATH.length)

/** Whether the page is embedded in another site. */
export const isEmbedded = ownPathname.startsWith(EMBED)

/** The page's path without the `/embed` prefix. */
export const pagePath = isEmbedded ? ownPathname.slice(EMBED.length - 1) : ownPathname

/** What the site around an embedded page chose for all its pages. */
const LOOK = ['lang', 'color', 'theme']

/** The path of another page that replaces this one: an embedded page stays embedded, and keeps its look. */
export function pathInFrame(path: string): string {
  if (!isEmbedded) return path
  const chosen = [...new URLSearchParams(location.search)].filter(([name]) => LOOK.includes(name))
  const query = chosen.length === 0 ? '' : `?${new URLSearchParams(chosen)}`
  return `${EMBED.slice(0, -1)}${path}${query}`
}

/** The segments of a path. */
export const partsOf = (path: string): readonly string[] =>
  path.split('/').filter((part) => part !== '')

/** The segments of the page's path, without the `/embed` prefix. */
export const pathParts = partsOf(pagePath)

/** The account in a public call; absent for links that do not name one. */
export const inAccount = (accountSlug: string | undefined) =>
  accountSlug === undefined ? {} : { accountSlug }
