/**
 * Converts a subscription address (`webcal:` or `webcals:`) to the https address of its feed. Other
 * addresses are only trimmed; nothing is validated here.
 */
export const feedUrl = (given: string): string =>
  given.trim().replace(/^webcals?:\/\//i, 'https://')
