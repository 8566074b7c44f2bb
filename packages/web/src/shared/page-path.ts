const EMBED = '/embed/'

/** Whether the page stands in a frame of another site. */
export const isEmbedded = location.pathname.startsWith(EMBED)

/** The parts of the page's path, without what says that it is embedded. */
export const pathParts: readonly string[] = (
  isEmbedded ? location.pathname.slice(EMBED.length) : location.pathname
)
  .split('/')
  .filter((part) => part !== '')
