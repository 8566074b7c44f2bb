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

/**
 * The address of another page in the language of this one. Another tab, another host and the window around a frame do not know what
 * was chosen here.
 */
export function inThisLanguage(address: string): string {
  const [page = '', ...fragment] = address.split('#')
  const mark = page.includes('?') ? '&' : '?'
  return [`${page}${mark}lang=${document.documentElement.lang}`, ...fragment].join('#')
}

/** The attributes of a link to a page that an embedded page opens in a tab of its own, and any other page in its place. */
export const linkOutOfFrame = (path: string) =>
  isEmbedded
    ? ({ href: inThisLanguage(path), target: '_blank', rel: 'noopener' } as const)
    : { href: path }

/** The segments of a path. */
export const partsOf = (path: string): readonly string[] =>
  path.split('/').filter((part) => part !== '')

/** The segments of the page's path, without the `/embed` prefix. */
export const pathParts = partsOf(pagePath)

/** The account in a public call; absent for links that do not name one. */
export const inAccount = (accountSlug: string | undefined) =>
  accountSlug === undefined ? {} : { accountSlug }
