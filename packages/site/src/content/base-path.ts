/**
 * The path that the server is mounted at, such as `/booking`; empty at the root of its origin. `address`: the path of the
 * search index, which the server serves below `/docs/`.
 */
export const basePathOf = (address: string): string =>
  address.slice(0, Math.max(0, address.indexOf('/docs/')))
