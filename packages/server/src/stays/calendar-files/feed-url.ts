/**
 * The address of a feed as it is read: `webcal:` and `webcals:`, which calendar programs write for
 * "subscribe", are https. Whether the address can be used is not checked here.
 */
export const feedUrl = (given: string): string =>
  given.trim().replace(/^webcals?:\/\//i, 'https://')
