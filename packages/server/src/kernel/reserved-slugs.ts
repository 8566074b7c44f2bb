/** First path segments that the server answers itself, or will: no provider or account can have them. */
const RESERVED_SLUGS: ReadonlySet<string> = new Set([
  'a',
  'assets',
  'dashboard',
  'decide',
  'decisions',
  'directory',
  'docs',
  'embed',
  'healthz',
  'mailbox',
  'manage',
  'mcp',
  'metrics',
  'problems',
  'readyz',
  'sign-in',
  'slots',
  'stays',
  'v1',
])

/** Reports whether a slug is reserved because the server answers its path itself. */
export const isReservedSlug = (slug: string): boolean => RESERVED_SLUGS.has(slug)
