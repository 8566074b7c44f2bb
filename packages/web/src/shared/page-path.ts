const EMBED = '/embed/'

/** Whether the page is embedded in another site. */
export const isEmbedded = location.pathname.startsWith(EMBED)

/** The page's path without the `/embed` prefix. */
export const pagePath = isEmbedded ? location.pathname.slice(EMBED.length - 1) : location.pathname

/** The segments of a path. */
export const partsOf = (path: string): readonly string[] =>
  path.split('/').filter((part) => part !== '')

/** The segments of the page's path, without the `/embed` prefix. */
export const pathParts = partsOf(pagePath)

/** The account in a public call; absent for links that do not name one. */
export const inAccount = (accountSlug: string | undefined) =>
  accountSlug === undefined ? {} : { accountSlug }
