/** First path segments that the server has always answered itself. */
const RESERVED_FROM_THE_START: ReadonlySet<string> = new Set([
  'assets',
  'dashboard',
  'directory',
  'docs',
  'embed',
  'healthz',
  'mailbox',
  'manage',
  'metrics',
  'problems',
  'readyz',
  'slots',
  'stays',
  'v1',
])

/** Those that were added later, or will be answered: a provider of version 1 may have one of them. */
const RESERVED_LATER: ReadonlySet<string> = new Set([
  'a',
  'decide',
  'decisions',
  'mcp',
  'me',
  'orders',
  'pay',
  'payments',
  'sign-in',
  'simulated-payments',
])

/** Reports whether no provider or account can take a slug, because the server answers its path itself. */
export const isReservedSlug = (slug: string): boolean =>
  hasNeverBeenFree(slug) || RESERVED_LATER.has(slug)

/** Reports whether no provider has a slug, because it was reserved from the start. */
export const hasNeverBeenFree = (slug: string): boolean => RESERVED_FROM_THE_START.has(slug)
