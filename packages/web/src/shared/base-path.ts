/** The scripts of pages are in `/assets`, below the path that the server is mounted at. Tests load them from files. */
const SCRIPT = /^(.*)\/assets\/[^/]+$/

/** The path that the server is mounted at, such as `/booking`; empty at the root of its origin. */
export const BASE_PATH = SCRIPT.exec(new URL(import.meta.url).pathname)?.[1] ?? ''

/** The address of an own path, such as `/docs`. Anything else, such as another site, stays the same. */
export const addressOf = (path: string): string =>
  path.startsWith('/') && !path.startsWith('//') ? `${BASE_PATH}${path}` : path

/** The address of the server: its origin and the path that it is mounted at. */
export const serverAddress = (): string => `${location.origin}${BASE_PATH}`
