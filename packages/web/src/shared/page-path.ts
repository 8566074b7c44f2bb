const EMBED = '/embed/'

/** Whether the page is embedded in another site. */
export const isEmbedded = location.pathname.startsWith(EMBED)

/** The segments of the page's path, without the `/embed` prefix. */
export const pathParts: readonly string[] = (
  isEmbedded ? location.pathname.slice(EMBED.length) : location.pathname
)
  .split('/')
  .filter((part) => part !== '')
